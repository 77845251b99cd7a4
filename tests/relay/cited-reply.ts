/** An answer that cites, and what every vendor's has in common. */
import { type Reply, sse } from '../support/upstream'

/** The cited piece stands behind characters of several bytes. */
export const [LEAD, CITED, REST] = ['Grüße 🐧! ', 'Penguins are tall', '.']
export const TEXT = LEAD + CITED + REST
export const ZOO = 'https://zoo.example/penguins'
export const BOOK = 'https://book.example/birds'
export const PAPER = 'Paper of 1911'
export const QUOTE = 'The tall ones.'
export interface CitedReply {
  readonly type: number
  /** Of its channel, where not any will do. */
  readonly key?: string
  readonly whole: Reply
  readonly streamed: Reply
  /** Name of a source (its address, else its title) and the text that it is cited for. */
  readonly cited: readonly (readonly [name: string, text: string])[]
}

export type Event = Readonly<Record<string, unknown>> & { readonly type: string }

export const events = (list: readonly Event[]): Reply =>
  sse(list.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`))
export const frames = (list: readonly object[], ...last: readonly string[]): Reply =>
  sse([...list.map((frame) => `data: ${JSON.stringify(frame)}\n\n`), ...last])
