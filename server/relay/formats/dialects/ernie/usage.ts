import { type Usage, usage } from '../../../../domain/money/usage'
import type { Json } from '../../../wire/chat'
import { isObject, tokensOf } from '../json-fields'

/** What was written is often reported by the sum alone. */
export function readUsage(value: Json | undefined): Usage | undefined {
  if (!isObject(value)) return undefined
  const promptTokens = tokensOf(value.prompt_tokens) ?? 0
  const total = tokensOf(value.total_tokens) ?? 0
  const completionTokens = tokensOf(value.completion_tokens) || Math.max(0, total - promptTokens)
  return promptTokens + completionTokens === 0
    ? undefined
    : usage({ promptTokens, completionTokens })
}
