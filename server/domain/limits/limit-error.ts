/** What a caller reads whom a limit stops: which, whose, how much remains, until when. */
import { type ErrorParams, GatewayError } from '../errors/gateway-error'
import type { LimitRefusal } from './counters'
import { isMoney, isOfRunning } from './kinds'
import { isRate, type Limit, type LimitUsage } from './limit'
import { wallText } from './zoned-time'

export interface LimitWords {
  /** What people call the subject. */
  readonly name: string
  readonly nowMs: number
  /** Credits as the reader counts money. */
  readonly money: (credits: number) => string
}

/** SDKs ignore a wait that is longer and try again at once. */
const LONGEST_WAIT_SECONDS = 60

/** Running calls give back what they do not need as soon as they end. */
export const HELD_WAIT_MS = 2000

/**
 * `limit.reached` where waiting a moment helps, `limit.spent` where it does not, and
 * `limit.held` where running calls hold what is missing: clients that are
 * told to wait for a spent budget would ask again and again.
 */
export class LimitError extends GatewayError {
  /** How the limit stands, for headers that programs read. */
  readonly usage: LimitUsage
  /** After which asking again helps; infinite where waiting does not. */
  readonly waitSeconds: number
  /** The model that answers instead, where a used-up plan names one. */
  readonly cheaper: string | undefined

  constructor(refusal: LimitRefusal, words: LimitWords) {
    const { limit, used, needed, resetMs, held } = refusal
    const isRateReached = isOfRunning(limit.kind) || (isRate(limit) && resetMs !== undefined)
    const isHeld = held !== undefined
    const passes = isHeld || isRateReached
    const waitMs = isHeld ? HELD_WAIT_MS : (resetMs ?? words.nowMs) - words.nowMs
    const seconds = Math.min(LONGEST_WAIT_SECONDS, Math.max(1, Math.ceil(waitMs / 1000)))
    super(isHeld ? 'limit.held' : isRateReached ? 'limit.reached' : 'limit.spent', {
      ...countsOf({ limit, used, needed, held }, words),
      kind: `limit.kind_${limit.kind}`,
      subject: limit.plan === undefined ? `limit.subject_${limit.subject}` : 'limit.subject_plan',
      window: `limit.window_${limit.window}`,
      name: words.name,
      ...(passes && { seconds }),
      ...(!passes && endOf(limit, resetMs)),
    })
    this.usage = { limit, used, resetMs }
    this.waitSeconds = passes ? seconds : Number.POSITIVE_INFINITY
    this.cheaper = passes ? undefined : refusal.cheaper
  }
}

function countsOf(
  { limit, used, needed, held }: Omit<LimitRefusal, 'resetMs'>,
  { money }: LimitWords,
) {
  const shown = isMoney(limit.kind) ? money : String
  return {
    amount: shown(limit.amount),
    used: shown(used - (held ?? 0)),
    ...(held !== undefined && { held: shown(held) }),
    left: shown(Math.max(0, limit.amount - used)),
    needed: shown(needed),
  }
}

function endOf({ zone, setBy, plan }: Limit, resetMs: number | undefined): ErrorParams {
  const ofSetter = setBy === 'owner' ? 'limit.remedy_owner' : 'limit.remedy_admin'
  const remedy = plan === undefined ? ofSetter : 'limit.remedy_plan'
  if (resetMs === undefined) return { when: 'limit.resets_never', remedy }
  return { when: 'limit.resets_at', resets: wallText(resetMs, zone), zone, remedy }
}
