import { type Usage, usage } from '../../../../domain/money/usage'
import type { JsonObject } from '../../../wire/chat'
import { tokensOf } from '../json-fields'

/** Reported with the last piece. A prompt already in memory is not counted by old servers. */
export function readUsage({ prompt_eval_count, eval_count }: JsonObject): Usage | undefined {
  const promptTokens = tokensOf(prompt_eval_count)
  if (promptTokens === undefined) return undefined
  return usage({ promptTokens, completionTokens: tokensOf(eval_count) ?? 0 })
}
