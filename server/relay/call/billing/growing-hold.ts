/**
 * The money of a running stream. A stream holds a slice of output at first and takes another
 * whenever it comes near the end of what it holds; one that can take no more is cut. So calls
 * side by side never spend what is not there, whatever they were asked to write, and nobody is
 * refused for an answer that turns out short.
 */
import { GatewayError } from '../../../domain/errors/gateway-error'
import { affordableOutput, OUTPUT_SLICE, outputCredits } from '../../../domain/ledger/hold'
import type { AccountEnd, ExtendOutcome } from '../../../domain/ledger/orders'
import type { Clock, Ledger } from '../../ports/ports'
import type { Call } from '../call'
import type { StreamPipe } from '../stream/stream-pipe'
import { joined, type Limiting, limitError } from './limited'

/** Tokens before the end of a hold at which more is requested, so that nobody has to wait. */
const MARGIN_TOKENS = OUTPUT_SLICE / 4
/** A hold that cannot grow is looked at again no sooner than this many tokens later. */
const STEP_TOKENS = 64

export interface GrowingHoldParts {
  readonly call: Call
  readonly ledger: Pick<Ledger, 'extend'>
  readonly directory: Limiting
  readonly clock: Clock
  /** Tokens of output so far, counted rather than estimated. */
  readonly measure: () => Promise<number>
  /** Stops the upstream, and lets it go on. */
  readonly pause: () => void
  readonly resume: () => void
  readonly cut: (error: GatewayError) => void
}

export class GrowingHold {
  readonly #parts: GrowingHoldParts
  /** Credits. */
  #held: number
  /** Tokens of prompt and answer that the limits allow. */
  #heldTokens: number
  /** Tokens of output that are paid for. */
  #covered: number
  /** The estimate at which something is to be done. */
  #next: number
  #estimate = 0
  /** What was counted when the estimate was so much; what came since is estimated. */
  #counted = { tokens: 0, at: 0 }
  #isGrowing = false
  #isOver = false

  /** `undefined` for calls that cost the same however much is written. */
  static of(parts: GrowingHoldParts): GrowingHold | undefined {
    const { reservation, promptTokens, facts, heldTokens } = parts.call
    if (reservation === undefined || parts.call.isEstimated) return undefined
    const covered = affordableOutput(reservation.amount, promptTokens, facts.price)
    const isFree = !Number.isFinite(covered) && heldTokens === undefined
    return isFree ? undefined : new GrowingHold(parts, reservation.amount)
  }

  private constructor(parts: GrowingHoldParts, held: number) {
    this.#parts = parts
    this.#held = held
    this.#heldTokens = parts.call.heldTokens ?? Number.POSITIVE_INFINITY
    this.#covered = this.#affordable()
    // A hold for the whole answer grows only when the upstream ignores its limit.
    this.#next = parts.call.isHeldWhole ? this.#covered : this.#covered - MARGIN_TOKENS
  }

  /** Looks at what was written so far. Runs per chunk, so it mostly compares. */
  observe(pipe: Pick<StreamPipe, 'produced'>): void {
    const tokens = pipe.produced(this.#next)
    if (tokens < this.#next || this.#isOver) return
    this.#estimate = tokens
    if (this.#isGrowing) {
      if (this.#written() >= this.#covered) this.#parts.pause()
      return
    }
    this.#isGrowing = true
    void this.#grow()
  }

  /** Nothing more is held for a call that is being settled. */
  end(): void {
    this.#isOver = true
  }

  async #grow(): Promise<void> {
    try {
      const outcome = await this.#askForMore()
      if (this.#isOver) return
      if (outcome.kind === 'ended') {
        this.#parts.cut(new GatewayError(ENDS[outcome.why]))
        return
      }
      if (outcome.kind === 'extended') {
        this.#held += outcome.amount
        this.#heldTokens += outcome.tokens ?? 0
      }
      this.#covered = this.#affordable()
      const isShort = this.#written() + MARGIN_TOKENS >= this.#covered
      if (!isShort || (await this.#hasRoom())) this.#goOn(isShort)
      else if (!this.#isOver) this.#parts.cut(this.#shortage(outcome))
    } catch {
      // The database cannot be reached. What is owed is still charged within the balance.
      this.#goOn(true)
    }
  }

  #askForMore(): Promise<ExtendOutcome> {
    const { call, ledger, clock } = this.#parts
    const { requestId, user, token, price } = call.facts
    const tokens = Math.ceil(OUTPUT_SLICE + Math.max(0, this.#written() - this.#covered))
    const limits = joined(call.limits, call.channelLimits)
    return ledger.extend({
      ...(limits !== undefined && { limited: { limits, tokens } }),
      tokens,
      callId: requestId,
      userId: user.id,
      tokenId: token?.id,
      amount: outputCredits(tokens, price, call.promptTokens),
      nowMs: clock.nowMs(),
    })
  }

  /** Estimates are generous: before anybody is cut, prompt and output are counted. */
  async #hasRoom(): Promise<boolean> {
    const { call, measure } = this.#parts
    let last: number | undefined
    while (this.#written() >= this.#covered) {
      const estimate = this.#estimate
      if (this.#isOver || estimate === last) return false
      last = estimate
      const [written] = await Promise.all([measure(), call.countHeldPrompt()])
      // What comes meanwhile is estimated, and counted in its turn: the upstream is paused by then.
      this.#counted = { tokens: written, at: estimate }
      this.#covered = this.#affordable()
    }
    return true
  }

  #goOn(isShort: boolean): void {
    if (this.#isOver) return
    const margin = isShort ? 0 : MARGIN_TOKENS
    const { tokens, at } = this.#counted
    // No faster than estimated: what is counted early, between much that is no text, is little.
    this.#next = Math.max(at + this.#covered - margin - tokens, this.#estimate + STEP_TOKENS)
    this.#isGrowing = false
    this.#parts.resume()
  }

  #written(): number {
    const { tokens, at } = this.#counted
    return tokens + this.#estimate - at
  }

  #affordable(): number {
    const { promptTokens, facts } = this.#parts.call
    const paid = affordableOutput(this.#held, promptTokens, facts.price)
    return Math.min(paid, this.#heldTokens - promptTokens)
  }

  #shortage(outcome: ExtendOutcome): GatewayError {
    if (outcome.kind === 'limited') {
      const { call, directory, clock } = this.#parts
      return limitError(directory, call.facts, { outcome, nowMs: clock.nowMs() })
    }
    const isToken = outcome.kind === 'token_short'
    return new GatewayError(isToken ? 'quota.token_ran_out' : 'quota.user_ran_out')
  }
}

const ENDS = {
  user_banned: 'user.banned',
  user_gone: 'token.invalid',
  token_disabled: 'token.disabled',
  // Whoever calls again learns why.
  token_frozen: 'token.disabled',
  token_expired: 'token.expired',
  token_gone: 'token.invalid',
} as const satisfies Record<AccountEnd, string>

/** Why a caller that was ended may go on with nothing. */
export function endError(why: AccountEnd): GatewayError {
  return new GatewayError(ENDS[why])
}
