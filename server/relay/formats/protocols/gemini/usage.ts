import {
  totalCacheReadTokens,
  totalCompletionTokens,
  totalPromptTokens,
  type Usage,
} from '../../../../domain/money/usage'
import type { JsonObject } from '../../../wire/chat'
import { parseFrames } from '../../framings/frames'
import { parsedObject } from '../last-object'

/** Gemini counts cached text inside the prompt and thoughts outside the answer. */
export function writeUsage(usage: Usage): JsonObject {
  const prompt = totalPromptTokens(usage)
  const completion = totalCompletionTokens(usage)
  const thoughts = Math.min(usage.reasoningTokens, completion)
  const cached = totalCacheReadTokens(usage)
  const answered = completion - thoughts
  return {
    promptTokenCount: prompt,
    ...(answered > 0 && { candidatesTokenCount: answered }),
    totalTokenCount: prompt + completion,
    ...(cached > 0 && { cachedContentTokenCount: cached }),
    ...(thoughts > 0 && { thoughtsTokenCount: thoughts }),
    promptTokensDetails: kinds(prompt, {
      AUDIO: usage.audioPromptTokens + usage.audioCacheReadTokens,
      IMAGE: usage.imagePromptTokens + usage.imageCacheReadTokens,
      VIDEO: usage.videoPromptTokens + usage.videoCacheReadTokens,
      DOCUMENT: usage.documentPromptTokens + usage.documentCacheReadTokens,
    }),
    ...(cached > 0 && {
      cacheTokensDetails: kinds(cached, {
        AUDIO: usage.audioCacheReadTokens,
        IMAGE: usage.imageCacheReadTokens,
        VIDEO: usage.videoCacheReadTokens,
        DOCUMENT: usage.documentCacheReadTokens,
      }),
    }),
    ...(answered > 0 && {
      candidatesTokensDetails: kinds(answered, {
        AUDIO: usage.audioCompletionTokens,
        IMAGE: usage.imageCompletionTokens,
        VIDEO: usage.videoCompletionTokens,
      }),
    }),
  }
}

/** The same counts as an interaction calls them. */
export function writeInteractionUsage(usage: Usage): JsonObject {
  const prompt = totalPromptTokens(usage)
  const completion = totalCompletionTokens(usage)
  const thoughts = Math.min(usage.reasoningTokens, completion)
  return {
    total_input_tokens: prompt,
    total_cached_tokens: totalCacheReadTokens(usage),
    total_output_tokens: completion - thoughts,
    total_thought_tokens: thoughts,
    total_tokens: prompt + completion,
  }
}

/** Vectors have no answer to be counted. */
export function writeEmbeddingsUsage(usage: Usage): JsonObject {
  const prompt = totalPromptTokens(usage)
  return { promptTokenCount: prompt, totalTokenCount: prompt }
}

/** What no other kind has is text. */
function kinds(whole: number, others: Readonly<Record<string, number>>): readonly JsonObject[] {
  const listed = Object.entries(others).filter(([, count]) => count > 0)
  const text = whole - listed.reduce((sum, [, count]) => sum + count, 0)
  const all = text > 0 ? [['TEXT', text] as const, ...listed] : listed
  return all.map(([modality, tokenCount]) => ({ modality, tokenCount }))
}

/** The end of a stream that reported no usage, with what was billed in its last frame. */
export function withUsage(frames: string, usage: Usage): string {
  const usageMetadata = writeUsage(usage)
  const blocks = frames.split(/(?<=\n\r?\n)/)
  for (const [at, block] of [...blocks.entries()].reverse()) {
    const [frame] = parseFrames(block)
    const answer = frame === undefined ? undefined : parsedObject(frame.data)
    if (answer !== undefined) return blocks.with(at, frameOf({ ...answer, usageMetadata })).join('')
  }
  return frames + frameOf({ usageMetadata })
}

export function frameOf(answer: JsonObject): string {
  return `data: ${JSON.stringify(answer)}\n\n`
}
