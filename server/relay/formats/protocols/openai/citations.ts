import type { Citation, JsonObject } from '../../../wire/chat'

/** Only what has an address can be cited here, and only at its place. */
export function writeAnnotations({ span, sources }: Citation): readonly JsonObject[] {
  if (span === undefined) return []
  const [start_index, end_index] = [span.start, span.end]
  const pages = new Map(sources.map(({ url, title }) => [url, title]))
  return [...pages].flatMap(([url, title]) => {
    if (url === undefined) return []
    const url_citation = { start_index, end_index, url, title: title ?? url }
    return [{ type: 'url_citation', url_citation }]
  })
}
