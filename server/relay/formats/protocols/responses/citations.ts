import type { Citation, CitedSource, CitedSpan, JsonObject } from '../../../wire/chat'

/** `before`: characters of the choice that stand in other items. */
export function annotationsOf({ span, sources }: Citation, before: number): readonly JsonObject[] {
  if (span === undefined || span.start < before) return []
  // Several pieces of one source are one source here.
  const named = new Map(sources.map((source) => [source.url ?? source.id, source]))
  return [...named.values()].map((source) => annotationOf(source, span, before))
}

function annotationOf(
  { id, url, title }: CitedSource,
  { start, end }: CitedSpan,
  before: number,
): JsonObject {
  const [start_index, end_index] = [start - before, end - before]
  if (url !== undefined) {
    return { type: 'url_citation', start_index, end_index, url, title: title ?? url }
  }
  return { type: 'file_citation', file_id: id, filename: title ?? id, index: end_index }
}
