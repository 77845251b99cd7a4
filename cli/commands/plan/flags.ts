import { PERIOD_UNITS } from '../../../server/domain/plans/new-plan'
import { type Cheaper, OVERFLOWS, type PlanTerms } from '../../../server/domain/plans/terms'
import type { PlanFields } from '../../../server/services/plans/plans'
import type { FlagValues } from '../../command/command'
import type { FlagRows } from '../../command/command-row'
import { UsageError } from '../../exit'
import { words } from '../../words'
import { creditsOf } from '../limit/view'
import { amountOf } from '../price/requested-price'
import { allowanceOf } from './allowance'

/** Takes away what `--budget`, `--allow`, `--models` or `--groups` had set. */
const NONE = 'none'

export const PLAN_FLAGS = {
  price: { kind: 'text', value: 'USD', summary: 'price of a period (default 0)' },
  per: { kind: 'text', choices: PERIOD_UNITS, summary: 'unit of the period (default month)' },
  every: { kind: 'integer', summary: 'units in a period (default 1)' },
  budget: { kind: 'text', value: 'USD', summary: 'dollars to use in a period; "none" for no' },
  allow: {
    kind: 'texts',
    value: 'KIND/WINDOW=AMOUNT[@START]',
    summary: 'most to use within a window, such as budget/5h=2@first_use; may be repeated',
  },
  models: { kind: 'text', summary: 'models it pays for, such as gpt-*,o3; "none" for all' },
  groups: { kind: 'text', summary: 'groups of tokens it pays for; "none" for all' },
  'when-empty': {
    kind: 'text',
    choices: OVERFLOWS,
    summary: 'what follows when it is used up (default wallet)',
  },
  cheaper: {
    kind: 'texts',
    value: 'MODEL=CHEAPER',
    summary: 'what answers then, such as gpt-4o*=gpt-4o-mini; may be repeated',
  },
  'carry-over': {
    kind: 'integer',
    value: 'PERCENT',
    summary: 'percent of the budget that the next period may take over',
  },
  zone: { kind: 'text', summary: 'time zone of its days, weeks and months (default UTC)' },
  renews: { kind: 'boolean', summary: 'whether a period follows the last (default true)' },
  'on-sale': { kind: 'boolean', summary: 'whether users can buy it (default false)' },
  enabled: { kind: 'boolean', summary: 'whether it can be bought at all (default true)' },
  priority: { kind: 'integer', summary: 'of several plans the lowest pays first' },
  'most-per-user': { kind: 'integer', summary: 'how often a user may buy it; 0 for no limit' },
  'grace-hours': {
    kind: 'integer',
    summary: 'hours to wait for the price of the next period (default 72)',
  },
  description: { kind: 'text', summary: 'what users read about it, in Markdown' },
} as const satisfies FlagRows

type Given = Partial<FlagValues<typeof PLAN_FLAGS>>

/** What of a plan the flags say anew. */
export function withFlags(before: PlanFields, given: Given): PlanFields {
  return {
    name: before.name,
    description: given.description ?? before.description,
    price: credits('price', given.price) ?? before.price,
    period_unit: PERIOD_UNITS.find((unit) => unit === given.per) ?? before.period_unit,
    period_count: given.every ?? before.period_count,
    renews: given.renews ?? before.renews,
    on_sale: given['on-sale'] ?? before.on_sale,
    enabled: given.enabled ?? before.enabled,
    priority: given.priority ?? before.priority,
    most_per_user: given['most-per-user'] ?? before.most_per_user,
    grace_hours: given['grace-hours'] ?? before.grace_hours,
    terms: termsWith(before.terms, given),
  }
}

function termsWith(before: PlanTerms, given: Given): PlanTerms {
  const { budget, allow } = given
  const overflow = OVERFLOWS.find((name) => name === given['when-empty']) ?? before.overflow
  // The cheaper models go once the plan overflows in another way.
  const present = overflow === 'cheaper' ? before.cheaper : undefined
  const cheaper = given.cheaper?.map(cheaperOf) ?? present
  return {
    budget: budget === NONE ? null : (credits('budget', budget) ?? before.budget),
    allowances: allow?.filter((text) => text !== NONE).map(allowanceOf) ?? [...before.allowances],
    models: names(given.models) ?? before.models,
    groups: names(given.groups) ?? before.groups,
    overflow,
    ...(cheaper && { cheaper }),
    carry_over: given['carry-over'] ?? before.carry_over,
    zone: given.zone ?? before.zone,
  }
}

function cheaperOf(text: string): Cheaper {
  const [from = '', to = '', ...rest] = text.split('=').map((name) => name.trim())
  if (from === '' || to === '' || rest.length > 0) {
    throw new UsageError(words`--cheaper ${text} must read as gpt-4o*=gpt-4o-mini`)
  }
  return { from, to }
}

function credits(name: string, given: string | undefined): number | undefined {
  const usd = amountOf(name, given)
  return usd === undefined ? undefined : creditsOf(usd)
}

function names(given: string | undefined): string[] | undefined {
  if (given === undefined) return undefined
  const all = given.split(',').map((name) => name.trim())
  return given === NONE ? [] : all.filter((name) => name !== '')
}
