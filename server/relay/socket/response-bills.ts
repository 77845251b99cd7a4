/**
 * The money of a socket. Every answer on it is a call of its own, and reads the whole
 * conversation again. One hold is always made ahead, because the upstream may begin to answer
 * at any time; who cannot pay for it gets no further answer.
 */
import type { CutBy } from '../../domain/call-record'
import { OUTPUT_SLICE } from '../../domain/hold'
import type { Reservation } from '../../domain/ledger-orders'
import type { Limit } from '../../domain/limits/limit'
import { creditsEach } from '../../domain/quota'
import { monotonicMs } from '../../domain/time-source'
import { totalCompletionTokens, totalPromptTokens, type Usage, usage } from '../../domain/usage'
import { GrowingHold } from '../account/growing-hold'
import {
  accountLimits,
  channelLimits,
  joined,
  limitedTokens,
  withoutPlaces,
} from '../account/limited'
import { refusalOf, reserveOrder } from '../account/reserve'
import { settleCall } from '../account/settle'
import { Call, type CallFacts } from '../call/call'
import type { RelayChannel } from '../ports'
import type { Relay } from '../relay'
import type { Written } from './socket-words'

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
  readonly promptTokens: number
  readonly reservation: Reservation
  readonly tokens: number | undefined
}

/** An answer that has begun; its call is there when its hold is. */
interface Answer {
  readonly call: Promise<Call>
  hold: GrowingHold | undefined
  audio: number
  text: number
}

export class ResponseBills {
  readonly #parts: BillParts
  /** A socket is no running call, but each of its answers is a request. */
  readonly #limits: readonly Limit[] | undefined
  /** What sound costs, in tokens of text. */
  readonly #audioFactor: number
  readonly #answers = new Map<string, Answer>()
  #newest: Answer | undefined
  #ahead: Promise<Held>
  /** Tokens that the next answer will read, as far as the last one tells. */
  #context = 0

  /** Rejects with `quota.*` when not even the first answer can be paid for. */
  static async open(parts: BillParts): Promise<ResponseBills> {
    const bills = new ResponseBills(parts)
    await bills.#ahead
    return bills
  }

  private constructor(parts: BillParts) {
    this.#parts = parts
    this.#limits = answerLimits(parts)
    const { price } = parts.facts
    const text = Number(creditsEach('completionTokens', price))
    const audio = Number(creditsEach('audioCompletionTokens', price))
    this.#audioFactor = text > 0 ? Math.max(1, audio / text) : 1
    this.#ahead = this.#hold()
  }

  /** The upstream has begun an answer. */
  begun(id: string): Answer {
    const known = this.#answers.get(id)
    if (known !== undefined) return known
    const held = this.#ahead
    this.#ahead = this.#hold()
    this.#ahead.catch(this.#parts.cut)
    const call = held.then((it) => this.#callOf(it))
    const answer: Answer = { call, hold: undefined, audio: 0, text: 0 }
    call.then(
      (it) => {
        answer.hold = this.#holdOf(it, answer)
      },
      () => undefined,
    )
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
  async done(id: string, told: Usage | undefined): Promise<void> {
    const answer = this.begun(id)
    this.#answers.delete(id)
    if (told !== undefined) this.#context = totalPromptTokens(told) + totalCompletionTokens(told)
    await this.#settle(answer, told)
  }

  /** Charges what is not finished by what has come of it, and gives back what was held ahead. */
  async close(by: CutBy): Promise<void> {
    const unfinished = [...this.#answers.values()]
    this.#answers.clear()
    await Promise.all(unfinished.map((answer) => this.#settle(answer, { by })))
    const ahead = await this.#ahead.catch(() => undefined)
    if (ahead !== undefined) await this.#release(ahead)
  }

  async #hold(): Promise<Held> {
    const { relay, facts, nextRequestId } = this.#parts
    const requestId = nextRequestId()
    const promptTokens = this.#context
    const { preConsumedQuota } = relay.directory.settings()
    const startedAtMs = relay.clock.nowMs()
    const estimate = { promptTokens, outputTokens: OUTPUT_SLICE, preConsumedQuota }
    const order = {
      ...reserveOrder({ ...facts, requestId, startedAtMs }, estimate, 'socket'),
      ...limitedTokens(this.#limits, estimate),
    }
    const outcome = await relay.ledger.reserve(order)
    if (outcome.kind !== 'reserved') throw refusalOf(relay, facts, { outcome, order })
    const { reservation, tokens } = outcome
    return { requestId, promptTokens, reservation, tokens }
  }

  #callOf({ requestId, promptTokens, reservation, tokens }: Held): Call {
    const { relay, facts, channel } = this.#parts
    const [startedAtMs, beganMs] = [relay.clock.nowMs(), monotonicMs(relay.clock)]
    const call = new Call({ ...facts, requestId, startedAtMs, beganMs }, relay.bodies)
    call.begin(channel)
    call.reservation = reservation
    call.promptTokens = promptTokens
    call.limits = this.#limits
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

  async #settle(answer: Answer, told: Usage | Cut | undefined): Promise<void> {
    const cut = told !== undefined && 'by' in told ? told : undefined
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
    await settleCall(this.#parts.relay.settlePorts, call, {
      usage: told === undefined || 'by' in told ? counted : told,
      isWhole: told !== undefined && cut === undefined,
      generated: () => 0,
      cut: cut && { by: cut.by, policy: 'partial' },
      error: undefined,
    })
  }

  async #release({ reservation }: Held): Promise<void> {
    const { relay } = this.#parts
    await relay.ledger.settle({
      reservation,
      charge: 0,
      withinBalance: true,
      channelId: undefined,
      log: undefined,
      counted: false,
      hourly: false,
      isUnused: true,
      nowMs: relay.clock.nowMs(),
    })
  }
}

function answerLimits({ relay, facts, channel }: BillParts): readonly Limit[] | undefined {
  const { directory } = relay
  return withoutPlaces(joined(accountLimits(directory, facts), channelLimits(directory, channel)))
}
