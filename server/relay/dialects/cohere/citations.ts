/** Where texts come from, as Cohere tells it, in words that every client protocol can be told. */
import type { Citation, CitedSource, CitedSpan, Json, JsonObject } from '../../wire/chat'
import { countOf, objectOf, objectsOf, textOf } from '../json-fields'

/** Citations are placed in so much text; what comes after is told without its place. */
const MAX_CHARACTERS = 64 * 1024
const MAX_QUOTE = 300
/** What is said before tools are called is counted apart from the rest. */
export const PLAN = 'plan'
/** Fields of a document that say what it says, by custom. */
const WORDS = ['snippet', 'text', 'content', 'body'] as const

/** The text of an answer so far, whose pieces are counted from where their block begins. */
export class SaidText {
  #text = ''
  #isWhole = true
  readonly #starts = new Map<number | typeof PLAN, string>()

  begin(block: number | typeof PLAN): void {
    if (!this.#starts.has(block)) this.#starts.set(block, this.#text)
  }

  add(text: string): void {
    this.#isWhole &&= this.#text.length + text.length <= MAX_CHARACTERS
    if (this.#isWhole) this.#text += text
  }

  /** `undefined` for what does not cite text that is shown. */
  read(value: Json | undefined): Citation | undefined {
    const told = objectOf(value)
    const text = textOf(told?.text)
    if (told === undefined || text === undefined || told.type === 'THINKING_CONTENT') {
      return undefined
    }
    const sources = objectsOf(told.sources).map(readSource)
    return sources.length === 0 ? undefined : { text, span: this.#spanOf(told, text), sources }
  }

  /** Only where the piece stands there indeed. */
  #spanOf(told: JsonObject, piece: string): CitedSpan | undefined {
    const before = this.#starts.get(
      told.type === 'PLAN' ? PLAN : (countOf(told.content_index) ?? 0),
    )
    const start = countOf(told.start)
    if (before === undefined || start === undefined) return undefined
    const block = this.#text.slice(before.length)
    const lead = before + [...block.slice(0, start * 2)].slice(0, start).join('')
    if (!this.#text.startsWith(piece, lead.length)) return undefined
    const [first, startByte] = [lengthOf(lead), Buffer.byteLength(lead)]
    const [end, endByte] = [first + lengthOf(piece), startByte + Buffer.byteLength(piece)]
    return { start: first, end, startByte, endByte }
  }
}

function lengthOf(text: string): number {
  let length = 0
  for (const _ of text) length += 1
  return length
}

/** A document that the client gave, or what one of its tools said. */
function readSource(source: JsonObject): CitedSource {
  const said = objectOf(source.document) ?? objectOf(source.tool_output) ?? {}
  const words = WORDS.map((name) => textOf(said[name])).find((text) => text !== undefined)
  return {
    id: textOf(source.id) ?? '',
    url: textOf(said.url),
    title: textOf(said.title),
    quote: (words ?? '').slice(0, MAX_QUOTE).toWellFormed(),
  }
}
