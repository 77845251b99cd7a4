/**
 * The money of a socket. Every answer on it is a call of its own, and reads the whole
 * conversation again. One hold is always made ahead, because the upstream may begin to answer
 * at any time; who cannot pay for it gets no further answer. Limits count an answer when it is
 * requested, or begun without a request: what nobody has said yet takes nothing from anybody.
 */

import { OUTPUT_SLICE } from '../../domain/ledger/hold'
import type { Reservation } from '../../domain/ledger/orders'
import type { Limit } from '../../domain/limits/limit'
import type { CutBy } from '../../domain/logs/call-record'
import { creditsEach } from '../../domain/money/quota'
import {
  totalCompletionTokens,
  totalPromptTokens,
  type Usage,
  usage,
} from '../../domain/money/usage'
import { monotonicMs } from '../../domain/time-source'
import { GrowingHold } from '../call/billing/growing-hold'
import {
  accountLimits,
  channelLimits,
  joined,
  limitedTokens,
  withoutPlaces,
} from '../call/billing/limited'
import { refusalOf, reserveOrder } from '../call/billing/reserve'
import { settleCall } from '../call/billing/settle'
import { Call } from '../call/call'
import type { CallFacts } from '../call/call-facts'
import type { Relay } from '../call/relay'
import type { RelayChannel } from '../ports/ports'
import type { Written } from './socket-codec'

export interface BillParts {
  readonly relay: Relay
  /** Of the socket; each answer has an id and a beginning of its own. */
  readonly facts: CallFacts
  readonly channel: RelayChannel
  readonly nextRequestId: () => string
  /** No further answer can be paid for, or whoever makes the calls was ended. */
  readonly cut: (error: unknown) => void
}

/** The socket ended in the middle of an answer. */
interface Cut {
  readonly by: CutBy
}

interface Held {
  readonly requestId: string
  readonly heldAtMs: number
  readonly promptTokens: number
  readonly reservation: Reservation
  readonly tokens: number | undefined
  /** It is counted by these. */
  readonly limits: readonly Limit[] | undefined
}

/** An answer that has begun; its call is there when its hold is. */
interface Answer {
  readonly call: Promise<Call>
  hold: GrowingHold | undefined
  audio: number
  text: number
}

/** What was counted longer ago is counted anew, so that a rate sees when it is used. */
const FRESH_MS = 5_000

export class ResponseBills {
  readonly #parts: BillParts
  /** What sound costs, in tokens of text. */
  readonly #audioFactor: number
  readonly #answers = new Map<string, Answer>()
  /** For answers that the client has requested, oldest first. */
  readonly #requested: Held[] = []
  #asking = 0
  #newest: Answer | undefined
  /** Counted by no limit. */
  #ahead: Promise<Held>
  /** Nothing could be held ahead; what the answers under way give back may do. */
  #isShort = false
  #isClosed = false
  /** Tokens that the next answer will read, as far as the last one shows. */
  #context = 0

  /** Rejects with `quota.*` or `limit.*` when not even the first answer can be had. */
  static async open(parts: BillParts): Promise<ResponseBills> {
    const bills = new ResponseBills(parts)
    await bills.#ahead
    return bills
  }

  private constructor(parts: BillParts) {
    this.#parts = parts
    const { price } = parts.facts
    const text = Number(creditsEach('completionTokens', price))
    const audio = Number(creditsEach('audioCompletionTokens', price))
    this.#audioFactor = text > 0 ? Math.max(1, audio / text) : 1
    this.#ahead = this.#first()
  }

  /** Limits may refuse what the client asks for before its upstream learns of it. */
  get isLimited(): boolean {
    return answerLimits(this.#parts) !== undefined
  }

  /** Counts an answer that the client asks for. Rejects with `limit.*` or `quota.*`. */
  async ask(): Promise<void> {
    this.#asking += 1
    try {
      const held = await this.#take()
      if (this.#isClosed) await this.#release(held)
      else this.#requested.push(held)
    } finally {
      this.#asking -= 1
    }
  }

  /** The upstream has begun an answer. */
  begun(id: string): Answer {
    const known = this.#answers.get(id)
    if (known !== undefined) return known
    const requested = this.#requested.shift()
    const held = requested === undefined ? this.#take() : this.#counted(requested)
    const call = held.then((it) => this.#callOf(it))
    const answer: Answer = { call, hold: undefined, audio: 0, text: 0 }
    call.then((it) => {
      answer.hold = this.#holdOf(it, answer)
    }, this.#parts.cut)
    this.#answers.set(id, answer)
    this.#newest = answer
    return answer
  }

  wrote({ audio, text }: Written): void {
    const answer = this.#newest
    if (answer === undefined) return
    answer.audio += audio
    answer.text += text
    answer.hold?.observe({ produced: () => this.#weight(answer) })
  }

  /** Resolves when the bill is written; an answer whose beginning was not seen is billed too. */
  async done(id: string, used: Usage | undefined): Promise<void> {
    const answer = this.begun(id)
    this.#answers.delete(id)
    if (used !== undefined) this.#context = totalPromptTokens(used) + totalCompletionTokens(used)
    await this.#settle(answer, used)
    if (!this.#isShort || this.#isBusy) return
    this.#isShort = false
    this.#ahead = this.#next()
  }

  /** Charges what is not finished by what has come of it, and gives back what was held ahead. */
  async close(by: CutBy): Promise<void> {
    this.#isClosed = true
    const unfinished = [...this.#answers.values()]
    this.#answers.clear()
    await Promise.all(unfinished.map((answer) => this.#settle(answer, { by })))
    // The upstream knows of these: they were requests.
    await Promise.all(this.#requested.splice(0).map((held) => this.#release(held, false)))
    const ahead = await this.#ahead.catch(() => undefined)
    if (ahead !== undefined) await this.#release(ahead)
  }

  get #isBusy(): boolean {
    return this.#answers.size + this.#requested.length + this.#asking > 0
  }

  /** Looks whether its limits would let an answer pass now; counts nothing. */
  async #first(): Promise<Held> {
    const limits = answerLimits(this.#parts)
    const held = await this.#hold(limits)
    return limits === undefined ? held : await this.#swap(held, undefined)
  }

  /** What an answer is held by that begins now; the next one's hold is made at once. */
  #take(): Promise<Held> {
    const held = this.#ahead.then((ahead) => this.#counted(ahead))
    this.#ahead = this.#next()
    return held
  }

  #next(): Promise<Held> {
    const ahead = this.#hold(undefined)
    ahead.catch((error: unknown) => {
      if (this.#isBusy) this.#isShort = true
      else this.#parts.cut(error)
    })
    return ahead
  }

  async #counted(held: Held): Promise<Held> {
    const limits = answerLimits(this.#parts)
    const nowMs = this.#parts.relay.clock.nowMs()
    const isFresh = held.limits !== undefined && nowMs - held.heldAtMs < FRESH_MS
    return limits === undefined || isFresh ? held : await this.#swap(held, limits)
  }

  /** Both orders come into the same batch of the ledger: nobody takes the credits in between. */
  #swap(held: Held, limits: readonly Limit[] | undefined): Promise<Held> {
    void this.#release(held)
    return this.#hold(limits)
  }

  async #hold(limits: readonly Limit[] | undefined): Promise<Held> {
    const { relay, facts, nextRequestId } = this.#parts
    const requestId = nextRequestId()
    const promptTokens = this.#context
    const { preConsumedQuota } = relay.directory.settings()
    const startedAtMs = relay.clock.nowMs()
    const estimate = { promptTokens, outputTokens: OUTPUT_SLICE, preConsumedQuota }
    const order = {
      ...reserveOrder({ ...facts, requestId, startedAtMs }, estimate, 'socket'),
      ...limitedTokens(limits, estimate),
    }
    const outcome = await relay.ledger.reserve(order)
    if (outcome.kind !== 'reserved') throw refusalOf(relay, facts, { outcome, order })
    const { reservation, tokens } = outcome
    return { requestId, heldAtMs: startedAtMs, promptTokens, reservation, tokens, limits }
  }

  #callOf({ requestId, promptTokens, reservation, tokens, limits }: Held): Call {
    const { relay, facts, channel } = this.#parts
    const [startedAtMs, beganMs] = [relay.clock.nowMs(), monotonicMs(relay.clock)]
    const own = { overhead: undefined, trace: facts.trace?.sibling() }
    const call = new Call({ ...facts, ...own, requestId, startedAtMs, beganMs }, relay.bodies)
    call.begin(channel)
    call.reservation = reservation
    call.promptTokens = promptTokens
    call.limits = limits
    call.heldTokens = tokens
    call.isStreamed = true
    call.isSent = true
    return call
  }

  #holdOf(call: Call, answer: Answer): GrowingHold | undefined {
    const { relay, cut } = this.#parts
    return GrowingHold.of({
      call,
      ledger: relay.ledger,
      directory: relay.directory,
      clock: relay.clock,
      measure: async () => this.#weight(answer),
      // Frames of a socket come as they come: what is too much ends it.
      pause() {},
      resume() {},
      cut,
    })
  }

  #weight({ audio, text }: Answer): number {
    return Math.ceil(audio * this.#audioFactor + text)
  }

  async #settle(answer: Answer, end: Usage | Cut | undefined): Promise<void> {
    const cut = end !== undefined && 'by' in end ? end : undefined
    const call = await answer.call.catch(() => undefined)
    // What could not be held was refused, and the socket ends for it.
    if (call === undefined) return
    answer.hold?.end()
    if (this.#newest === answer) this.#newest = undefined
    const counted = usage({
      promptTokens: call.promptTokens,
      completionTokens: Math.ceil(answer.text),
      audioCompletionTokens: Math.ceil(answer.audio),
    })
    const isEmpty = answer.audio + answer.text === 0
    // What the upstream ends before its first word costs nothing.
    const isUnanswered = isEmpty && (end === undefined || cut?.by === 'upstream')
    await settleCall(this.#parts.relay.settlePorts, call, {
      usage: end === undefined || 'by' in end ? counted : end,
      isWhole: end !== undefined && cut === undefined,
      generated: () => 0,
      cut: isUnanswered
        ? { by: 'upstream', policy: 'refund' }
        : cut && { by: cut.by, policy: 'partial' },
      error: undefined,
    })
  }

  async #release({ reservation }: Held, isUnused = true): Promise<void> {
    const { relay } = this.#parts
    await relay.ledger.settle({
      reservation,
      charge: 0,
      withinBalance: true,
      channelId: undefined,
      log: undefined,
      counted: false,
      hourly: false,
      isUnused,
      nowMs: relay.clock.nowMs(),
    })
  }
}

/** Those that are set now; the place among running calls is the socket's own. */
function answerLimits({ relay, facts, channel }: BillParts): readonly Limit[] | undefined {
  const { directory } = relay
  return withoutPlaces(joined(accountLimits(directory, facts), channelLimits(directory, channel)))
}
