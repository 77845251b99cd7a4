/** How a stream says that it broke: as a failed response, where one has begun. */
import type { GatewayError } from '../../../../domain/errors/gateway-error'
import { clientMessage } from '../../../../domain/errors/message'
import { renderOpenai } from '../../../../domain/errors/render'
import type { Language } from '../../../../domain/i18n/translate'
import { isObject } from '../../../wire/body-fields'
import { parseFrames } from '../../framings/frames'
import { lastObject } from '../last-object'
import type { SentFrames } from '../protocol'
import { frameOf } from './frame'

/** Codes of failed responses; its clients know few, and act upon these. */
const FAILED_CODES: Readonly<Partial<Record<string, string>>> = {
  rate_limit_exceeded: 'rate_limit_exceeded',
  context_length_exceeded: 'context_length_exceeded',
  content_policy_violation: 'invalid_prompt',
}
const SERVER_ERROR = 'server_error'

/** `sent`: what the client has got so far. */
export function brokenFrame(
  error: GatewayError,
  { requestId, language }: { readonly requestId: string; readonly language: Language },
  { head, tail }: SentFrames,
): string {
  const { message, code, param } = renderOpenai(
    error,
    requestId,
    clientMessage(error, language, 'openai'),
  ).error
  const last = lastObject(tail, ({ sequence_number: at }) => typeof at === 'number')
  const sequence = typeof last?.sequence_number === 'number' ? last.sequence_number + 1 : 0
  const begun = begunResponse(head)
  if (begun === undefined) {
    return frameOf({ type: 'error', sequence_number: sequence, code, message, param })
  }
  const response = { ...begun, status: 'failed', error: { code: failedCode(code), message } }
  return frameOf({ type: 'response.failed', sequence_number: sequence, response })
}

/** By the code of an error, or of an event that reports one. */
export function failedCode(code: string): string {
  return FAILED_CODES[code] ?? SERVER_ERROR
}

/** The response as its first event had it; `undefined` where that is not to be had whole. */
function begunResponse(head: string) {
  const [first] = parseFrames(head)
  const event = first === undefined ? undefined : lastObject(`data: ${first.data}\n\n`, () => true)
  return isObject(event?.response) ? event.response : undefined
}
