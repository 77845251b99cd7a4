/** What the files of `gw service` are filled with. */
import type { Configuration } from '../../server/configuration'
import { CONFIGURATION_ROWS } from '../../server/configuration-rows'
import type { Environment } from '../../server/configuration-values'

export interface ServiceSettings {
  /** Absolute path of the program, on the machine that it is to run on. */
  readonly program: string
  /** Without the commit. */
  readonly version: string
  readonly host: string
  readonly port: number
  readonly dataDir: string
  /** Name that clients call, for a proxy in front. */
  readonly site: string
  readonly image: string
  readonly maxBodyMb: number
  readonly stopSeconds: number
  /** The longest pause within a response. */
  readonly silenceSeconds: number
  /** Of the environment, other than the default; secrets are not among them. */
  readonly variables: readonly Variable[]
}

export interface Variable {
  readonly name: string
  readonly value: string
}

export interface ServiceFile {
  readonly path: string
  readonly text: string
}

/** They have a place of their own in every file. */
const PLACED = new Set(['PORT', 'HOST', 'GW_DATA'])
/** A file that is printed, copied and committed is no place for them. */
const SECRET = new Set([
  'GW_DATABASE_URL',
  'GW_CLICKHOUSE_URL',
  'GW_VALKEY_URL',
  'GW_SECRET_KEY',
  'GW_SECRET_KEY_FALLBACKS',
  'GW_ROOT_PASSWORD',
])

/** Names of the secrets that this environment holds: the service needs them from elsewhere. */
export function secretNames(env: Environment): readonly string[] {
  return [...SECRET].filter((name) => Boolean(env[name]?.trim()))
}

export function variablesOf(env: Environment): readonly Variable[] {
  return CONFIGURATION_ROWS.flatMap(({ name, default: usual }) => {
    const value = env[name]?.trim() ?? ''
    const isOwn = value !== '' && value !== usual
    return isOwn && !PLACED.has(name) && !SECRET.has(name) ? [{ name, value }] : []
  })
}

/** A stop that takes longer than asked for is a kill. */
const STOP_MARGIN_SECONDS = 10

export function secondsOf({
  stopLimitMs,
  idleTimeoutMs,
  firstByteTimeoutMs,
}: Pick<Configuration, 'stopLimitMs' | 'idleTimeoutMs' | 'firstByteTimeoutMs'>) {
  return {
    stopSeconds: Math.ceil(stopLimitMs / 1000) + STOP_MARGIN_SECONDS,
    silenceSeconds: Math.ceil(Math.max(idleTimeoutMs, firstByteTimeoutMs) / 1000),
  }
}
