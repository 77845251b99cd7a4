/** A promo code as its form edits it: amounts as they are typed, and what is wrong with them. */
import type { PromoCodeJson } from '../../../server/domain/endpoints/promo-code'
import { NEW_PROMO_CODE } from '../../../server/domain/payments/new-promo-code'
import { promoCodeIn, WHOLE_PRICE } from '../../../server/domain/payments/promo-code'
import type { Text } from '../../app/language'
import { localTimeText, secondsOf } from '../../components/form/TimeField'
import type { Problems } from '../../components/form/use-form'

export const KINDS = ['percent', 'amount'] as const

const CREDITS = ['amount_off', 'most_off', 'least_order'] as const
const COUNTS = ['most_uses', 'most_per_user'] as const
export type CreditsName = (typeof CREDITS)[number]
export type CountName = (typeof COUNTS)[number]

/** Amounts are whole credits, as text. */
export interface PromoCodeValues extends Readonly<Record<CreditsName | CountName, string>> {
  readonly code: string
  readonly note: string
  readonly kind: (typeof KINDS)[number]
  /** As typed: "12.5". */
  readonly percent: string
  readonly applies_to: PromoCodeJson['applies_to']
  /** Names. */
  readonly plans: readonly string[]
  readonly first_order: boolean
  readonly enabled: boolean
  /** Local times; "" for none. */
  readonly starts_at: string
  readonly ends_at: string
}

/** Plans by their ids. */
export type PlanNames = ReadonlyMap<number, string>

export function valuesOf(code: PromoCodeJson | undefined, names: PlanNames): PromoCodeValues {
  const from = code ?? NEW_PROMO_CODE
  const { percent_off, amount_off, applies_to, first_order, enabled, note } = from
  return {
    ...{ applies_to, first_order, enabled, note },
    code: from.code,
    kind: amount_off > 0 ? 'amount' : 'percent',
    percent: percent_off === 0 ? '' : String(percent_off / 100),
    amount_off: amount_off === 0 ? '' : String(amount_off),
    most_off: String(from.most_off),
    least_order: String(from.least_order),
    most_uses: String(from.most_uses),
    most_per_user: String(from.most_per_user),
    plans: from.plans.flatMap((id) => names.get(id) ?? []),
    starts_at: localOf(from.starts_at),
    ends_at: localOf(from.ends_at),
  }
}

/** Of values that nothing is wrong with. */
export function bodyOf(values: PromoCodeValues, names: PlanNames) {
  const { kind, percent, applies_to, first_order, enabled, note } = values
  const isPercent = kind === 'percent'
  const ids = [...names].filter(([, name]) => values.plans.includes(name)).map(([id]) => id)
  return {
    ...{ applies_to, first_order, enabled, note },
    code: values.code.trim(),
    percent_off: isPercent ? basisPointsOf(percent) : 0,
    amount_off: isPercent ? 0 : Number(values.amount_off),
    most_off: isPercent ? Number(values.most_off) : 0,
    least_order: Number(values.least_order),
    most_uses: Number(values.most_uses),
    most_per_user: Number(values.most_per_user),
    plans: applies_to === 'plans' ? ids : [],
    starts_at: msOf(values.starts_at),
    ends_at: msOf(values.ends_at),
  }
}

const WHOLE = /^\d{1,15}$/

export function problemsOf(values: PromoCodeValues, text: Text): Problems<PromoCodeValues> {
  const { code, kind, percent, amount_off } = values
  const isPercent = kind === 'percent'
  const amounts = CREDITS.filter((name) => !WHOLE.test(values[name].trim()))
  const wrongAmounts = amounts.filter((name) =>
    name === 'least_order' ? true : isPercent === (name === 'most_off'),
  )
  const counts = COUNTS.filter((name) => !WHOLE.test(values[name].trim()))
  const points = basisPointsOf(percent)
  const isPercentWrong = !(points >= 1 && points <= WHOLE_PRICE)
  const ends = msOf(values.ends_at)
  return {
    ...Object.fromEntries(counts.map((name) => [name, text('plans.whole_number')])),
    ...Object.fromEntries(wrongAmounts.map((name) => [name, text('limit.amount_invalid')])),
    ...(!isPercent && Number(amount_off) === 0 && { amount_off: text('limit.amount_invalid') }),
    ...(isPercent && isPercentWrong && { percent: text('promo.percent_invalid') }),
    ...(code.trim() !== '' &&
      promoCodeIn(code) === undefined && { code: text('promo_code.code_invalid') }),
    ...(ends > 0 && ends <= msOf(values.starts_at) && { ends_at: text('promo_code.times_wrong') }),
  }
}

/** NaN for what is no percentage. */
function basisPointsOf(percent: string): number {
  const typed = percent.trim()
  return /^\d{1,3}(?:\.\d{1,2})?$/.test(typed) ? Math.round(Number(typed) * 100) : Number.NaN
}

function localOf(ms: number): string {
  return ms === 0 ? '' : localTimeText(Math.floor(ms / 1000))
}

/** 0 for none. */
function msOf(local: string): number {
  return local === '' ? 0 : secondsOf(local) * 1000
}
