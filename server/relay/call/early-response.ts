/**
 * Begins the response to a stream while channels are still being tried: clients and the proxies
 * before them give up on a response that says nothing. Other channels can be tried as before,
 * since nothing with content has gone; what fails from then on is reported in the stream.
 */
import { GatewayError } from '../../domain/errors/gateway-error'
import { OPERATION_ROWS } from '../formats/operations'
import { PROTOCOL_CODECS } from '../formats/protocols'
import type { Call } from './call'
import { earlyHeaders, errorFrame } from './deliver'
import type { Relay } from './relay'
import type { StreamWatch, WatchedStream } from './stream/open-streams'
import { signOfLife } from './stream/sign-of-life'

type Reader = ReadableStreamDefaultReader<Uint8Array>

const TYPE = 'content-type'
const NOTHING_SENT = { head: '', tail: '' }

/** The answer itself where it comes in time, else a response that has it to follow. */
export function responseInTime(
  relay: Relay,
  call: Call,
  answer: Promise<Response>,
): Promise<Response> {
  const { operation, query } = call.facts
  // Of other operations only the upstream's head says what their answer is.
  const isFramed = query.stream && OPERATION_ROWS[operation].streams === true
  if (!isFramed || !relay.streams.sendsSigns) return answer
  return new EarlyResponse(relay, call, answer).response
}

class EarlyResponse implements WatchedStream {
  readonly #call: Call
  readonly #watch: StreamWatch
  readonly #response = Promise.withResolvers<Response>()
  /** Where the answer is read from, once the response has begun without it. */
  #source: PromiseWithResolvers<Reader> | undefined
  #client: ReadableStreamDefaultController<Uint8Array> | undefined
  #isGone = false
  readonly response = this.#response.promise

  constructor(relay: Relay, call: Call, answer: Promise<Response>) {
    this.#call = call
    this.#watch = relay.streams.watch(this)
    answer.then(
      (response) => this.#answered(response),
      (error: unknown) => this.#failed(error),
    )
  }

  keepAlive(): void {
    if (this.#isGone) return
    const client = this.#client ?? this.#begin()
    if ((client?.desiredSize ?? 0) > 0) client?.enqueue(signOfLife(this.#call.facts))
  }

  /** Every attempt has limits of its own. */
  expire(): void {
    this.#watch.end()
  }

  #begin() {
    const source = Promise.withResolvers<Reader>()
    this.#source = source
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.#client = controller
      },
      pull: (controller) => this.#pull(controller, source.promise),
      // Attempts learn of it from the signal of the request.
      cancel: () => {
        this.#isGone = true
        void source.promise.then((reader) => reader.cancel())
      },
    })
    this.#response.resolve(new Response(body, { headers: earlyHeaders(this.#call) }))
    return this.#client
  }

  #answered(response: Response): void {
    this.#watch.end()
    if (this.#source === undefined) this.#response.resolve(response)
    else this.#source.resolve(this.#readerOf(response))
  }

  /** An upstream may have answered at once all the same: that is one event. */
  async #readerOf(response: Response): Promise<Reader> {
    const isAnnounced = response.headers.get(TYPE) === earlyHeaders(this.#call)[TYPE]
    const { body } = isAnnounced ? response : new Response(eventOf(await response.text()))
    return (body ?? new Blob().stream()).getReader()
  }

  async #pull(
    client: ReadableStreamDefaultController<Uint8Array>,
    source: Promise<Reader>,
  ): Promise<void> {
    const reader = await source
    const { done, value } = await reader.read()
    if (this.#isGone) return
    if (done) client.close()
    else client.enqueue(value)
  }

  #failed(cause: unknown): void {
    this.#watch.end()
    const client = this.#client
    if (client === undefined) {
      this.#response.reject(cause)
      return
    }
    if (this.#isGone) return
    const error =
      cause instanceof GatewayError ? cause : new GatewayError('internal', {}, { cause })
    client.enqueue(this.#lastWords(error))
    this.#call.facts.ending()
    client.close()
  }

  #lastWords(error: GatewayError): Uint8Array {
    const { protocol, query } = this.#call.facts
    const frame = errorFrame(this.#call, error, NOTHING_SENT)
    const { listOf } = PROTOCOL_CODECS[protocol]
    if (!query.asList || listOf === undefined) return frame
    return Buffer.from(listOf(Buffer.from(frame).toString(), { isFirst: true, isLast: true }))
  }
}

function eventOf(text: string): string {
  return `data: ${text.trim().replaceAll(/\r\n?|\n/g, '\ndata: ')}\n\n`
}
