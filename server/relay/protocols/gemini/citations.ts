import type { Citation, CitedSource, JsonObject } from '../../wire/chat'

/** What texts are grounded in, each source told once. */
export function groundingOf(citations: readonly Citation[]): JsonObject {
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
  const supports = citations.map(({ text, span, sources }) => ({
    segment: { ...(span && { startIndex: span.startByte, endIndex: span.endByte }), text },
    groundingChunkIndices: sources.map(placeOf),
  }))
  return { groundingMetadata: { groundingChunks: chunks, groundingSupports: supports } }
}

function chunkOf({ id, url, title, quote }: CitedSource): JsonObject {
  return url === undefined
    ? { retrievedContext: { title: title ?? id, text: quote } }
    : { web: { uri: url, title: title ?? url } }
}
