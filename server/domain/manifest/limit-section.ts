/** Limits by what they are of, `group/vip`; those of accounts belong to the accounts. */
import { isRecord } from '../json/records'
import { isMoney, LIMIT_KINDS, type LimitKind } from '../limits/kinds'
import { isLimitWindow, LIMIT_WINDOWS, type LimitSubject, type LimitWindow } from '../limits/limit'
import { checkedLimit, type LimitInput } from '../limits/limit-input'
import { CREDITS_PER_USD } from '../money/quota'
import { type ManifestField, numberOf, refuse } from './fields'
import type { Section } from './section'

const LIMITED = ['group', 'channel'] as const satisfies readonly LimitSubject[]
export type LimitedSubject = (typeof LIMITED)[number]

export function limitedOf(item: string): { subject: LimitedSubject; name: string } | undefined {
  const slash = item.indexOf('/')
  const subject = LIMITED.find((each) => each === item.slice(0, slash))
  const name = item.slice(slash + 1)
  return subject === undefined || name === '' ? undefined : { subject, name }
}

interface LimitField {
  readonly name: string
  readonly kind: LimitKind
  readonly window: LimitWindow
}

export const LIMIT_FIELDS: readonly LimitField[] = LIMIT_KINDS.flatMap((kind) =>
  LIMIT_WINDOWS.filter((window) => isLimitWindow(kind, window)).map((window) => ({
    name: window === 'now' ? kind : `${kind}_per_${window}`,
    kind,
    window,
  })),
)

interface Amount extends Pick<LimitInput, 'zone' | 'start_hour'> {
  readonly amount: unknown
}

const KEYS: readonly string[] = ['amount', 'zone', 'start_hour']

/** The short form is the amount alone: dollars of a budget, else a whole number. */
function amountOf(field: string, given: unknown): Amount {
  if (!isRecord(given)) return { amount: given }
  const unknown = Object.keys(given).find((key) => !KEYS.includes(key))
  if (unknown !== undefined) refuse(field, 'reason.unknown_key', { key: unknown })
  const { amount, zone, start_hour } = given
  if (zone !== undefined && typeof zone !== 'string') refuse(field, 'reason.time_zone')
  if (start_hour !== undefined && typeof start_hour !== 'number') refuse(field, 'reason.hour')
  return { amount, zone, start_hour }
}

function inputOf({ name, kind, window }: LimitField, given: unknown): LimitInput {
  const { amount, ...begins } = amountOf(name, given)
  const number = numberOf(amount)
  if (!(number >= 0)) refuse(name, 'reason.not_a_number')
  const stored = isMoney(kind) ? Math.round(number * CREDITS_PER_USD) : number
  return { kind, window, amount: stored, ...begins }
}

interface LimitAmount {
  readonly kind: LimitKind
  readonly amount: number
  readonly zone: string
  readonly startHour: number
}

/** As short as it can be said. */
export function limitValueOf({ kind, amount, zone, startHour }: LimitAmount): unknown {
  const value = isMoney(kind) ? amount / CREDITS_PER_USD : amount
  const isPlain = zone === 'UTC' && startHour === 0
  return isPlain ? value : { amount: value, zone, start_hour: startHour }
}

/** An amount of `null` takes the limit away. */
export function limitInputOf(field: LimitField, value: unknown): LimitInput {
  const { kind, window } = field
  return value === null ? { kind, window, amount: null } : inputOf(field, value)
}

function fieldOf(field: LimitField): ManifestField {
  const read = (name: string, given: unknown) => {
    if (given === null) return null
    const checked = checkedLimit(inputOf(field, given))
    return limitValueOf({ ...checked, amount: checked.amount ?? refuse(name, 'reason.required') })
  }
  return { starts: null, read }
}

const FIELDS = Object.fromEntries(LIMIT_FIELDS.map((field) => [field.name, fieldOf(field)]))

export const limitSection: Section = {
  fieldsOf: (item) => (limitedOf(item) === undefined ? undefined : FIELDS),
}
