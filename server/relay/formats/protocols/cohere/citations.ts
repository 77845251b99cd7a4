import type { Citation, CitedSource, JsonObject } from '../../../wire/chat'

/** Where a text that is shown begins, counted in characters of all text of the answer. */
export interface TextPlace {
  /** Of the content, or the plan of what tools are called for. */
  readonly place: number | 'plan'
  readonly begin: number
}

/** `texts` in the order in which they stand. */
export function writeCitation(
  { text, span, sources }: Citation,
  texts: readonly TextPlace[],
): JsonObject {
  const cited = sources.map(writeSource)
  const own = span && texts.findLast(({ begin }) => begin <= span.start)
  if (span === undefined || own === undefined) return { text, sources: cited }
  const { place, begin } = own
  return {
    start: span.start - begin,
    end: span.end - begin,
    text,
    sources: cited,
    ...(place === 'plan' ? { type: 'PLAN' } : { content_index: place, type: 'TEXT_CONTENT' }),
  }
}

function writeSource({ id, url, title, quote }: CitedSource): JsonObject {
  const said = {
    ...(title !== undefined && { title }),
    ...(url !== undefined && { url }),
    ...(quote !== '' && { snippet: quote }),
  }
  return { type: 'document', id: id || (url ?? ''), document: said }
}

/** Characters as Unicode counts them: a pair of surrogates is one. */
export function countCharacters(text: string): number {
  let count = 0
  for (const _ of text) count += 1
  return count
}
