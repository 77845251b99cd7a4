/** Whether what came with status 200 is an answer: on native and translated paths alike. */

import type { Operation } from '../../../domain/calls/protocol'
import { GatewayError } from '../../../domain/errors/gateway-error'
import { isSilent, wroteUnseen } from '../../formats/dialects/answer-shape'
import type { Dialect } from '../../formats/dialects/dialect'
import type { UpstreamErrorFacts } from '../../formats/dialects/error-facts'
import { isFailure } from '../../formats/dialects/json-fields'
import { OPERATION_ROWS } from '../../formats/operations'
import type { UpstreamHeaders } from '../../net/upstream'
import type { ChatAnswer, JsonObject } from '../../wire/chat'
import type { StreamPipe } from './stream-pipe'

export interface Answered {
  readonly dialect: Dialect
  readonly operation: Operation
  readonly isNative: boolean
  readonly json: JsonObject
  /** The same as text, for the dialect to read a failure from. */
  readonly text: () => string
  readonly upstreamHeaders?: UpstreamHeaders | undefined
}

/**
 * What a JSON answer says of a failure. Throws `upstream.invalid_answer` for one that passes and
 * is no answer; those that are translated are read as a whole.
 */
export function failureInBody(answered: Answered): UpstreamErrorFacts | undefined {
  const { dialect, isNative, json, text, upstreamHeaders } = answered
  // Some upstreams report failures with status 200; the client deserves a real one.
  const failure = dialect.failureIn?.(json)
  if (failure !== undefined) return failure
  if (isFailure(json.error)) return dialect.readError(500, text(), upstreamHeaders)
  return isNative ? failureInNative(answered) : undefined
}

function failureInNative({ dialect, operation, json }: Answered): UpstreamErrorFacts | undefined {
  const { writes, probe, answers } = OPERATION_ROWS[operation]
  const { shape, meter } = dialect
  if (answers === 'bytes') throw noAnswer('it is JSON')
  if (!writes || shape === undefined) {
    probe.check(dialect, json)
    return undefined
  }
  const finding = shape.ofBody(json)
  if (finding === 'foreign') throw noAnswer('it has not the form of one')
  if (finding === 'empty' && !wroteUnseen(meter.fromJson(json, operation))) throw saysNothing()
  return typeof finding === 'object' ? finding : undefined
}

/** Throws `upstream.invalid_answer` for a translated answer without a word and without a reason. */
export function spoken(answer: ChatAnswer): ChatAnswer {
  if (isSilent(answer)) throw saysNothing()
  return answer
}

/** Throws `upstream.invalid_answer` for a stream that came to its end and said nothing. */
export function requireContent(pipe: StreamPipe): void {
  if (!pipe.hasContent() && !wroteUnseen(pipe.usage())) throw saysNothing()
}

function saysNothing(): GatewayError {
  return noAnswer('it says nothing')
}

function noAnswer(reason: string): GatewayError {
  return new GatewayError('upstream.invalid_answer', { reason })
}
