/** A plan as its form edits it: amounts as they are typed, and what is wrong with them. */
import { isMoney, type LimitKind } from '../../../../server/domain/limits/kinds'
import type { LimitWindow } from '../../../../server/domain/limits/limit'
import { NEW_PLAN } from '../../../../server/domain/plans/new-plan'
import {
  type Cheaper,
  isBeginning,
  paysForCheaper,
  type WindowStart,
} from '../../../../server/domain/plans/terms'
import type { Text } from '../../../app/language'
import type { Problems } from '../../../components/form/use-form'
import type { Plan } from '../../../components/plan/plan'

export interface AllowanceDraft {
  readonly kind: LimitKind
  readonly window: LimitWindow
  /** As typed; budgets in dollars. */
  readonly amount: string
  readonly starts: WindowStart
}

const COUNTS = ['period_count', 'priority', 'most_per_user', 'grace_hours'] as const
export type CountName = (typeof COUNTS)[number]

export interface PlanValues extends Readonly<Record<CountName, string>> {
  readonly name: string
  readonly description: string
  /** Whole credits. */
  readonly price: string
  readonly period_unit: Plan['period_unit']
  readonly renews: boolean
  readonly on_sale: boolean
  readonly enabled: boolean
  /** Whole credits; "" for none. */
  readonly budget: string
  readonly allowances: readonly AllowanceDraft[]
  readonly models: readonly string[]
  readonly groups: readonly string[]
  readonly overflow: Plan['terms']['overflow']
  readonly cheaper: readonly Cheaper[]
  readonly carry_over: string
  readonly zone: string
}

export function valuesOf(plan: Plan | undefined, perUnit: number): PlanValues {
  const from = plan ?? NEW_PLAN
  const { name, description, price, period_unit, renews, on_sale, enabled, terms } = from
  const zone = plan === undefined ? Intl.DateTimeFormat().resolvedOptions().timeZone : terms.zone
  return {
    ...{ name, description, period_unit, renews, on_sale, enabled, zone },
    price: String(price),
    period_count: String(from.period_count),
    priority: String(from.priority),
    most_per_user: String(from.most_per_user),
    grace_hours: String(from.grace_hours),
    budget: terms.budget === null ? '' : String(terms.budget),
    allowances: terms.allowances.map((allowance) => ({
      ...allowance,
      amount: String(isMoney(allowance.kind) ? allowance.amount / perUnit : allowance.amount),
    })),
    models: terms.models,
    groups: terms.groups,
    overflow: terms.overflow,
    cheaper: terms.cheaper ?? [NO_CHEAPER],
    carry_over: String(terms.carry_over),
  }
}

/** Of values that were found to be amounts. */
export function bodyOf(values: PlanValues, perUnit: number) {
  const { name, description, period_unit, renews, on_sale, enabled, overflow } = values
  return {
    ...{ description, period_unit, renews, on_sale, enabled },
    name: name.trim(),
    price: Number(values.price),
    period_count: Number(values.period_count),
    priority: Number(values.priority),
    most_per_user: Number(values.most_per_user),
    grace_hours: Number(values.grace_hours),
    terms: {
      budget: values.budget.trim() === '' ? null : Number(values.budget),
      allowances: values.allowances.map(({ amount, ...allowance }) => ({
        ...allowance,
        amount: isMoney(allowance.kind) ? Math.round(Number(amount) * perUnit) : Number(amount),
      })),
      models: [...values.models],
      groups: [...values.groups],
      overflow,
      ...(overflow === 'cheaper' && { cheaper: values.cheaper.map(trimmed) }),
      carry_over: Number(values.carry_over),
      zone: values.zone.trim(),
    },
  }
}

/** A row that nothing was typed into. */
export const NO_CHEAPER: Cheaper = { from: '', to: '' }

function trimmed({ from, to }: Cheaper): Cheaper {
  return { from: from.trim(), to: to.trim() }
}

function problemOfCheaper(values: PlanValues, text: Text): Problems<PlanValues> {
  if (values.overflow !== 'cheaper') return {}
  const cheaper = values.cheaper.map(trimmed)
  const isWrongRow = ({ from, to }: Cheaper) =>
    from === '' || to === '' || from === to || isBeginning(to)
  if (cheaper.length === 0 || cheaper.some(isWrongRow)) {
    return { cheaper: text('plans.cheaper_missing') }
  }
  const isPaid = paysForCheaper({ models: [...values.models], cheaper })
  return isPaid ? { cheaper: text('plans.cheaper_paid') } : {}
}

const WHOLE = /^\d{1,15}$/

export function problemsOf(values: PlanValues, text: Text): Problems<PlanValues> {
  const { name, price, budget, allowances, carry_over } = values
  const notInteger = text('plans.whole_number')
  const counts = COUNTS.filter((count) => !WHOLE.test(values[count].trim()))
  const grantsNothing = budget.trim() === '' && allowances.length === 0
  return {
    ...Object.fromEntries(counts.map((count) => [count, notInteger])),
    ...(name.trim() === '' && { name: text('plan.name_empty') }),
    ...(!WHOLE.test(price.trim()) && { price: text('limit.amount_invalid') }),
    ...(!/^(?:|0*[1-9]\d{0,14})$/.test(budget.trim()) && { budget: text('limit.amount_invalid') }),
    ...(grantsNothing && { budget: text('plan.grants_nothing') }),
    ...(!/^(?:100|\d{1,2})$/.test(carry_over.trim()) && { carry_over: text('plans.percent') }),
    ...problemOfCheaper(values, text),
    ...(allowances.some((draft) => isWrong(draft)) && { allowances: text('limit.unfinished') }),
  }
}

export function isWrong({ kind, amount }: AllowanceDraft): boolean {
  return !(isMoney(kind) ? /^\d{1,9}(?:\.\d{1,6})?$/ : WHOLE).test(amount.trim())
}
