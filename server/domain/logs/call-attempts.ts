/** Which channels a call was tried on, and what became of each try. */
import { type ErrorFacts, errorFacts, storedParams } from '../errors/error-facts'
import type { GatewayError } from '../errors/gateway-error'
import { isRecord } from '../json/records'

/** Kept by the call itself; a try that is answered leaves nothing behind. */
export interface FailedTry {
  readonly channel: {
    readonly id: number
    readonly name: string
    readonly key: string
    /** Which of several keys it is. */
    readonly keyId?: number | undefined
  }
  /** Milliseconds since the call began, and how long it took from there. */
  readonly atMs: number
  readonly tookMs: number
  readonly error: GatewayError
}

/** A try as a log row keeps it; only operators are shown it. */
export interface LoggedTry extends ErrorFacts {
  readonly channel: number
  readonly name: string
  /** The last characters of the key, "" for short ones. */
  readonly key: string
  /** Which of the channel's keys it was; absent where it has one. */
  readonly key_id?: number
  readonly at_ms: number
  readonly ms: number
}

/** The row itself has the words of the last failure in full. */
const MOST_WORDS = 300
/** Enough to tell keys apart, and too little to guess one. */
const KEY_CHARACTERS = 4
const LONG_KEY = 16

export function loggedTries(tries: readonly FailedTry[]): readonly LoggedTry[] | undefined {
  return tries.length === 0 ? undefined : tries.map(loggedTry)
}

function loggedTry({ channel, atMs, tookMs, error }: FailedTry): LoggedTry {
  const { upstream_message: words, ...facts } = errorFacts(error)
  return {
    channel: channel.id,
    name: channel.name,
    key: channel.key.length < LONG_KEY ? '' : channel.key.slice(-KEY_CHARACTERS),
    ...(channel.keyId !== undefined && { key_id: channel.keyId }),
    at_ms: Math.round(atMs),
    ms: Math.round(tookMs),
    ...facts,
    ...(words !== undefined && { upstream_message: words.slice(0, MOST_WORDS).toWellFormed() }),
  }
}

/** As they stand in the `admin_info` of a row; none in rows of earlier releases. */
export function triesOf(admin: Readonly<Record<string, unknown>>): readonly LoggedTry[] {
  const { attempts } = admin
  return Array.isArray(attempts) ? attempts.filter(isRecord).map(tryOf) : []
}

function tryOf(stored: Readonly<Record<string, unknown>>): LoggedTry {
  const number = (value: unknown) => (typeof value === 'number' ? value : 0)
  const word = (value: unknown) => (typeof value === 'string' ? value : '')
  const { upstream_status, told_status, upstream_message, error_params, key_id } = stored
  return {
    channel: number(stored.channel),
    name: word(stored.name),
    key: word(stored.key),
    ...(typeof key_id === 'number' && { key_id }),
    at_ms: number(stored.at_ms),
    ms: number(stored.ms),
    error: word(stored.error),
    ...(isRecord(error_params) && { error_params: storedParams(error_params) }),
    ...(typeof upstream_status === 'number' && { upstream_status }),
    ...(typeof told_status === 'number' && { told_status }),
    ...(typeof upstream_message === 'string' && { upstream_message }),
  }
}
