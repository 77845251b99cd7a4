/** The events of a background answer as a stream: those that were, then those that come. */

import { COMMENT } from '../../formats/protocols/keep-alive'
import { answerHeaders } from '../../net/answer-headers'
import { invalid } from '../../wire/body-fields'
import type { Relay } from '../relay'
import type { StreamWatch, WatchedStream } from '../stream/open-streams'
import type { EventSource } from './run-events'

export interface FollowOrder {
  readonly source: EventSource
  /** Sequence number of the first event. */
  readonly from: number
  readonly requestId: string
  /** Called before the last byte is handed over. */
  readonly ending: () => void
}

export function followed(relay: Pick<Relay, 'streams'>, order: FollowOrder): Response {
  return new Response(new Follower(relay, order).body, {
    headers: {
      ...answerHeaders(order.requestId),
      'content-type': 'text/event-stream',
      'cache-control': 'no-cache',
      // Asks reverse proxies not to collect frames.
      'x-accel-buffering': 'no',
    },
  })
}

/** Throws `request.invalid` for what is no sequence number. */
export function startIn(query: URLSearchParams): number {
  const text = query.get('starting_after')
  if (text === null) return 0
  const after = Number(text)
  if (text !== '' && Number.isSafeInteger(after) && after >= 0) return after + 1
  throw invalid('starting_after', 'reason.not_an_integer')
}

/** Whoever leaves stops following; the answer is made all the same. */
class Follower implements WatchedStream {
  readonly body: ReadableStream<Uint8Array>
  readonly #order: FollowOrder
  readonly #watch: StreamWatch
  #client: ReadableStreamDefaultController<Uint8Array> | undefined
  #next: number
  #isOver = false

  constructor({ streams }: Pick<Relay, 'streams'>, order: FollowOrder) {
    this.#order = order
    this.#next = order.from
    this.#watch = streams.watch(this)
    this.body = new ReadableStream<Uint8Array>({
      start: (client) => {
        this.#client = client
      },
      pull: () => this.#send(),
      cancel: () => this.#end(),
    })
  }

  keepAlive(): void {
    if (!this.#isOver && (this.#client?.desiredSize ?? 0) > 0) {
      this.#client?.enqueue(Buffer.from(COMMENT))
    }
  }

  expire(): void {
    if (this.#isOver) return
    this.#end()
    this.#client?.close()
  }

  async #send(): Promise<void> {
    const text = await this.#order.source.eventAt(this.#next)
    if (this.#isOver) return
    if (text === undefined) {
      this.#end()
      this.#client?.close()
      return
    }
    this.#next += 1
    this.#watch.sent()
    this.#client?.enqueue(Buffer.from(`event: ${nameIn(text)}\ndata: ${text}\n\n`))
  }

  #end(): void {
    this.#isOver = true
    this.#watch.end()
    this.#order.ending()
  }
}

/** Events are written with their type in front. */
function nameIn(text: string): string {
  return /^\{"type":"([\w.]+)"/.exec(text)?.[1] ?? 'message'
}
