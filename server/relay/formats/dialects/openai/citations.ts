/**
 * Where texts come from, as OpenAI's annotations tell it, and as vendors do who list their
 * sources next to the answer (Perplexity, xAI, Qianfan) and mark them in its text: `[1]`.
 */
import type { CitedSource, Json, JsonObject } from '../../../wire/chat'
import type { CollectedCitation, CollectedSources } from '../citation-collector'
import { countOf, isList, isObject, objectOf, objectsOf, textOf } from '../json-fields'
import { addressOf, type SaidText, sourceOf } from '../said-text'

/** Number of a source as marks have it → the source. */
export type ListedSources = ReadonlyMap<number, CitedSource>

/** More are not reported. */
const MAX_SOURCES = 100
const MAX_MARKS = 1_000
/** Marks in code are no marks. */
const MARKS = /```[\s\S]*?```|`[^`\n]*`|\[(\d{1,3})\]/g

/** Of a message, or of a piece of one. */
export function annotatedIn({ annotations }: JsonObject): CollectedSources {
  const citations: CollectedCitation[] = []
  const sources: CitedSource[] = []
  for (const annotation of objectsOf(annotations)) {
    // Some write its fields as Responses has them.
    const fields = objectOf(annotation.url_citation) ?? annotation
    const source = readSource(fields)
    if (source === undefined) continue
    const [start = 0, end = 0] = [countOf(fields.start_index), countOf(fields.end_index)]
    if (start < end) citations.push({ by: 'characters', range: [start, end], sources: [source] })
    else sources.push(source)
  }
  return { citations, sources }
}

const NONE: ListedSources = new Map()

/** Of a whole answer, or of a frame of one. */
export function listedIn({ citations, search_results: results }: JsonObject): ListedSources {
  if (citations === undefined && results === undefined) return NONE
  const found = objectsOf(results)
  const about = new Map(found.map((result) => [textOf(result.url), result]))
  const cited = isList(citations) ? citations.map((one) => citedIn(one, about)) : []
  const listed = new Map<number, CitedSource>()
  for (const [at, entry] of (cited.length > 0 ? cited : found).slice(0, MAX_SOURCES).entries()) {
    const source = readSource(entry)
    if (source !== undefined) listed.set(countOf(entry.index) ?? at + 1, source)
  }
  return listed
}

/** An address, with what else is known about it. */
function citedIn(citation: Json, about: ReadonlyMap<string | undefined, JsonObject>): JsonObject {
  if (isObject(citation)) return citation
  const url = textOf(citation)
  return about.get(url) ?? { url: url ?? null }
}

/** Each source where its marks stand. */
export function markedIn(said: SaidText, listed: ListedSources): CollectedSources {
  const citations: CollectedCitation[] = []
  if (listed.size === 0) return { citations, sources: [] }
  const text = said.text()
  let [read, start] = [0, 0]
  for (const found of text.matchAll(MARKS)) {
    const [mark, number] = found
    const source = listed.get(Number(number))
    if (citations.length >= MAX_MARKS) break
    if (source === undefined) continue
    start += Buffer.byteLength(text.slice(read, found.index))
    read = found.index
    const range = [start, start + Buffer.byteLength(mark)] as const
    citations.push({ by: 'bytes', range, sources: [source] })
  }
  return { citations, sources: [...listed.values()] }
}

function readSource(fields: JsonObject): CitedSource | undefined {
  const url = addressOf(textOf(fields.url))
  const id = url === undefined ? textOf(fields.file_id) : url
  const title = textOf(fields.title) ?? textOf(fields.filename)
  return sourceOf({ url, id }, { title, quote: textOf(fields.content) ?? textOf(fields.snippet) })
}
