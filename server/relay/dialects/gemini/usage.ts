import { type Usage, usage } from '../../../domain/usage'
import type { Json, JsonObject } from '../../chat'
import { objectOf, objectsOf, tokensOf } from '../json-fields'

/**
 * Consumption from an answer's `usageMetadata`, or `undefined` when it has none.
 *
 * Gemini counts cached text inside the prompt, thoughts beside the answer and tool results
 * beside both; audio is a slice of each, told apart only in the details by modality.
 */
export function readUsage(answer: JsonObject): Usage | undefined {
  const counts = objectOf(answer.usageMetadata)
  if (counts === undefined) {
    return undefined
  }
  const prompt = tokensOf(counts.promptTokenCount)
  const total = tokensOf(counts.totalTokenCount)
  if (prompt === undefined && total === undefined) {
    return undefined
  }
  const read = (prompt ?? 0) + (tokensOf(counts.toolUsePromptTokenCount) ?? 0)
  const thoughts = tokensOf(counts.thoughtsTokenCount) ?? 0
  const answered =
    tokensOf(counts.candidatesTokenCount) ?? Math.max(0, (total ?? 0) - read - thoughts)
  const cached = Math.min(read, tokensOf(counts.cachedContentTokenCount) ?? 0)
  const freshAudio =
    audioTokens(counts.promptTokensDetails) - audioTokens(counts.cacheTokensDetails)
  const audioPromptTokens = clamp(freshAudio, read - cached)
  const audioCompletionTokens = clamp(audioTokens(counts.candidatesTokensDetails), answered)
  return usage({
    promptTokens: read - cached - audioPromptTokens,
    cacheReadTokens: cached,
    audioPromptTokens,
    completionTokens: answered - audioCompletionTokens + thoughts,
    reasoningTokens: thoughts,
    audioCompletionTokens,
  })
}

function audioTokens(details: Json | undefined): number {
  return objectsOf(details)
    .filter((detail) => detail.modality === 'AUDIO')
    .reduce((sum, detail) => sum + (tokensOf(detail.tokenCount) ?? 0), 0)
}

function clamp(count: number, most: number): number {
  return Math.max(0, Math.min(count, most))
}
