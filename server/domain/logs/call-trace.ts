/** A call as a chain of tries: which channel, with what end, and how long each took. */

import type { LogJson } from '../endpoints/log'
import { type ErrorReader, errorText } from '../errors/error-facts'
import { LOG_TYPE } from '../status'
import type { LoggedTry } from './call-attempts'
import type { LogDetails } from './details'

export interface TraceStep {
  readonly channel: number
  /** "" where it is not known. */
  readonly name: string
  /** The last characters of the key that was used, "" where they are not known. */
  readonly key: string
  /** Which of the channel's keys it was; 0 where it has one, or is not known. */
  readonly keyId: number
  readonly isAnswered: boolean
  /** 0 where the upstream gave none, or none is known. */
  readonly status: number
  /** Why it failed, "" for a try that was answered. */
  readonly words: string
  /** Milliseconds since the call began, and how long it took; `undefined` where unknown. */
  readonly atMs: number | undefined
  readonly tookMs: number | undefined
}

type TracedLog = Pick<LogJson, 'type' | 'channel' | 'channel_name' | 'use_time'>

/** Empty for rows that were no call, and for readers who do not see channels. */
export function traceOf(
  log: TracedLog,
  details: LogDetails,
  reader: ErrorReader,
): readonly TraceStep[] {
  const { tries, channelsTried } = details
  const failed = tries.map((each) => failedStep(each, reader))
  if (log.type === LOG_TYPE.consumption) {
    if (channelsTried.length === 0) return []
    return [...(failed.length > 0 ? failed : earlier(channelsTried)), answeredStep(log, details)]
  }
  if (failed.length > 0 || channelsTried.length === 0) return failed
  return [...earlier(channelsTried), lastStep(log, details)]
}

function failedStep(each: LoggedTry, reader: ErrorReader): TraceStep {
  return {
    channel: each.channel,
    name: each.name,
    key: each.key,
    keyId: each.key_id ?? 0,
    isAnswered: false,
    status: each.upstream_status ?? 0,
    words: errorText(each, reader),
    atMs: each.at_ms,
    tookMs: each.ms,
  }
}

/** Rows of earlier releases name the channels that were tried in vain, and nothing more. */
function earlier(tried: readonly string[]): readonly TraceStep[] {
  return tried.slice(0, -1).map((id) => ({ ...UNKNOWN, channel: Number(id) }))
}

const UNKNOWN = {
  name: '',
  key: '',
  keyId: 0,
  isAnswered: false,
  status: 0,
  words: '',
  atMs: undefined,
  tookMs: undefined,
} as const

const OK = 200

/** Until its first byte, where that is known. */
function answeredStep(log: TracedLog, { tries, firstByteMs }: LogDetails): TraceStep {
  const last = tries.at(-1)
  const atMs = last === undefined ? 0 : last.at_ms + last.ms
  const untilMs = firstByteMs ?? log.use_time * 1000
  return {
    ...UNKNOWN,
    channel: log.channel,
    name: log.channel_name,
    isAnswered: true,
    status: OK,
    atMs,
    tookMs: Math.max(0, untilMs - atMs),
  }
}

function lastStep(log: TracedLog, details: LogDetails): TraceStep {
  return {
    ...UNKNOWN,
    channel: log.channel || Number(details.channelsTried.at(-1) ?? 0),
    name: log.channel_name,
    status: details.upstreamStatus,
    words: details.upstreamMessage,
  }
}
