import { type Usage, usage } from '../../../../domain/money/usage'
import type { Json } from '../../../wire/chat'
import { isObject, objectsOf, tokensOf } from '../json-fields'

/** What is cached is counted next to `inputTokens`. `undefined` when nothing was counted. */
export function readUsage(value: Json | undefined): Usage | undefined {
  if (!isObject(value)) return undefined
  const promptTokens = tokensOf(value.inputTokens) ?? 0
  const completionTokens = tokensOf(value.outputTokens) ?? 0
  const cacheReadTokens = tokensOf(value.cacheReadInputTokens) ?? 0
  const hourly = objectsOf(value.cacheDetails)
    .filter(({ ttl }) => ttl === '1h')
    .reduce((sum, { inputTokens }) => sum + (tokensOf(inputTokens) ?? 0), 0)
  const written = tokensOf(value.cacheWriteInputTokens) ?? hourly
  if (promptTokens + completionTokens + cacheReadTokens + written === 0) return undefined
  const longCacheWriteTokens = Math.min(written, hourly)
  const cacheWriteTokens = written - longCacheWriteTokens
  return usage({
    promptTokens,
    cacheReadTokens,
    cacheWriteTokens,
    longCacheWriteTokens,
    completionTokens,
  })
}
