/**
 * Everything that a call can consume, a row each. The keys are the fields of `Usage`, so a row
 * is all that a new unit needs besides its two texts: totals, bills, log rows and price rows go
 * through these rows. Units are disjoint unless the rule says `other-unit`.
 *
 * Rules and constants are part of the bills that were written with them: changing one changes
 * what a stored row works out at. A model's own price is the way to change a price.
 */
import type { Per, PriceRule, RatioName, Unit } from './unit'

const MILLION: Per = 1_000_000
const THOUSAND: Per = 1_000

function ratio(...ratios: readonly RatioName[]): PriceRule {
  return { by: 'ratio', ratios }
}

/** A cache that lives for an hour costs 2 × input to fill, one of five minutes 1.25 ×. */
const LONG_CACHE_WRITE_FACTOR = 1.6

/** A recording counts as 1000 prompt tokens a minute, which is no decimal by the second. */
const TOKENS_PER_MINUTE = 1000
const SECONDS_PER_MINUTE = 60

/** Model ratio 1 stands for $0.0025 an image, which is 1250 prompt tokens. */
const TOKENS_PER_IMAGE = 1250

export const UNITS = {
  /** Fresh text read by the model: neither from nor into a cache, not of another kind. */
  promptTokens: { class: 'prompt', side: 'prompt', per: MILLION, price: ratio(), logged: 'column' },
  cacheReadTokens: {
    class: 'cache_read',
    side: 'prompt',
    cache: 'read',
    per: MILLION,
    price: ratio('cacheRatio'),
    logged: 'cache_tokens',
  },
  /** For five minutes, or for as long as the vendor keeps what has no lifetime of its own. */
  cacheWriteTokens: {
    class: 'cache_write',
    side: 'prompt',
    cache: 'write',
    per: MILLION,
    price: ratio('cacheWriteRatio'),
    logged: 'cache_creation_tokens',
  },
  cacheWrite30mTokens: {
    class: 'cache_write_30m',
    side: 'prompt',
    cache: 'write',
    per: MILLION,
    price: ratio('cacheWriteRatio'),
  },
  /** Cached for an hour. */
  longCacheWriteTokens: {
    class: 'cache_write_long',
    side: 'prompt',
    cache: 'write',
    per: MILLION,
    price: { by: 'ratio', ratios: ['cacheWriteRatio'], times: LONG_CACHE_WRITE_FACTOR },
    logged: 'cache_creation_tokens_1h',
  },
  /** At least what an hour costs. */
  cacheWrite12hTokens: {
    class: 'cache_write_12h',
    side: 'prompt',
    cache: 'write',
    per: MILLION,
    price: { by: 'ratio', ratios: ['cacheWriteRatio'], times: LONG_CACHE_WRITE_FACTOR },
  },
  audioPromptTokens: {
    class: 'audio_prompt',
    side: 'prompt',
    per: MILLION,
    price: ratio('audioRatio'),
    logged: 'audio_input',
  },
  audioCacheReadTokens: {
    class: 'audio_cache_read',
    side: 'prompt',
    cache: 'read',
    per: MILLION,
    price: ratio('cacheRatio'),
  },
  imagePromptTokens: {
    class: 'image_prompt',
    side: 'prompt',
    per: MILLION,
    price: ratio('imageRatio'),
  },
  imageCacheReadTokens: {
    class: 'image_cache_read',
    side: 'prompt',
    cache: 'read',
    per: MILLION,
    price: ratio('imageRatio', 'cacheRatio'),
  },
  videoPromptTokens: { class: 'video_prompt', side: 'prompt', per: MILLION, price: ratio() },
  videoCacheReadTokens: {
    class: 'video_cache_read',
    side: 'prompt',
    cache: 'read',
    per: MILLION,
    price: ratio('cacheRatio'),
  },
  documentPromptTokens: { class: 'document_prompt', side: 'prompt', per: MILLION, price: ratio() },
  documentCacheReadTokens: {
    class: 'document_cache_read',
    side: 'prompt',
    cache: 'read',
    per: MILLION,
    price: ratio('cacheRatio'),
  },
  /** Text written by the model, hidden reasoning included, other kinds excluded. */
  completionTokens: {
    class: 'completion',
    side: 'completion',
    per: MILLION,
    price: ratio('completionRatio'),
    logged: 'column',
  },
  /** The part of `completionTokens` that was reasoning. */
  reasoningTokens: {
    class: 'reasoning',
    side: 'neither',
    per: MILLION,
    price: { by: 'other-unit' },
    logged: 'reasoning_tokens',
  },
  audioCompletionTokens: {
    class: 'audio_completion',
    side: 'completion',
    per: MILLION,
    price: ratio('audioRatio', 'audioCompletionRatio'),
    logged: 'audio_output',
  },
  imageCompletionTokens: {
    class: 'image_completion',
    side: 'completion',
    per: MILLION,
    price: ratio('completionRatio'),
  },
  videoCompletionTokens: {
    class: 'video_completion',
    side: 'completion',
    per: MILLION,
    price: ratio('completionRatio'),
  },
  /** Searches that the vendor made for the model; no text units. */
  webSearches: {
    class: 'web_search',
    side: 'neither',
    per: THOUSAND,
    isTool: true,
    price: { by: 'dollars', usd: 10 },
    logged: 'web_search_requests',
  },
  fileSearches: {
    class: 'file_search',
    side: 'neither',
    per: THOUSAND,
    isTool: true,
    price: { by: 'dollars', usd: 2.5 },
  },
  mapSearches: {
    class: 'map_search',
    side: 'neither',
    per: THOUSAND,
    isTool: true,
    price: { by: 'dollars', usd: 25 },
  },
  /** Sandboxes that ran the model's code. */
  codeSessions: {
    class: 'code_session',
    side: 'neither',
    per: THOUSAND,
    isTool: true,
    price: { by: 'dollars', usd: 30 },
  },
  webFetches: {
    class: 'web_fetch',
    side: 'neither',
    per: THOUSAND,
    isTool: true,
    price: { by: 'nothing', why: 'a fetched page is charged as the prompt tokens that it is' },
  },
  /** Of a recording, begun seconds counting in full. */
  seconds: {
    class: 'second',
    side: 'neither',
    per: 1,
    price: { by: 'ratio', ratios: [], times: TOKENS_PER_MINUTE, over: SECONDS_PER_MINUTE },
  },
  /** Of a text that is spoken. */
  characters: { class: 'character', side: 'neither', per: MILLION, price: ratio() },
  pages: { class: 'page', side: 'neither', per: THOUSAND, price: { by: 'dollars', usd: 2 } },
  /** What a vendor counts a ranking of documents in. */
  searchUnits: {
    class: 'search_unit',
    side: 'neither',
    per: THOUSAND,
    price: { by: 'dollars', usd: 2 },
  },
  images: {
    class: 'image',
    side: 'neither',
    per: 1,
    price: { by: 'ratio', ratios: [], times: TOKENS_PER_IMAGE },
  },
  /** Dear on purpose, as every model without a price is: sizes differ tenfold. */
  videoSeconds: {
    class: 'video_second',
    side: 'neither',
    per: 1,
    price: { by: 'dollars', usd: 0.5 },
  },
  /**
   * Tokens of a cache times the hours that it is kept; what Google asks for Pro models.
   * `published/google` has the rest.
   */
  cacheStorage: {
    class: 'cache_storage',
    side: 'neither',
    per: MILLION,
    isTool: true,
    price: { by: 'dollars', usd: 4.5 },
  },
  /** Requests that the vendor counts apart from what they use. */
  calls: {
    class: 'call',
    side: 'neither',
    per: THOUSAND,
    price: { by: 'nothing', why: 'a call costs what it uses, unless its model has a price for it' },
  },
} as const satisfies Readonly<Record<string, Unit>>

export type UnitName = keyof typeof UNITS
export type UnitClass = (typeof UNITS)[UnitName]['class']

/** In the order of a bill. */
export const UNIT_NAMES = Object.keys(UNITS) as readonly UnitName[]

export function unitOf(name: UnitName): Unit & { readonly class: UnitClass } {
  return UNITS[name]
}

const BY_CLASS: ReadonlyMap<string, UnitName> = new Map(
  UNIT_NAMES.map((name) => [UNITS[name].class, name]),
)

/** `undefined` for a class that no row has. */
export function unitOfClass(name: string): UnitName | undefined {
  return BY_CLASS.get(name)
}

/** Those that a bill charges; the others are a part of one of these. */
export const CHARGED_UNITS: readonly UnitName[] = UNIT_NAMES.filter(
  (name) => unitOf(name).price.by !== 'other-unit',
)
