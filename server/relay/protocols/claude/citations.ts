import type { Citation, CitedSource, JsonObject } from '../../wire/chat'

/** As of Claude's own search where there is an address, else as of a document of the request. */
export function writeCitations({ sources }: Citation): readonly JsonObject[] {
  return sources.map(writeCitation)
}

function writeCitation({ id, url, title, quote }: CitedSource): JsonObject {
  if (url !== undefined) {
    const about = { url, title: title ?? null, cited_text: quote, encrypted_index: '' }
    return { type: 'web_search_result_location', ...about }
  }
  return {
    type: 'char_location',
    cited_text: quote,
    document_index: numberIn(id),
    document_title: title ?? id,
    start_char_index: 0,
    end_char_index: quote.length,
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
