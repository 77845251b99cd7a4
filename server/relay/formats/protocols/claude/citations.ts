import type { Citation, CitedSource, JsonObject } from '../../../wire/chat'

/**
 * Writes what the blocks of one answer cite: what has an address as a search result, which needs
 * no proof of Claude's own, and anything else as a document of the request.
 */
export class CitationWriter {
  /** Addresses in the order in which they are sent. */
  readonly #places = new Map<string, number>()

  /** What is not yet `written` of the block: a block says of all its text where it comes from. */
  write({ sources }: Citation, written: Set<string>): readonly JsonObject[] {
    return sources
      .map((source) => this.#location(source))
      .filter((location) => {
        const { size } = written
        return written.add(JSON.stringify(location)).size > size
      })
  }

  #location(source: CitedSource): JsonObject {
    const { url, title, quote } = source
    if (url === undefined) return documentLocation(source)
    const place = this.#places.get(url) ?? this.#places.size
    this.#places.set(url, place)
    return {
      type: 'search_result_location',
      cited_text: quote,
      source: url,
      title: title ?? null,
      search_result_index: place,
      start_block_index: 0,
      end_block_index: 1,
    }
  }
}

function documentLocation({ id, title, quote }: CitedSource): JsonObject {
  return {
    type: 'char_location',
    cited_text: quote,
    document_index: numberIn(id),
    document_title: title ?? id,
    start_char_index: 0,
    end_char_index: [...quote].length,
    file_id: null,
  }
}

/** Documents without a name of their own are named by their number. */
function numberIn(id: string): number {
  const digits = id.slice(id.lastIndexOf(':') + 1)
  return digits.length > 0 && digits.length < 6 && !Number.isNaN(Number(digits))
    ? Number(digits)
    : 0
}
