/** The test of a model that talks on sockets: one is opened, and one short answer requested. */

import type { ProtocolName } from '../../../domain/calls/protocol'
import { GatewayError, UpstreamError } from '../../../domain/errors/gateway-error'
import type { ChannelApi } from '../../call/channel/chosen-api'
import type { Upstream } from '../../net/upstream'
import type { SocketMessage, SocketRequest } from '../../net/upstream-socket'
import { eventOf } from '../../realtime/events'
import { wordsOf } from '../../realtime/protocol-words'
import type { SocketTest } from '../../realtime/socket-codec'
import { refusalOf } from '../../realtime/socket-refusal'
import type { JsonObject } from '../../wire/chat'

export interface SocketProbe {
  readonly request: SocketRequest
  readonly api: ChannelApi
  readonly protocol: ProtocolName
  readonly upstreamModel: string
}

const LIMIT_SECONDS = 30
const NO_REASON = 502

/** Resolves with the end of an answer. Throws why it did not come. */
export async function probeSocket(upstream: Upstream, probe: SocketProbe): Promise<void> {
  const asking = new Asking(wordsOf(probe.protocol).test)
  const timer = setTimeout(
    () => asking.fail(new GatewayError('upstream.timeout', { seconds: LIMIT_SECONDS })),
    LIMIT_SECONDS * 1000,
  )
  try {
    const socket = await open(upstream, probe, asking)
    try {
      asking.begin(probe.upstreamModel, (text) => socket.send(text))
      await asking.over
    } finally {
      socket.close()
    }
  } finally {
    clearTimeout(timer)
  }
}

async function open(upstream: Upstream, { request, api }: SocketProbe, asking: Asking) {
  try {
    return await upstream.socket(request, {
      onMessage: (message) => asking.hear(message),
      onClose: (_, reason) => asking.fail(failed(reason)),
    })
  } catch (error) {
    throw await refusalOf(upstream, request, { api, error })
  }
}

class Asking {
  readonly #test: SocketTest
  readonly #outcome = Promise.withResolvers<void>()
  readonly #early: JsonObject[] = []
  #send: ((text: string) => void) | undefined
  #isSent = false
  readonly over = this.#outcome.promise

  constructor(test: SocketTest) {
    this.#test = test
    // It may reject before it is awaited, which would count as unhandled.
    this.over.catch(() => undefined)
  }

  begin(model: string, send: (text: string) => void): void {
    this.#send = send
    const opening = this.#test.opening(model)
    if (opening !== undefined) send(JSON.stringify(opening))
    for (const event of this.#early.splice(0)) this.#take(event)
  }

  hear(message: SocketMessage): void {
    const text = typeof message === 'string' ? message : Buffer.from(message).toString()
    const event = eventOf(text)
    if (event === undefined) return
    if (this.#send === undefined) this.#early.push(event)
    else this.#take(event)
  }

  fail(error: GatewayError): void {
    this.#outcome.reject(error)
  }

  #take(event: JsonObject): void {
    const end = this.#test.end(event)
    if (end === 'whole') this.#outcome.resolve()
    else if (end !== undefined) this.fail(failed(end.failure))
    else if (!this.#isSent) this.#ask(event)
  }

  #ask(greeting: JsonObject): void {
    const question = this.#test.question(greeting)
    if (question === undefined) return
    this.#isSent = true
    this.#send?.(JSON.stringify(question))
  }
}

function failed(message: string): GatewayError {
  if (message === '') return new GatewayError('upstream.cut')
  return new UpstreamError({ status: NO_REASON, message })
}
