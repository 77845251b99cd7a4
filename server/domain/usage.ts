/**
 * What one call consumed, in disjoint classes: no text unit is counted in two fields.
 *
 * Providers disagree on whether cached text is part of the prompt count (OpenAI, Gemini) or
 * beside it (Anthropic). Every dialect settles that here, so pricing never has to ask.
 */
export interface Usage {
  /** Fresh text read by the model: neither from nor into a cache, not audio. */
  readonly promptTokens: number
  readonly cacheReadTokens: number
  readonly cacheWriteTokens: number
  /** Written into a cache that is kept for an hour, which costs more. */
  readonly longCacheWriteTokens: number
  readonly audioPromptTokens: number
  /** Text written by the model, hidden reasoning included, audio excluded. */
  readonly completionTokens: number
  /** The part of `completionTokens` that was reasoning; shown, never priced apart. */
  readonly reasoningTokens: number
  readonly audioCompletionTokens: number
  /** Searches that the vendor made for the model; no text units. */
  readonly webSearches: number
}

export const NO_USAGE: Usage = {
  promptTokens: 0,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  longCacheWriteTokens: 0,
  audioPromptTokens: 0,
  completionTokens: 0,
  reasoningTokens: 0,
  audioCompletionTokens: 0,
  webSearches: 0,
}

export function usage(part: Partial<Usage>): Usage {
  return { ...NO_USAGE, ...part }
}

/** Everything the model read, cached or not. */
export function totalPromptTokens(u: Usage): number {
  return u.promptTokens + u.cacheReadTokens + totalCacheWriteTokens(u) + u.audioPromptTokens
}

/** Everything that went into a cache, for however long. */
export function totalCacheWriteTokens(u: Usage): number {
  return u.cacheWriteTokens + u.longCacheWriteTokens
}

/** Everything the model wrote. */
export function totalCompletionTokens(u: Usage): number {
  return u.completionTokens + u.audioCompletionTokens
}
