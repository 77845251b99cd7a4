/**
 * An answer that is made in the background: its call runs like any other, and this takes the place
 * of the client that would read its stream. What it has read can be fetched at any time.
 */
import { GatewayError } from '../../../domain/errors/gateway-error'
import { clientMessage } from '../../../domain/errors/message'
import { renderOpenai } from '../../../domain/errors/render'
import { ownResponseId } from '../../formats/chat/own-items'
import { writtenIn } from '../../formats/chat/written-fields'
import { objectOf, parseObject, textOf } from '../../formats/dialects/json-fields'
import { SseFraming } from '../../formats/framings/sse'
import { failedCode } from '../../formats/protocols/responses/broken-stream'
import { responseObject } from '../../formats/protocols/responses/response-object'
import type { Clock, Directory } from '../../ports/ports'
import type { StoredResponse, StoredRuns } from '../../ports/stored'
import type { JsonObject } from '../../wire/chat'
import type { MemoryBudget, MemoryHold } from '../../wire/memory-budget'
import type { Call } from '../call'
import { RunEvents } from './run-events'
import { itemsIn } from './said-items'

const DAY_MS = 86_400_000

interface RunPorts {
  readonly storedRuns: StoredRuns
  readonly directory: Directory
  readonly clock: Clock
  readonly budget: MemoryBudget
  readonly onBrokenRun: (id: string, error: unknown) => void
}

const FAILED = 'response.failed'
const ENDS: ReadonlySet<string> = new Set(['response.completed', 'response.incomplete', FAILED])
/** Said here already, under the id that the client knows. */
const OPENINGS: ReadonlySet<string> = new Set(['response.created', 'response.queued'])

export class BackgroundRun {
  readonly userId: number
  readonly id: string
  readonly events: RunEvents
  readonly #ports: RunPorts
  readonly #call: Call
  readonly #hold: MemoryHold
  readonly #row: Omit<StoredResponse, 'response'>
  #response: JsonObject
  #isEnded = false
  #isCancelled = false
  #over = Promise.withResolvers<void>()
  #written: Promise<void> = Promise.resolve()

  constructor(ports: RunPorts, call: Call) {
    const { user, token, query, requestId } = call.facts
    const nowMs = ports.clock.nowMs()
    this.#ports = ports
    this.#call = call
    this.userId = user.id
    this.id = ownResponseId(requestId)
    this.#hold = ports.budget.open(user.id)
    this.events = new RunEvents(this.#hold)
    this.#response = queuedResponse(call, nowMs)
    this.#row = {
      userId: user.id,
      id: this.id,
      tokenId: token?.id,
      previousId: query.continues?.previousId,
      input: query.continues?.context ?? itemsIn(writtenIn(query.bytes)),
      createdAtMs: nowMs,
      expiresAtMs: nowMs + ports.directory.settings().responseDays * DAY_MS,
    }
  }

  /** As it is now. */
  get response(): JsonObject {
    return this.#response
  }

  /** Before its client learns of it. Rejects when it could not be written. */
  async begin(): Promise<void> {
    await this.#ports.storedRuns.begin(this.#stored())
    for (const type of OPENINGS) this.events.add({ type, response: this.#response })
  }

  /** It was refused before anything was made. */
  abandon(): void {
    this.#hold.release()
    this.events.end()
  }

  /** Reads the call's answer to its end; resolves when that is written. It never rejects. */
  async read(answer: Promise<Response>): Promise<void> {
    try {
      await this.#readAnswer(await answer)
      if (!this.#isEnded) throw this.#call.ended ?? new GatewayError('upstream.cut')
    } catch (cause) {
      const error =
        cause instanceof GatewayError ? cause : new GatewayError('internal', {}, { cause })
      this.#fail(error)
    }
    await this.#finish()
  }

  /** Its upstream is read no more; resolves when the bill and the end are written. */
  async cancel(): Promise<void> {
    this.#isCancelled = true
    this.#call.end(new GatewayError('response.cancelled'))
    await this.#over.promise
  }

  async #readAnswer(answer: Response): Promise<void> {
    if (answer.headers.get('content-type') !== 'text/event-stream') {
      this.#hear({ type: 'response.completed', response: parseObject(await answer.text()) ?? {} })
      return
    }
    const framing = new SseFraming(this.#hold)
    for await (const bytes of answer.body ?? []) {
      for (const { data } of framing.push(Buffer.from(bytes))) this.#hear(parseObject(data))
    }
  }

  #hear(event: JsonObject | undefined): void {
    const type = textOf(event?.type)
    if (event === undefined || type === undefined || this.#isEnded || OPENINGS.has(type)) return
    if (this.#isCancelled && type === FAILED) return
    if (type === 'error') {
      this.#failWith(textOf(event.code) ?? '', textOf(event.message) ?? '')
      return
    }
    const response = objectOf(event.response)
    if (response === undefined) {
      this.#add(event)
      return
    }
    this.#response = { ...response, ...this.#ownFields() }
    this.#add({ ...event, response: this.#response })
    if (ENDS.has(type)) this.#isEnded = true
    else this.#write(() => this.#ports.storedRuns.change(this.#stored()))
  }

  /** Its own, whatever the upstream calls it. */
  #ownFields(): JsonObject {
    const { created_at = null, previous_response_id = null, conversation = null } = this.#response
    return {
      id: this.id,
      created_at,
      previous_response_id,
      conversation,
      background: true,
      store: true,
    }
  }

  /** Without room for more its upstream is read no more. */
  #add(event: JsonObject): void {
    try {
      this.events.add(event)
    } catch (error) {
      this.#call.end(error instanceof GatewayError ? error : new GatewayError('overloaded'))
      throw error
    }
  }

  #fail(error: GatewayError): void {
    if (this.#isEnded) return
    if (this.#isCancelled) {
      this.#end({ status: 'cancelled' })
      return
    }
    const { requestId, language } = this.#call.facts
    const message = clientMessage(error, language, 'openai')
    const { code } = renderOpenai(error, requestId, message).error
    this.#failWith(code, message)
  }

  #failWith(code: string, message: string): void {
    this.#end({ status: 'failed', error: { code: failedCode(code), message } })
  }

  #end(fields: JsonObject): void {
    this.#isEnded = true
    this.#response = { ...this.#response, ...fields }
    try {
      this.events.add({ type: FAILED, response: this.#response })
    } catch {
      // Whoever follows sees the stream end, and finds the answer by its id.
    }
  }

  /** What follows it sees its end when everybody can. */
  async #finish(): Promise<void> {
    this.#write(() => this.#ports.storedRuns.end(this.#stored(), this.events.written()))
    await this.#written
    this.events.end()
    this.#hold.release()
    this.#over.resolve()
  }

  #stored(): StoredResponse {
    return { ...this.#row, response: JSON.stringify(this.#response) }
  }

  /** One after the other, as they were requested. */
  #write(write: () => Promise<void>): void {
    this.#written = this.#written
      .then(write)
      .catch((error: unknown) => this.#ports.onBrokenRun(this.id, error))
  }
}

function queuedResponse({ facts }: Call, nowMs: number): JsonObject {
  const { requestId, query } = facts
  const context = {
    requestId,
    model: query.model,
    nowSeconds: Math.floor(nowMs / 1000),
    includeUsage: false,
    promptTokensEstimate: 0,
    echo: query.echo,
  }
  const state = { status: 'in_progress', output: [], reason: undefined, usage: undefined } as const
  const response = responseObject(context, state)
  return { ...response, status: 'queued', background: true, store: true }
}
