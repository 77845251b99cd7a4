/** Where texts come from, as Cohere reports it, in a form that every client protocol can take. */
import type { Citation, CitedSource, CitedSpan, Json, JsonObject } from '../../../wire/chat'
import { countOf, objectOf, objectsOf, textOf } from '../json-fields'
import { quoteOf, type SaidText } from '../said-text'

/** What is said before tools are called is counted apart from the rest. */
export const PLAN = 'plan'
/** Fields of a document that say what it says, by custom. */
const WORDS = ['snippet', 'text', 'content', 'body'] as const

/** `undefined` for what does not cite text that is shown. */
export function readCitation(said: SaidText, value: Json | undefined): Citation | undefined {
  const fields = objectOf(value)
  const text = textOf(fields?.text)
  if (fields === undefined || text === undefined || fields.type === 'THINKING_CONTENT') {
    return undefined
  }
  said.keep()
  const sources = objectsOf(fields.sources).map(readSource)
  return sources.length === 0 ? undefined : { text, span: spanOf(said, fields, text), sources }
}

/** Only where the piece stands there indeed. */
function spanOf(said: SaidText, fields: JsonObject, text: string): CitedSpan | undefined {
  const block = fields.type === 'PLAN' ? PLAN : (countOf(fields.content_index) ?? 0)
  const start = countOf(fields.start)
  if (start === undefined) return undefined
  const piece = said.at('characters', [start, start + [...text].length], block)
  return piece?.text === text ? piece.span : undefined
}

/** A document that the client gave, or what one of its tools said. */
function readSource(source: JsonObject): CitedSource {
  const said = objectOf(source.document) ?? objectOf(source.tool_output) ?? {}
  const words = WORDS.map((name) => textOf(said[name])).find((text) => text !== undefined)
  return {
    id: textOf(source.id) ?? '',
    url: textOf(said.url),
    title: textOf(said.title),
    quote: quoteOf(words),
  }
}
