/**
 * `reasoning_details`, which OpenRouter and its imitators use for thinking that must come back
 * unchanged. Whose signature one holds stands in its format at best, so all but Anthropic's are
 * marked: they are for upstreams of this dialect only.
 */
import type { JsonObject, RedactedThinkingPart, ThinkingPart } from '../../../wire/chat'
import { isForeign, markSignature, signatureOf } from '../../chat/signatures'
import { stringOf, textOf } from '../json-fields'

export interface ReasoningDetail {
  readonly blob: string | undefined
  readonly text: string | undefined
  readonly signature: string | undefined
}

export function readDetail(detail: JsonObject): ReasoningDetail {
  const isClaude = stringOf(detail.format)?.startsWith('anthropic-') === true
  const marked = (proof: string | undefined) =>
    proof === undefined || isClaude ? proof : markSignature('openai', proof)
  return {
    blob: detail.type === 'reasoning.encrypted' ? marked(textOf(detail.data)) : undefined,
    text: textOf(detail.text) ?? textOf(detail.summary),
    signature: marked(textOf(detail.signature)),
  }
}

/** `undefined` for secret thinking of another vendor, which nobody here could read. */
export function writeDetail(
  part: ThinkingPart | RedactedThinkingPart,
  index: number,
): JsonObject | undefined {
  if (part.type === 'thinking') {
    const signature = part.signature && proofOf(part.signature)
    return { type: 'reasoning.text', index, text: part.text, signature }
  }
  const data = proofOf(part.blob)
  return data === undefined ? undefined : { type: 'reasoning.encrypted', index, data }
}

function proofOf(marked: string): string | undefined {
  return signatureOf('openai', marked) ?? (isForeign(marked) ? undefined : marked)
}
