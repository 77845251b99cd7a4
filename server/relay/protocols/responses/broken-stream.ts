/** How a stream says that it broke: as a failed response, where one has begun. */
import type { GatewayError } from '../../../domain/errors/gateway-error'
import { messageOf } from '../../../domain/errors/message'
import { renderOpenai } from '../../../domain/errors/render'
import type { Language } from '../../../domain/i18n/translate'
import { parseFrames } from '../../stream/frames'
import { isObject } from '../body-fields'
import { lastObject } from '../last-object'
import type { SentFrames } from '../protocol'
import { frameOf } from './frame'

/** Codes that the protocol knows for failed responses. */
const RATE_LIMITED = 'rate_limit_exceeded'
const SERVER_ERROR = 'server_error'

/** `sent`: what the client has got so far. */
export function brokenFrame(
  error: GatewayError,
  { requestId, language }: { readonly requestId: string; readonly language: Language },
  { head, tail }: SentFrames,
): string {
  const { message, code, param } = renderOpenai(error, requestId, messageOf(error, language)).error
  const last = lastObject(tail, ({ sequence_number: at }) => typeof at === 'number')
  const sequence = typeof last?.sequence_number === 'number' ? last.sequence_number + 1 : 0
  const begun = begunResponse(head)
  if (begun === undefined) {
    return frameOf({ type: 'error', sequence_number: sequence, code, message, param })
  }
  const known = code === RATE_LIMITED ? RATE_LIMITED : SERVER_ERROR
  const response = { ...begun, status: 'failed', error: { code: known, message } }
  return frameOf({ type: 'response.failed', sequence_number: sequence, response })
}

/** The response as its first event told it; `undefined` where that is not to be had whole. */
function begunResponse(head: string) {
  const [first] = parseFrames(head)
  const event = first === undefined ? undefined : lastObject(`data: ${first.data}\n\n`, () => true)
  return isObject(event?.response) ? event.response : undefined
}
