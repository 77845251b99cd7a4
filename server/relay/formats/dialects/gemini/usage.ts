import { type Usage, usage } from '../../../../domain/money/usage'
import type { Json, JsonObject } from '../../../wire/chat'
import { objectOf, objectsOf, textOf, tokensOf } from '../json-fields'
import { unknownCounts } from '../unknown-usage'

/**
 * Consumption from an answer's `usageMetadata`, or `undefined` when it has none.
 *
 * Gemini counts cached text inside the prompt, thoughts next to the answer and tool results
 * next to both; audio, images and videos are slices of each, listed in the details by modality.
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
  const tier = TIERS[textOf(counts.trafficType) ?? '']
  const unknown = unknownCounts(counts, KNOWN)
  return usage({
    ...promptParts(counts, read),
    ...answerParts(counts, answered, thoughts),
    ...(tier !== undefined && { tier }),
    ...(unknown && { unknown }),
  })
}

/** Names that are read, or that another count has in. */
const KNOWN: ReadonlySet<string> = new Set([
  'promptTokenCount',
  'toolUsePromptTokenCount',
  'cachedContentTokenCount',
  'candidatesTokenCount',
  'thoughtsTokenCount',
  'totalTokenCount',
])

/** Traffic types that are no ordinary one. */
const TIERS: Readonly<Partial<Record<string, string>>> = {
  ON_DEMAND_PRIORITY: 'priority',
  ON_DEMAND_FLEX: 'flex',
  ON_DEMAND_OFFPEAK: 'offpeak',
  PROVISIONED_THROUGHPUT: 'provisioned',
}

function promptParts(counts: JsonObject, read: number): Partial<Usage> {
  const cached = Math.min(read, tokensOf(counts.cachedContentTokenCount) ?? 0)
  const kinds = tokensByKind(counts.cacheTokensDetails)
  const all = tokensByKind(counts.promptTokensDetails)
  const [audioCached, imageCached, videoCached, documentCached] = split(cached, [
    kinds.AUDIO,
    kinds.IMAGE,
    kinds.VIDEO,
    kinds.DOCUMENT,
  ])
  // The kinds of the prompt are reported with what the cache gave of each.
  const [audio, image, video, document] = split(read - cached, [
    all.AUDIO - kinds.AUDIO,
    all.IMAGE - kinds.IMAGE,
    all.VIDEO - kinds.VIDEO,
    all.DOCUMENT - kinds.DOCUMENT,
  ])
  return {
    promptTokens: read - cached - audio - image - video - document,
    cacheReadTokens: cached - audioCached - imageCached - videoCached - documentCached,
    audioPromptTokens: audio,
    audioCacheReadTokens: audioCached,
    imagePromptTokens: image,
    imageCacheReadTokens: imageCached,
    videoPromptTokens: video,
    videoCacheReadTokens: videoCached,
    documentPromptTokens: document,
    documentCacheReadTokens: documentCached,
  }
}

function answerParts(counts: JsonObject, answered: number, thoughts: number): Partial<Usage> {
  const kinds = tokensByKind(counts.candidatesTokensDetails)
  const [audio, image, video] = split(answered, [kinds.AUDIO, kinds.IMAGE, kinds.VIDEO, 0])
  return {
    completionTokens: answered - audio - image - video + thoughts,
    reasoningTokens: thoughts,
    audioCompletionTokens: audio,
    imageCompletionTokens: image,
    videoCompletionTokens: video,
  }
}

type Four = [number, number, number, number]

/** Each part no larger than what those before it leave of the whole, and never negative. */
function split(whole: number, parts: Four): Four {
  let remaining = whole
  const take = (part: number): number => {
    const taken = Math.max(0, Math.min(part, remaining))
    remaining -= taken
    return taken
  }
  return [take(parts[0]), take(parts[1]), take(parts[2]), take(parts[3])]
}

const KINDS = ['AUDIO', 'IMAGE', 'VIDEO', 'DOCUMENT'] as const

function tokensByKind(details: Json | undefined): Record<(typeof KINDS)[number], number> {
  const sums = { AUDIO: 0, IMAGE: 0, VIDEO: 0, DOCUMENT: 0 }
  for (const { modality, tokenCount } of objectsOf(details)) {
    const kind = KINDS.find((name) => name === modality)
    if (kind !== undefined) sums[kind] += tokensOf(tokenCount) ?? 0
  }
  return sums
}
