/**
 * A live socket of Google's, whose first frame says which model is meant: only then is there an
 * upstream to open. What the client says meanwhile waits in line.
 */
import { GatewayError } from '../../domain/errors/gateway-error'
import { clientMessage } from '../../domain/errors/message'
import { identify, languageOf } from '../call/open-call'
import type { Relay } from '../call/relay'
import { parseBody } from '../formats/parsed-body'
import type { SocketMessage } from '../net/upstream-socket'
import { asObject, asString, invalid } from '../wire/body-fields'
import type { JsonObject } from '../wire/chat'
import type { MemoryHold } from '../wire/memory-budget'
import { codeOf, shortened } from './closing'
import { openSession, type SocketInput } from './open-session'
import type { ClientSocket, SocketSession } from './session'

/** What a client says before its upstream is there. */
const MOST_EARLY = 1_000
const MOST_EARLY_BYTES = 4 * 1024 * 1024
const MODELS = 'models/'

/** Throws what refuses a caller, whatever would be requested. */
export async function openLive(relay: Relay, input: SocketInput): Promise<LiveOpening> {
  const admitted = await identify(relay, input)
  admitted.hold.release()
  return new LiveOpening(relay, input, relay.budget.open(admitted.user.id))
}

class LiveOpening {
  readonly #relay: Relay
  readonly #input: SocketInput
  readonly #hold: MemoryHold
  readonly #clientGone = new AbortController()
  #client: ClientSocket | undefined
  #session: SocketSession | undefined
  #early: SocketMessage[] | undefined
  #earlyBytes = 0

  constructor(relay: Relay, input: SocketInput, hold: MemoryHold) {
    this.#relay = relay
    this.#input = input
    this.#hold = hold
  }

  serves(client: ClientSocket): void {
    this.#client = client
  }

  fromClient(message: SocketMessage): void {
    if (this.#session !== undefined) this.#session.fromClient(message)
    else if (this.#early !== undefined) this.#keep(this.#early, message)
    else void this.#open(message)
  }

  /** Resolves when what is owed is written. */
  async clientLeft(): Promise<void> {
    this.#client = undefined
    this.#clientGone.abort()
    this.#hold.release()
    await this.#session?.clientLeft()
  }

  /** Nobody has begun to speak: there is nothing to wait for. */
  leave(): void {
    if (this.#early === undefined) this.#refuse(new GatewayError('shutting_down'))
  }

  async #open(first: SocketMessage): Promise<void> {
    this.#early = []
    try {
      const { message, setup, model } = readSetup(first)
      const signal = this.#clientGone.signal
      const session = await openSession(this.#relay, { ...this.#input, pathModel: model, signal })
      this.#session = session
      const client = this.#client
      if (client === undefined) {
        await session.clientLeft()
        return
      }
      session.serves(client)
      const named = { ...message, setup: { ...setup, model: MODELS + session.upstreamModel } }
      session.fromClient(JSON.stringify(named))
      for (const next of this.#early) session.fromClient(next)
      this.#early = []
      this.#hold.release()
    } catch (cause) {
      this.#refuse(cause)
    }
  }

  #keep(early: SocketMessage[], message: SocketMessage): void {
    this.#earlyBytes += typeof message === 'string' ? message.length : message.byteLength
    early.push(message)
    try {
      if (early.length > MOST_EARLY || this.#earlyBytes > MOST_EARLY_BYTES) {
        throw new GatewayError('request.too_large', { limitMb: MOST_EARLY_BYTES / 1024 ** 2 })
      }
      this.#hold.resize('body', this.#earlyBytes)
    } catch (error) {
      this.#refuse(error)
    }
  }

  /** The protocol has no event for it: the reason stands where the socket is closed. */
  #refuse(cause: unknown): void {
    const error =
      cause instanceof GatewayError ? cause : new GatewayError('internal', {}, { cause })
    const language = languageOf(this.#relay, this.#input)
    const reason = shortened(clientMessage(error, language, 'gemini'))
    this.#client?.close(codeOf(error), reason)
    this.#clientGone.abort()
  }
}

interface Setup {
  readonly message: JsonObject
  readonly setup: JsonObject
  /** Name of the model without Google's `models/` before it. */
  readonly model: string
}

/** Throws `request.*` for a first frame that names no model. */
function readSetup(first: SocketMessage): Setup {
  const message = parseBody(typeof first === 'string' ? Buffer.from(first) : Buffer.from(first))
  if (message.setup === undefined) throw invalid('setup', 'reason.required')
  const setup = asObject(message.setup, 'setup')
  const full = asString(setup.model ?? '', 'setup.model')
  return { message, setup, model: full.startsWith(MODELS) ? full.slice(MODELS.length) : full }
}
