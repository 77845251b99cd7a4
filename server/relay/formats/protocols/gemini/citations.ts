import type { Citation, CitedSource, JsonObject } from '../../../wire/chat'

/** A text as it is written: which part it is, and where it begins in all text, in bytes. */
export interface TextPlace {
  readonly part: number
  readonly begin: number
}

/** A stream is one text to those who read it. */
const ONE_TEXT: readonly TextPlace[] = [{ part: 0, begin: 0 }]

/** What texts are grounded in, each source named once. `texts` are in their order. */
export function groundingOf(citations: readonly Citation[], texts = ONE_TEXT): JsonObject {
  if (citations.length === 0) return {}
  const chunks: JsonObject[] = []
  const places = new Map<string, number>()
  const placeOf = (source: CitedSource): number => {
    const name = JSON.stringify([source.id, source.url])
    const known = places.get(name) ?? chunks.length
    if (known === chunks.length) chunks.push(chunkOf(source))
    places.set(name, known)
    return known
  }
  const supports = citations.map((citation) => ({
    segment: segmentOf(citation, texts),
    groundingChunkIndices: [...new Set(citation.sources.map(placeOf))],
  }))
  return { groundingMetadata: { groundingChunks: chunks, groundingSupports: supports } }
}

/** Places are counted from where a part begins; the first part is not named. */
function segmentOf({ text, span }: Citation, texts: readonly TextPlace[]): JsonObject {
  if (span === undefined) return { text }
  const at = texts.findLastIndex(({ begin }) => begin <= span.startByte)
  const home = texts[at]
  const isTorn = span.endByte > (texts[at + 1]?.begin ?? span.endByte)
  if (home === undefined || isTorn) return { text }
  const { part, begin } = home
  const [startIndex, endIndex] = [span.startByte - begin, span.endByte - begin]
  return { ...(part > 0 && { partIndex: part }), startIndex, endIndex, text }
}

function chunkOf({ id, url, title, quote }: CitedSource): JsonObject {
  return url === undefined
    ? { retrievedContext: { title: title ?? id, text: quote } }
    : { web: { uri: url, title: title ?? url } }
}
