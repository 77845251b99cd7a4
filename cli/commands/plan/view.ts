import type { PlanView } from '../../../server/services/plans/plans'
import type { View } from '../../output/output'
import { usdText } from '../../usd'
import { words } from '../../words'
import { allowanceText } from './allowance'

const PLAN_FIELDS = [
  'id',
  'name',
  'description',
  'price',
  'period_unit',
  'period_count',
  'renews',
  'on_sale',
  'enabled',
  'priority',
  'most_per_user',
  'grace_hours',
  'terms',
  'active',
  'ended',
  'revenue',
] as const satisfies readonly (keyof PlanView)[]

export const PLAN_VIEW: View<PlanView> = {
  columns: [
    { title: 'ID', value: 'id', kind: 'number' },
    { title: 'NAME', value: 'name' },
    { title: 'PRICE', value: 'price', kind: 'credits' },
    { title: 'PERIOD', value: ({ period_unit, period_count }) => `${period_count} ${period_unit}` },
    {
      title: 'BUDGET',
      value: ({ terms }) => (terms.budget === null ? '-' : usdText(terms.budget)),
    },
    { title: 'ALLOWS', value: ({ terms }) => terms.allowances.map(allowanceText).join(' ') || '-' },
    { title: 'ON SALE', field: 'on_sale', value: (row) => yesNo(row.on_sale && row.enabled) },
    { title: 'ACTIVE', value: 'active', kind: 'number' },
    { title: 'ENDED', value: 'ended', kind: 'number', isMinor: true },
    { title: 'REVENUE', value: 'revenue', kind: 'credits', isMinor: true },
  ],
  details: [
    { title: 'RENEWS', field: 'renews', value: (row) => yesNo(row.renews) },
    { title: 'MODELS', value: ({ terms }) => terms.models.join(' ') || '*' },
    { title: 'GROUPS', value: ({ terms }) => terms.groups.join(' ') || '*' },
    { title: 'WHEN EMPTY', value: ({ terms }) => terms.overflow },
    {
      title: 'CHEAPER',
      value: ({ terms }) => terms.cheaper?.map(({ from, to }) => `${from}=${to}`).join(' ') ?? '-',
    },
    { title: 'CARRY-OVER %', value: ({ terms }) => String(terms.carry_over) },
    { title: 'ZONE', value: ({ terms }) => terms.zone },
    { title: 'PRIORITY', value: 'priority', kind: 'number' },
    { title: 'MOST PER USER', value: 'most_per_user', kind: 'number' },
    { title: 'GRACE HOURS', value: 'grace_hours', kind: 'number' },
    { title: 'DESCRIPTION', value: 'description' },
  ],
  kinds: {
    renews: 'flag',
    on_sale: 'flag',
    enabled: 'flag',
    terms: 'json',
    period_count: 'number',
  },
  fields: PLAN_FIELDS,
  quiet: ({ id }) => String(id),
}

export function yesNo(is: boolean) {
  return is ? words`yes` : words`no`
}
