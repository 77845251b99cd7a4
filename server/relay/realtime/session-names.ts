/** What the model of a session is called: by its client as it asked, by its upstream as mapped. */
import type { Call } from '../call/call'
import type { SocketMessage } from '../net/upstream-socket'
import type { SocketCodec } from './socket-codec'

export class SessionNames {
  readonly #call: Call
  readonly #words: SocketCodec

  constructor(call: Call, words: SocketCodec) {
    this.#call = call
    this.#words = words
  }

  /** Of the upstream's, as the client reads it. */
  shown(text: string): string {
    const { channel, isMapped, facts } = this.#call
    if (!isMapped || channel?.keepUpstreamModel === true) return text
    return this.#words.renamed(text, { to: facts.query.model })
  }

  /** Of the client's, as the upstream reads it. */
  sent(message: SocketMessage): SocketMessage {
    const { isMapped, facts, upstreamModel } = this.#call
    if (typeof message !== 'string' || !isMapped) return message
    return this.#words.renamed(message, { from: facts.query.model, to: upstreamModel })
  }
}
