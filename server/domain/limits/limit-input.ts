/** A limit as forms, files and commands give it. */
import { GatewayError } from '../errors/gateway-error'
import type { ReasonKey } from '../i18n/zh/reasons'
import type { LimitKind } from './kinds'
import { isLimitWindow, type LimitWindow } from './limit'
import { zoneNamed } from './zoned-time'

export interface LimitInput {
  readonly kind: LimitKind
  readonly window: LimitWindow
  /** Requests, tokens, calls or credits; `null` takes the limit away. */
  readonly amount: number | null
  readonly zone?: string | undefined
  readonly start_hour?: number | undefined
}

export interface CheckedLimit {
  readonly kind: LimitKind
  readonly window: LimitWindow
  readonly amount: number | null
  readonly zone: string
  readonly startHour: number
}

const HOURS = 24

/** Throws `value.invalid`. */
export function checkedLimit({ kind, window, amount, zone, start_hour }: LimitInput): CheckedLimit {
  if (!isLimitWindow(kind, window)) refuse('window', 'reason.limit_window')
  if (amount !== null && (!Number.isSafeInteger(amount) || amount < 0)) {
    refuse('amount', 'reason.not_an_integer')
  }
  const known = zoneNamed(zone === undefined || zone === '' ? 'UTC' : zone)
  if (known === undefined) return refuse('zone', 'reason.time_zone')
  const startHour = start_hour ?? 0
  const isHour = Number.isInteger(startHour) && startHour >= 0 && startHour < HOURS
  if (!isHour) refuse('start_hour', 'reason.hour')
  return { kind, window, amount, zone: known, startHour }
}

function refuse(field: string, reason: ReasonKey): never {
  throw new GatewayError('value.invalid', { field, reason })
}
