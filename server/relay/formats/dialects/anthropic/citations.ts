/** Where texts come from, as Claude reports it: all of a block comes from what the block cites. */
import type { Citation, CitedSource, JsonObject } from '../../../wire/chat'
import { countOf, objectOf, objectsOf, textOf } from '../json-fields'
import { addressOf, SaidText, sourceOf } from '../said-text'

/** Of one block; none has so many. */
const MAX_SOURCES = 100

/** The texts of an answer, block by block. */
export class CitedBlocks {
  readonly #said = new SaidText()
  #block = 0
  #sources: CitedSource[] = []

  /** The answer is all there. */
  keep(): void {
    this.#said.keep()
  }

  /** A block of text; what it cites may come with it, or behind. */
  begin({ citations }: JsonObject): void {
    this.#block += 1
    this.#said.begin(this.#block)
    this.cite(objectsOf(citations))
  }

  add(text: string | undefined): void {
    this.#said.add(text ?? '')
  }

  cite(citations: readonly JsonObject[]): void {
    if (citations.length === 0 || this.#sources.length >= MAX_SOURCES) return
    this.#said.keep()
    this.#sources.push(...citations.flatMap((citation) => readSource(citation) ?? []))
  }

  /** What the block that ends here cites. */
  end(): readonly Citation[] {
    if (this.#sources.length === 0) return []
    const sources = this.#sources.slice(0, MAX_SOURCES)
    this.#sources = []
    return [{ ...this.#said.since(this.#block), sources }]
  }
}

/** A page of the web, or a document or search result of the request. */
function readSource(location: JsonObject): CitedSource | undefined {
  const place = textOf(location.source)
  const url = addressOf(textOf(location.url) ?? place)
  const id = url ?? place ?? textOf(location.file_id) ?? documentId(location)
  const title = textOf(location.title) ?? textOf(location.document_title)
  return sourceOf({ url, id }, { title, quote: textOf(location.cited_text) })
}

function documentId({ document_index: index }: JsonObject): string | undefined {
  const number = countOf(index)
  return number === undefined ? undefined : `doc:${number}`
}

/** Of a delta of a stream. */
export function citedInDelta({ citation }: JsonObject): readonly JsonObject[] {
  const location = objectOf(citation)
  return location === undefined ? [] : [location]
}
