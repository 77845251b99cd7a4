import type { Citation, JsonObject } from '../../wire/chat'

/** Only what has an address can be cited here, and only at its place. */
export function writeAnnotations({ span, sources }: Citation): readonly JsonObject[] {
  if (span === undefined) return []
  const { start, end } = span
  return sources.flatMap(({ url, title }) => {
    if (url === undefined) return []
    const url_citation = { start_index: start, end_index: end, url, title: title ?? url }
    return [{ type: 'url_citation', url_citation }]
  })
}
