/**
 * What rests because it has failed: channels, keys, and models at a key. In the memory of this
 * node; what begins and ends a rest is reported, so that lists and other nodes can show it. With
 * nothing at rest, which is nearly always, a call costs one look at an empty map.
 */

import type { Rest, RestNews } from '../../../domain/channels/cooldown'
import type { GatewayError } from '../../../domain/errors/gateway-error'
import { UpstreamError } from '../../../domain/errors/gateway-error'
import type { CallListener, Clock, RelayChannel, RelaySettings } from '../../ports/ports'
import { type Blame, blameFor, provesLife } from './blame'

/** Failures further apart than this have nothing to do with each other. */
const WINDOW_MS = 60_000
/** After a rest one call at a time is let through; after this long the next one is, too. */
const TRIAL_MS = 30_000
const KEY_REST_MS = 60_000
const RATE_REST_MS = 5_000
/** Each rest after a failed trial is twice as long as the last, up to this. */
const LONGEST_REST_MS: Readonly<Record<Blame['of'], number>> = {
  channel: 300_000,
  key: 1_800_000,
  model: 120_000,
}
/** Above this number, states whose rest is over are dropped. */
const MAX_STATES = 10_000
const MAX_REASON_CHARACTERS = 300
/** Of the newest answer in the moving mean of how soon a channel answers. */
const NEWEST_SHARE = 0.2

interface State {
  readonly rest: Pick<Rest, 'channelId' | 'keyId' | 'model'>
  failures: number
  lastFailureMs: number
  sinceMs: number
  /** 0 while it does not rest. */
  untilMs: number
  rests: number
  trialUntilMs: number
}

export interface RouteHealthParts {
  readonly clock: Clock
  readonly settings: () => Pick<RelaySettings, 'breaker' | 'routing'>
  readonly onNews: (news: RestNews) => void
}

export class RouteHealth {
  readonly listener: CallListener
  readonly #parts: RouteHealthParts
  readonly #states = new Map<string, State>()
  readonly #answersInMs = new Map<number, number>()

  constructor(parts: RouteHealthParts) {
    this.#parts = parts
    this.listener = {
      attempted: ({ facts }, { channel, error, tookMs }) => {
        this.#onAttempt(channel, facts.query.model, error)
        if (error === undefined && parts.settings().routing?.isTimed) {
          this.#timed(channel.id, tookMs)
        }
      },
    }
  }

  /** Nothing rests, and nothing has failed lately. */
  get isQuiet(): boolean {
    return this.#states.size === 0
  }

  /**
   * When it may be tried for the model again, in epoch ms; 0 for at once. A channel with several
   * keys rests when all of them do.
   */
  restsUntil(channel: RelayChannel, model: string): number {
    if (this.#states.size === 0) return 0
    const { keys } = channel
    const whole = this.#stateRest(`${channel.id}`, channel)
    if (keys === undefined) return Math.max(whole, this.#keyRest(channel, model))
    let soonest = Number.POSITIVE_INFINITY
    for (const key of keys.list) soonest = Math.min(soonest, this.#keyRest(key.channel, model))
    return Math.max(whole, soonest)
  }

  /** It was chosen: while this call tries it, others go elsewhere. */
  chosen(channel: RelayChannel, model: string): void {
    if (this.#states.size === 0) return
    const nowMs = this.#parts.clock.nowMs()
    for (const scope of scopesOf(channel, model)) {
      const state = this.#states.get(scope)
      if (state !== undefined && state.untilMs > 0) state.trialUntilMs = nowMs + TRIAL_MS
    }
  }

  /** Milliseconds in which it answers of late; `undefined` when nobody has measured it. */
  answersInMs(channelId: number): number | undefined {
    return this.#answersInMs.get(channelId)
  }

  /** How many of each kind rest now. */
  resting(): Readonly<Record<Blame['of'], number>> {
    const nowMs = this.#parts.clock.nowMs()
    const counts = { channel: 0, key: 0, model: 0 }
    for (const [scope, { untilMs, rest }] of this.#states) {
      if (untilMs <= nowMs) continue
      if (rest.model !== '') counts.model += 1
      else if (scope.includes(':')) counts.key += 1
      else counts.channel += 1
    }
    return counts
  }

  #keyRest(channel: RelayChannel, model: string): number {
    const key = keyScope(channel)
    const ofKey = this.#stateRest(key, channel)
    return Math.max(ofKey, this.#stateRest(`${key}:${model}`, channel))
  }

  #stateRest(scope: string, { revivedAtMs = 0 }: RelayChannel): number {
    const state = this.#states.get(scope)
    if (state === undefined || state.untilMs === 0) return 0
    if (state.sinceMs < revivedAtMs) {
      this.#states.delete(scope)
      return 0
    }
    const nowMs = this.#parts.clock.nowMs()
    if (state.untilMs > nowMs) return state.untilMs
    return state.trialUntilMs > nowMs ? state.trialUntilMs : 0
  }

  #onAttempt(channel: RelayChannel, model: string, error: GatewayError | undefined): void {
    if (error === undefined || provesLife(error)) {
      if (this.#states.size > 0) this.#lives(channel, model)
      return
    }
    const { breaker } = this.#parts.settings()
    if (breaker === undefined) return
    const nowMs = this.#parts.clock.nowMs()
    const blame = blameFor(error, nowMs)
    if (blame === undefined) return
    const state = this.#stateFor(channel, model, blame)
    state.failures = nowMs - state.lastFailureMs > WINDOW_MS ? 1 : state.failures + 1
    state.lastFailureMs = nowMs
    // It failed its trial, or it has failed often enough.
    const isOver = blame.isSure || state.untilMs > 0 || state.failures >= breaker.failures
    // Calls that were under way when it went to rest must not make its rest longer.
    if (isOver && state.untilMs <= nowMs) this.#rest(state, blame, { breaker, nowMs, error })
    else if (state.untilMs > nowMs && blame.waitMs !== undefined) {
      state.untilMs = Math.max(state.untilMs, nowMs + blame.waitMs)
    }
  }

  #rest(
    state: State,
    { of, waitMs }: Blame,
    failure: {
      readonly breaker: NonNullable<RelaySettings['breaker']>
      readonly nowMs: number
      readonly error: GatewayError
    },
  ): void {
    const { breaker, nowMs, error } = failure
    const first = { channel: breaker.restMs, key: KEY_REST_MS, model: RATE_REST_MS }[of]
    const longest = Math.max(LONGEST_REST_MS[of], first)
    const ownMs = Math.min(first * 2 ** Math.min(state.rests, 20), longest)
    state.sinceMs = nowMs
    state.untilMs = nowMs + (waitMs ?? ownMs)
    state.trialUntilMs = 0
    state.rests += 1
    const { sinceMs, untilMs } = state
    const reason = reasonOf(error)
    this.#parts.onNews({ kind: 'rests', rest: { ...state.rest, sinceMs, untilMs, reason } })
  }

  /** An answer: whatever was held against the channel, the key and the model is over. */
  #lives(channel: RelayChannel, model: string): void {
    for (const scope of scopesOf(channel, model)) {
      const state = this.#states.get(scope)
      if (state === undefined) continue
      this.#states.delete(scope)
      if (state.untilMs > 0) this.#parts.onNews({ kind: 'works', rest: state.rest })
    }
  }

  #stateFor(channel: RelayChannel, model: string, { of }: Blame): State {
    const scope = scopesOf(channel, model)[SCOPE_OF[of]]
    const known = this.#states.get(scope)
    if (known !== undefined) return known
    if (this.#states.size >= MAX_STATES) this.#forgetEnded()
    const made: State = {
      rest: {
        channelId: channel.id,
        keyId: of === 'channel' ? 0 : (channel.keyId ?? 0),
        model: of === 'model' ? model : '',
      },
      failures: 0,
      lastFailureMs: 0,
      sinceMs: 0,
      untilMs: 0,
      rests: 0,
      trialUntilMs: 0,
    }
    this.#states.set(scope, made)
    return made
  }

  #forgetEnded(): void {
    const nowMs = this.#parts.clock.nowMs()
    for (const [scope, { untilMs }] of this.#states) {
      if (untilMs <= nowMs) this.#states.delete(scope)
    }
  }

  #timed(channelId: number, tookMs: number): void {
    const before = this.#answersInMs.get(channelId)
    const mean = before === undefined ? tookMs : before + (tookMs - before) * NEWEST_SHARE
    this.#answersInMs.set(channelId, mean)
  }
}

const SCOPE_OF = { channel: 0, key: 1, model: 2 } as const

function keyScope({ id, keyId = 0 }: RelayChannel): string {
  return `${id}:${keyId}`
}

function scopesOf(channel: RelayChannel, model: string): readonly [string, string, string] {
  const key = keyScope(channel)
  return [`${channel.id}`, key, `${key}:${model}`]
}

function reasonOf(error: GatewayError): string {
  const text = error instanceof UpstreamError ? error.message : error.id
  return text.slice(0, MAX_REASON_CHARACTERS)
}
