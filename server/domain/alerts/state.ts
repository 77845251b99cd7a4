/** What a rule makes of a value, and how its state goes on. */
import { MINUTE } from '../logs/rollups'
import type { AlertCondition } from './rule'

export interface AlertSample {
  /** Id or name; "" for the site. */
  readonly subject: string
  readonly value: number
  readonly isBreach: boolean
  /** So far on the good side that it may be reported as recovered. */
  readonly isClear: boolean
}

export const ALERT_STATES = ['ok', 'pending', 'firing'] as const
export type AlertStateName = (typeof ALERT_STATES)[number]

/** Of one subject; without one it is ok. */
export interface SubjectState {
  readonly state: 'pending' | 'firing'
  /** Epoch seconds of the first breach. */
  readonly since: number
  /** Epoch seconds since which it is clear; 0 while it is not. */
  readonly clearSince: number
  readonly value: number
  /** The value farthest beyond the threshold. */
  readonly peak: number
}

/** The value has to come back by this share of the threshold, and stay there for so long. */
const MARGIN = 0.1
const CLEAR_SECONDS = MINUTE

export function judged(
  { comparison, threshold }: Pick<AlertCondition, 'comparison' | 'threshold'>,
  value: number,
): Pick<AlertSample, 'isBreach' | 'isClear'> {
  const margin = Math.abs(threshold) * MARGIN
  return comparison === 'above'
    ? { isBreach: value > threshold, isClear: value <= threshold - margin }
    : { isBreach: value < threshold, isClear: value >= threshold + margin }
}

/** What the rule says of time, and the moment. Epoch seconds. */
export interface Moment extends Pick<AlertCondition, 'comparison' | 'for_s'> {
  readonly now: number
}

export interface NextState {
  /** `undefined` for ok. */
  readonly state: SubjectState | undefined
  readonly event?: 'fired' | 'recovered'
}

/** A subject of which nothing is known, such as one without calls, is clear. */
export function nextState(
  before: SubjectState | undefined,
  sample: AlertSample | undefined,
  moment: Moment,
): NextState {
  const { for_s, now } = moment
  const isBreach = sample?.isBreach === true
  if (before?.state === 'firing') return afterFiring(before, sample, moment)
  if (!isBreach) return { state: undefined }
  const since = before?.since ?? now
  const state = { since, clearSince: 0, value: sample.value, peak: sample.value }
  if (now - since < for_s) return { state: { ...state, state: 'pending' } }
  return { state: { ...state, state: 'firing' }, event: 'fired' }
}

function afterFiring(
  before: SubjectState,
  sample: AlertSample | undefined,
  { comparison, now }: Moment,
): NextState {
  const isClear = sample?.isClear ?? true
  const clearSince = isClear ? before.clearSince || now : 0
  if (isClear && now - clearSince >= CLEAR_SECONDS) return { state: undefined, event: 'recovered' }
  const value = sample?.value ?? before.value
  const farthest = comparison === 'above' ? Math.max : Math.min
  return { state: { ...before, clearSince, value, peak: farthest(before.peak, value) } }
}
