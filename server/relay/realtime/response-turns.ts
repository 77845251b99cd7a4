/**
 * Responses on a socket: each `response.create` is a call of its own through the whole pipeline,
 * whichever channel answers it, and its events come back as messages. Lanes answer side by side,
 * and within a lane one turn follows the other.
 */
import { GatewayError } from '../../domain/errors/gateway-error'
import { relayFailureHeaders } from '../../domain/errors/render'
import { usage } from '../../domain/money/usage'
import { checkModel } from '../call/admission/authorize'
import { identify, languageOf, type RelayInput } from '../call/open-call'
import type { Relay } from '../call/relay'
import { relayCall } from '../call/relay-call'
import { bodyOf, type WrittenFields } from '../formats/chat/written-fields'
import { isObject } from '../formats/parsed-body'
import { responsesProtocol } from '../formats/protocols/responses'
import { responseObject } from '../formats/protocols/responses/response-object'
import type { MemoryHold } from '../wire/memory-budget'
import { eventOf } from './events'
import type { ClientSocket } from './session'
import { answerEvents } from './turn-events'
import { TurnMemory } from './turn-memory'
import { fieldOf, kindOf, laneOf, readMessage, readTurn, type Turn, textOf } from './turn-request'

/** A request without what each turn brings. */
export type TurnsInput = Omit<RelayInput, 'requestId' | 'readBody' | 'ending' | 'signal'> & {
  readonly nextRequestId: () => string
}

export interface TurnsSocket extends ClientSocket {
  /** Resolves when little waits for the client. */
  readonly drained: () => Promise<void>
}

/** Turns that run or wait on one socket. */
const MOST_TURNS = 32
const MOST_WAITING_BYTES = 1024 * 1024
const RETRY_SECONDS = 1
const GOING_AWAY = 1001

/** Throws what refuses a caller, whatever would be requested. */
export async function openTurns(relay: Relay, input: TurnsInput): Promise<ResponseTurns> {
  const admitted = await identify(relay, withoutBody(input, new AbortController().signal))
  admitted.hold.release()
  return new ResponseTurns(relay, input, admitted.user.id)
}

class ResponseTurns {
  readonly #relay: Relay
  readonly #input: TurnsInput
  readonly #memory: TurnMemory
  readonly #open: () => MemoryHold
  readonly #clientGone = new AbortController()
  readonly #lanes = new Map<string | undefined, Promise<void>>()
  #client: TurnsSocket | undefined
  #turns = 0
  #isLeaving = false

  constructor(relay: Relay, input: TurnsInput, userId: number) {
    this.#relay = relay
    this.#input = input
    this.#open = () => relay.budget.open(userId)
    this.#memory = new TurnMemory(this.#open)
  }

  serves(client: TurnsSocket): void {
    this.#client = client
  }

  fromClient(message: string): void {
    let fields: WrittenFields | undefined
    try {
      fields = readMessage(message)
      if (kindOf(fields) === 'response.steer') this.#refuseSteering(fields)
      else this.#begin(readTurn(fields), message.length)
    } catch (cause) {
      this.#refuse(cause, fields && laneIn(fields))
    }
  }

  clientLeft(): void {
    this.#client = undefined
    this.#clientGone.abort()
    this.#memory.forget()
  }

  /** The server goes down: what runs may end first. */
  leave(): void {
    this.#isLeaving = true
    if (this.#turns === 0) this.#client?.close(GOING_AWAY, 'shutting_down')
  }

  #begin(turn: Turn, bytes: number): void {
    if (this.#isLeaving) throw new GatewayError('shutting_down')
    if (this.#turns >= MOST_TURNS) {
      throw new GatewayError('request.too_many', { seconds: RETRY_SECONDS })
    }
    const waiting = this.#open()
    waiting.growTo(bytes)
    this.#turns += 1
    const { lane } = turn
    const earlier = this.#lanes.get(lane) ?? Promise.resolve()
    const own = earlier
      .then(() => this.#answer(turn, waiting))
      .catch((cause: unknown) => this.#refuse(cause, lane))
      .finally(() => {
        waiting.release()
        this.#turns -= 1
        if (this.#lanes.get(lane) === own) this.#lanes.delete(lane)
        if (this.#isLeaving) this.leave()
      })
    this.#lanes.set(lane, own)
  }

  async #answer(turn: Turn, waiting: MemoryHold): Promise<void> {
    if (this.#clientGone.signal.aborted) return
    const input = withoutBody(this.#input, this.#clientGone.signal)
    if (!turn.generates) {
      await this.#prepare(turn, input)
      return
    }
    const body = bodyOf(new Map([...this.#memory.whole(turn), ['stream', 'true']]))
    const response = await relayCall(this.#relay, {
      ...input,
      readBody: async (hold) => {
        // The call holds it from here on.
        waiting.release()
        hold.growTo(body.length)
        return body
      },
    })
    for await (const text of answerEvents(response)) {
      this.#noteEnd(turn, text)
      await this.#tell(text, turn.lane)
      if (this.#client === undefined) return
    }
  }

  /** For `generate: false`: no upstream is called; the input waits for the next turn. */
  async #prepare(turn: Turn, input: RelayInput): Promise<void> {
    const { user, token, hold } = await identify(this.#relay, input)
    hold.release()
    if (turn.model === '') throw new GatewayError('request.model_missing')
    if (token !== undefined) checkModel({ token, user }, turn.model)
    const context = {
      requestId: input.requestId,
      model: turn.model,
      nowSeconds: Math.floor(this.#relay.clock.nowMs() / 1000),
      includeUsage: true,
      promptTokensEstimate: 0,
    }
    const state = { status: 'completed', output: [], reason: undefined, usage: usage({}) } as const
    const response = responseObject(context, state)
    this.#memory.remember(String(response.id), turn, [])
    const begun = { ...response, status: 'in_progress', usage: null }
    const events = [
      { type: 'response.created', sequence_number: 0, response: begun },
      { type: 'response.completed', sequence_number: 1, response },
    ]
    for (const event of events) await this.#tell(JSON.stringify(event), turn.lane)
  }

  /** What a vendor keeps need not be remembered here as well. */
  #noteEnd(turn: Turn, text: string): void {
    if (!text.includes('"response.completed"') && !text.includes('"response.incomplete"')) return
    const { type, response } = eventOf(text) ?? {}
    if (type !== 'response.completed' && type !== 'response.incomplete') return
    if (!isObject(response) || typeof response.id !== 'string') return
    if (!turn.isForgotten && response.store !== false) return
    const { output } = response
    this.#memory.remember(response.id, turn, Array.isArray(output) ? output : [])
  }

  /** Only the vendor itself can turn an answer round while it is written. */
  #refuseSteering(fields: WrittenFields): void {
    const previous = textOf(fields, 'previous_response_id') ?? ''
    const steer = { previous_response_id: previous, input: fieldOf(fields, 'input') ?? null }
    const error = this.#errorOf(new GatewayError('request.no_steering'))
    const event = { type: 'response.steer.failed', sequence_number: 0, error, steer }
    void this.#tell(JSON.stringify(event), undefined)
  }

  #refuse(cause: unknown, lane: string | undefined): void {
    if (this.#clientGone.signal.aborted) return
    const error =
      cause instanceof GatewayError ? cause : new GatewayError('internal', {}, { cause })
    const status = responsesProtocol.status(error)
    const headers = relayFailureHeaders(error, status)
    const event = { type: 'error', status, error: { ...this.#errorOf(error), headers } }
    void this.#tell(JSON.stringify(event), lane)
  }

  #errorOf(error: GatewayError): object {
    const input = withoutBody(this.#input, this.#clientGone.signal)
    const language = languageOf(this.#relay, input)
    const body = responsesProtocol.writeError(error, input.requestId, language)
    return isObject(body.error) ? body.error : {}
  }

  /** Resolves when the next may be made: what a client does not take must not pile up. */
  async #tell(text: string, lane: string | undefined): Promise<void> {
    const client = this.#client
    if (client === undefined) return
    client.send(lane === undefined ? text : inLane(text, lane))
    if (client.waiting() > MOST_WAITING_BYTES) await client.drained()
  }
}

function withoutBody({ nextRequestId, ...input }: TurnsInput, signal: AbortSignal): RelayInput {
  return {
    ...input,
    requestId: nextRequestId(),
    trace: input.trace?.sibling(),
    readBody: async () => Buffer.alloc(0),
    ending: () => {},
    signal,
  }
}

function inLane(text: string, lane: string): string {
  const end = text.lastIndexOf('}')
  return `${text.slice(0, end)},"stream_id":${JSON.stringify(lane)}}`
}

function laneIn(fields: WrittenFields): string | undefined {
  try {
    return laneOf(fields)
  } catch {
    return undefined
  }
}
