/** Where texts come from, as Google reports it: what they are grounded in, and what they recite. */
import type { CitedSource, JsonObject } from '../../../wire/chat'
import { type CollectedCitation, type CollectedSources, WHOLE_TEXT } from '../citation-collector'
import { countOf, isList, objectOf, objectsOf, textOf } from '../json-fields'
import { addressOf, sourceOf } from '../said-text'

type Chunks = readonly (CitedSource | undefined)[]

/** Of a candidate, or of a slice of one; places are counted in bytes. */
export function candidateCitations(candidate: JsonObject): CollectedSources | undefined {
  const grounding = objectOf(candidate.groundingMetadata)
  const recited = objectOf(candidate.citationMetadata)
  if (grounding === undefined && recited === undefined) return undefined
  const chunks = objectsOf(grounding?.groundingChunks).map(readChunk)
  const supports = objectsOf(grounding?.groundingSupports)
  const citations = supports.flatMap((support) => readSupport(support, chunks))
  // Its list has one name in Google's cloud and another in its API.
  const recitals = objectsOf(recited?.citations ?? recited?.citationSources)
  return {
    citations: [...citations, ...recitals.flatMap(readRecital)],
    sources: chunks.filter((chunk) => chunk !== undefined),
  }
}

/** Counted from its part; in a stream, which tears parts, from the begin of all text. */
function readSupport(support: JsonObject, chunks: Chunks): readonly CollectedCitation[] {
  const { groundingChunkIndices: indices } = support
  const named = isList(indices) ? [...new Set(indices)] : []
  const sources = named.flatMap((index) => chunks[countOf(index) ?? -1] ?? [])
  if (sources.length === 0) return []
  const segment = objectOf(support.segment) ?? {}
  const blocks = [countOf(segment.partIndex) ?? 0, WHOLE_TEXT]
  return [{ by: 'bytes', range: rangeOf(segment), blocks, text: textOf(segment.text), sources }]
}

function readRecital(recital: JsonObject): readonly CollectedCitation[] {
  const url = addressOf(textOf(recital.uri))
  const title = textOf(recital.title)
  const source = sourceOf({ url, id: url ?? title }, { title })
  return source === undefined ? [] : [{ by: 'bytes', range: rangeOf(recital), sources: [source] }]
}

/** Zeros are left out. */
function rangeOf({ startIndex, endIndex }: JsonObject): readonly [number, number] {
  return [countOf(startIndex) ?? 0, countOf(endIndex) ?? 0]
}

/** A page of the web, a place on a map, a picture, or a document of the caller's own. */
function readChunk(chunk: JsonObject): CitedSource | undefined {
  const origin =
    objectOf(chunk.web) ??
    objectOf(chunk.retrievedContext) ??
    objectOf(chunk.maps) ??
    objectOf(chunk.image)
  if (origin === undefined) return undefined
  const place = textOf(origin.uri) ?? textOf(origin.sourceUri)
  const url = addressOf(place)
  const title = textOf(origin.title)
  const id = url ?? place ?? textOf(origin.documentName) ?? title
  return sourceOf({ url, id }, { title, quote: textOf(origin.text) })
}
