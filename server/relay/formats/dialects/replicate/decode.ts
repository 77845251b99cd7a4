import { GatewayError } from '../../../../domain/errors/gateway-error'
import { type Usage, usage } from '../../../../domain/money/usage'
import type { ChatAnswer, JsonObject } from '../../../wire/chat'
import type { ImagesCodec } from '../dialect'
import type { UpstreamErrorFacts } from '../error-facts'
import { isList, objectOf, textOf, tokensOf } from '../json-fields'
import { picturesAnswer } from '../pictures'

const DONE = 'succeeded'

/** A prediction that came to no good end, or to none within the time that it had. */
export function failureIn({ status, error }: JsonObject): UpstreamErrorFacts | undefined {
  const state = textOf(status)
  if (state === undefined || state === DONE) return undefined
  const message = textOf(error) ?? `the prediction was not done in time (${state})`
  return { message, code: state }
}

/** Throws `upstream.invalid_answer`. */
export function readAnswer(answer: JsonObject): ChatAnswer {
  const said = texts(answer)
  if (said === undefined) {
    throw new GatewayError('upstream.invalid_answer', { reason: 'it has no output' })
  }
  const text = said.join('')
  const used = readUsage(answer)
  return {
    id: textOf(answer.id) ?? '',
    model: textOf(answer.model) ?? '',
    choices: [{ parts: text === '' ? [] : [{ type: 'text', text }], finishReason: 'stop' }],
    ...(used && { usage: used }),
  }
}

/** Models of conversations tell what they read and wrote; the others tell their time alone. */
export function readUsage({ metrics }: JsonObject): Usage | undefined {
  const counts = objectOf(metrics)
  const promptTokens = tokensOf(counts?.input_token_count) ?? 0
  const completionTokens = tokensOf(counts?.output_token_count) ?? 0
  const isCounted = promptTokens + completionTokens > 0
  return isCounted ? usage({ promptTokens, completionTokens }) : undefined
}

export const readImages: ImagesCodec['readAnswer'] = (answer) =>
  picturesAnswer((texts(answer) ?? []).map(pictureAt))

const INLINE = /^data:[^,]*;base64,/

function pictureAt(address: string): JsonObject {
  const inline = INLINE.exec(address)
  return inline === null ? { url: address } : { b64_json: address.slice(inline[0].length) }
}

/** What is one piece for one model is a list for another. */
function texts({ output }: JsonObject): readonly string[] | undefined {
  if (typeof output === 'string') return [output]
  return isList(output) ? output.filter((piece) => typeof piece === 'string') : undefined
}
