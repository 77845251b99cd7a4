import { availableParallelism } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import ipaddr from 'ipaddr.js'
import { fallbackKeys, sealingKey } from './configuration-key'
import {
  ConfigurationError,
  type Environment,
  folder,
  integer,
  MAX_TIMEOUT_MS,
  manyOf,
  oneOf,
  secret,
  secretAddress,
  secretOf,
  text,
  timeout,
  valkeyAddress,
  webAddress,
} from './configuration-values'
import { METRICS_BY, type MetricsBy } from './domain/metrics/metric'
import { LOG_LEVELS, type LogLevel, type Secret } from './log'
import { readTelemetrySettings, type TelemetrySettings } from './telemetry-settings'

/** Process settings that cannot live in the database: they are needed to open it, or to serve. */
export interface Configuration {
  readonly port: number
  readonly host: string
  /** Processes that relay; with 1 everything is in one. */
  readonly workers: number
  /** Absolute path. */
  readonly dataDir: string
  /** What `openDatabase` takes: a file path or a postgres:// URL. */
  readonly databaseUrl: string
  /** Megabytes of a request body after decompression. */
  readonly maxBodyMb: number
  /** Megabytes that callers may make the process hold at once. */
  readonly memoryBudgetMb: number
  /** Addresses or CIDR ranges whose X-Forwarded-For is believed. */
  readonly trustedProxies: readonly string[]
  readonly connectTimeoutMs: number
  readonly firstByteTimeoutMs: number
  readonly idleTimeoutMs: number
  readonly bodyTimeoutMs: number
  readonly drainLimitMs: number
  readonly openingLimitMs: number
  /** How long a write waits for SQLite's lock, and a client for the bill to be written. */
  readonly databaseWaitMs: number
  readonly clientIdleMs: number
  readonly sockets: SocketSettings
  readonly answerLimitMs: number
  readonly streamLimitMs: number
  /** 0 for no signs of life. */
  readonly keepAliveMs: number
  readonly stopLimitMs: number
  readonly secretKey: Secret | undefined
  readonly secretFallbacks: readonly Secret[]
  readonly rootPassword: Secret | undefined
  /** With name and password; `undefined` where the log is copied nowhere. */
  readonly clickhouseUrl: Secret | undefined
  /** With name and password; `undefined` where PostgreSQL alone counts rate limits. */
  readonly valkeyUrl: Secret | undefined
  readonly logLevel: LogLevel
  /** `undefined` where nothing is measured for Prometheus. */
  readonly metrics: MetricsSettings | undefined
  /** `undefined` where nothing is sent to a collector. */
  readonly telemetry: TelemetrySettings | undefined
  /** Absolute path of the operator's own files; `undefined` for none. */
  readonly publicDir: string | undefined
  readonly accounts: AccountSettings
  readonly sweeps: SweepSettings
  /** Calls of the management API per user, or per address; `undefined` for no limit. */
  readonly apiLimit: CallLimit | undefined
  /** Logins, registrations, codes and callbacks per address. */
  readonly criticalLimit: CallLimit
  /** Calls with an unknown API key, per address. */
  readonly wrongKeyLimit: CallLimit
}

/** Who may read the metrics, and where. */
export interface MetricsSettings {
  /** Of `/metrics` beside everything else; `undefined` for not there. */
  readonly token: Secret | undefined
  /** Of an address of its own; `undefined` for none. */
  readonly port: number | undefined
  readonly host: string
  readonly by: readonly MetricsBy[]
}

/** How many sockets may be open, and how long one may give no sign of life. */
export interface SocketSettings {
  readonly perUser: number
  readonly perAddress: number
  readonly silentMs: number
}

/** What the server does every so often; 0 milliseconds between two beginnings means never. */
export interface SweepSettings {
  readonly shipEveryMs: number
  readonly testEveryMs: number
  readonly balanceEveryMs: number
  /** Rest between two channels. */
  readonly pauseMs: number
}

export interface CallLimit {
  readonly count: number
  readonly windowMs: number
}

/** What registering and signing in need from outside; URLs without a trailing slash. */
export interface AccountSettings {
  readonly githubUrl: string
  readonly githubApiUrl: string
  readonly linuxdoUrl: string
  readonly turnstileUrl: string
  /** Whether mail may go to a server that offers no TLS. */
  readonly smtpTls: 'required' | 'optional'
  /** Whether a new user starts with a token. */
  readonly generateDefaultToken: boolean
}

/** Command-line values; they win over the environment. */
export interface ConfigurationFlags {
  readonly port?: string | number | undefined
  readonly host?: string | undefined
  readonly data?: string | undefined
  readonly workers?: string | undefined
}

const MOST_WORKERS = 256

/** A core is left to the process that writes; with two there is nothing to gain. */
function workersFor(cores: number): number {
  return cores > 2 ? cores - 1 : 1
}

function workerCount(env: Environment, flag: string | undefined): number {
  const given = flag ?? text(env, 'GW_WORKERS')
  if (given.trim() === 'auto') return workersFor(availableParallelism())
  const name = flag === undefined ? 'GW_WORKERS' : '--workers'
  return integer(given, { name, least: 1, most: MOST_WORKERS })
}

function idleTimeout(env: Environment): number {
  const seconds = env.STREAMING_TIMEOUT?.trim()
  if (env.GW_IDLE_TIMEOUT_MS || !seconds) {
    return timeout(env, 'GW_IDLE_TIMEOUT_MS')
  }
  return (
    integer(seconds, { name: 'STREAMING_TIMEOUT', least: 1, most: MAX_TIMEOUT_MS / 1000 }) * 1000
  )
}

/** A budget below the largest body would refuse it for ever. */
function bodyLimits(env: Environment): Pick<Configuration, 'maxBodyMb' | 'memoryBudgetMb'> {
  const megabytes = (name: string, most: number) =>
    integer(text(env, name), { name, least: 1, most })
  const maxBodyMb = megabytes('GW_MAX_BODY_MB', 1024)
  const memoryBudgetMb = Math.max(maxBodyMb, megabytes('GW_MEMORY_BUDGET_MB', 1024 * 1024))
  return { maxBodyMb, memoryBudgetMb }
}

function socketSettings(env: Environment): SocketSettings {
  const count = (name: string) => integer(text(env, name), { name, least: 1, most: 1_000_000 })
  return {
    perUser: count('GW_SOCKETS_PER_USER'),
    perAddress: count('GW_SOCKETS_PER_ADDRESS'),
    silentMs: timeout(env, 'GW_SOCKET_TIMEOUT_MS'),
  }
}

function proxies(env: Environment): readonly string[] {
  const entries = text(env, 'GW_TRUSTED_PROXIES').split(/[\s,]+/)
  const named = entries.filter((entry) => entry !== '')
  const wrong = named.find((entry) => !ipaddr.isValid(entry) && !ipaddr.isValidCIDR(entry))
  if (wrong !== undefined) {
    throw new ConfigurationError('configuration.proxies', { wrong })
  }
  return named
}

const SHORTEST_METRICS_TOKEN = 16

function metricsSettings(env: Environment): MetricsSettings | undefined {
  const token = secret(env, 'GW_METRICS_TOKEN')
  const port = text(env, 'GW_METRICS_PORT')
  if (token === undefined && port === '') return undefined
  if (token !== undefined && token.reveal().length < SHORTEST_METRICS_TOKEN) {
    throw new ConfigurationError('configuration.too_short', {
      name: 'GW_METRICS_TOKEN',
      least: SHORTEST_METRICS_TOKEN,
    })
  }
  const name = 'GW_METRICS_PORT'
  return {
    token,
    port: port === '' ? undefined : integer(port, { name, least: 0, most: 65_535 }),
    host: text(env, 'GW_METRICS_HOST'),
    by: manyOf(env, 'GW_METRICS_BY', METRICS_BY),
  }
}

/**
 * Settlements that wait for the database to be writable again, for the next start to read when
 * this process ends before. Beside a SQLite database, else in the data folder.
 */
export function unsettledPath(
  { databaseUrl, dataDir }: Pick<Configuration, 'databaseUrl' | 'dataDir'>,
  worker?: number,
): string {
  const file = databaseFile(databaseUrl)
  const folder = file === '' || file === ':memory:' ? dataDir : dirname(file)
  return join(folder, worker === undefined ? 'unsettled.jsonl' : `unsettled-${worker}.jsonl`)
}

/** Where that process says at which address it can be called. */
export function serveAddressPath(databaseFile: string): string {
  return join(dirname(databaseFile), 'serve.address')
}

/** Throws `ConfigurationError` naming the variable that has no meaning. */
function readAccountSettings(env: Environment): AccountSettings {
  return {
    githubUrl: webAddress(env, 'GW_GITHUB_URL'),
    githubApiUrl: webAddress(env, 'GW_GITHUB_API_URL'),
    linuxdoUrl: webAddress(env, 'GW_LINUXDO_URL'),
    turnstileUrl: webAddress(env, 'GW_TURNSTILE_URL'),
    smtpTls: oneOf(env, 'GW_SMTP_TLS', ['required', 'optional']),
    generateDefaultToken: oneOf(env, 'GENERATE_DEFAULT_TOKEN', ['true', 'false']) === 'true',
  }
}

const SHIP_EVERY_MS = 10_000
const MAX_SWEEP_MINUTES = 60 * 24 * 365
const MAX_PAUSE_SECONDS = 3600

/** Throws `ConfigurationError` naming the variable that has no meaning. */
export function readSweepSettings(env: Environment): SweepSettings {
  const units = (name: string, most: number) => integer(text(env, name), { name, least: 0, most })
  return {
    shipEveryMs: text(env, 'GW_CLICKHOUSE_URL') === '' ? 0 : SHIP_EVERY_MS,
    testEveryMs: units('CHANNEL_TEST_FREQUENCY', MAX_SWEEP_MINUTES) * 60_000,
    balanceEveryMs: units('CHANNEL_UPDATE_FREQUENCY', MAX_SWEEP_MINUTES) * 60_000,
    pauseMs: units('POLLING_INTERVAL', MAX_PAUSE_SECONDS) * 1000,
  }
}

function callLimit(env: Environment, name: string): CallLimit {
  const most = 1_000_000
  const count = integer(text(env, name), { name, least: 1, most })
  const duration = `${name}_DURATION`
  const seconds = integer(text(env, duration), { name: duration, least: 1, most })
  return { count, windowMs: seconds * 1000 }
}

export const DEFAULT_ACCOUNT_SETTINGS = readAccountSettings({})

/** Where the data lives; enough for commands that do not serve. */
export function readStorage(
  env: Environment,
  flags: Pick<ConfigurationFlags, 'data'> = {},
): Pick<Configuration, 'dataDir' | 'databaseUrl'> {
  const dataDir = resolve(flags.data?.trim() || text(env, 'GW_DATA'))
  const url = text(env, 'GW_DATABASE_URL')
  // A folder named on the command line is meant: a left-over variable must not redirect it.
  const isFile = url === '' || (flags.data !== undefined && !/^postgres(ql)?:/.test(url))
  return { dataDir, databaseUrl: isFile ? join(dataDir, 'gw.db') : url }
}

/** Where the log is copied to. */
export function clickhouseAddress(env: Environment): Secret | undefined {
  return secretAddress(env, 'GW_CLICKHOUSE_URL')
}

/** Whether a variable says which database is meant. */
export function namesStorage(env: Environment): boolean {
  return Boolean(env.GW_DATA?.trim() || env.GW_DATABASE_URL?.trim())
}

/** The file of a SQLite database; "" for PostgreSQL. */
export function databaseFile(databaseUrl: string): string {
  return /^postgres(ql)?:/.test(databaseUrl) ? '' : databaseUrl.replace(/^sqlite:(\/\/(?=\/))?/, '')
}

/** Held by the one process that serves a SQLite database; it stands beside the file. */
export function serveLockPath(databaseFile: string): string {
  return join(dirname(databaseFile), 'serve.lock')
}

/** Throws `ConfigurationError` naming the variable or flag that has no meaning. */
export function readConfiguration(env: Environment, flags: ConfigurationFlags = {}): Configuration {
  const port = flags.port === undefined ? text(env, 'PORT') : String(flags.port)
  return {
    ...readStorage(env, flags),
    port: integer(port, {
      name: flags.port === undefined ? 'PORT' : '--port',
      least: 0,
      most: 65_535,
    }),
    host: flags.host?.trim() || text(env, 'HOST'),
    workers: workerCount(env, flags.workers),
    ...bodyLimits(env),
    trustedProxies: proxies(env),
    connectTimeoutMs: timeout(env, 'GW_CONNECT_TIMEOUT_MS'),
    firstByteTimeoutMs: timeout(env, 'GW_FIRST_BYTE_TIMEOUT_MS'),
    idleTimeoutMs: idleTimeout(env),
    bodyTimeoutMs: timeout(env, 'GW_BODY_TIMEOUT_MS'),
    drainLimitMs: timeout(env, 'GW_DRAIN_LIMIT_MS'),
    sockets: socketSettings(env),
    openingLimitMs: timeout(env, 'GW_OPENING_LIMIT_MS'),
    clientIdleMs: timeout(env, 'GW_CLIENT_IDLE_TIMEOUT_MS'),
    answerLimitMs: timeout(env, 'GW_ANSWER_LIMIT_MS'),
    streamLimitMs: timeout(env, 'GW_STREAM_LIMIT_MS'),
    keepAliveMs: timeout(env, 'GW_KEEPALIVE_MS', 0),
    stopLimitMs: timeout(env, 'GW_STOP_LIMIT_MS'),
    databaseWaitMs: timeout(env, 'GW_DATABASE_WAIT_MS'),
    secretKey: secretOf(sealingKey(env)),
    secretFallbacks: fallbackKeys(env).flatMap((key) => secretOf(key) ?? []),
    rootPassword: secret(env, 'GW_ROOT_PASSWORD'),
    clickhouseUrl: clickhouseAddress(env),
    valkeyUrl: valkeyAddress(env),
    metrics: metricsSettings(env),
    logLevel: oneOf(env, 'GW_LOG_LEVEL', LOG_LEVELS),
    telemetry: readTelemetrySettings(env),
    publicDir: folder(env, 'GW_PUBLIC_DIR'),
    accounts: readAccountSettings(env),
    sweeps: readSweepSettings(env),
    apiLimit:
      oneOf(env, 'GLOBAL_API_RATE_LIMIT_ENABLE', ['true', 'false']) === 'true'
        ? callLimit(env, 'GLOBAL_API_RATE_LIMIT')
        : undefined,
    criticalLimit: callLimit(env, 'CRITICAL_RATE_LIMIT'),
    wrongKeyLimit: callLimit(env, 'WRONG_KEY_RATE_LIMIT'),
  }
}
