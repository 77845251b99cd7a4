import type { CalendarUnit } from '../limits/zoned-time'
import type { PlanTerms } from './terms'

export const PERIOD_UNITS = ['hour', 'day', 'week', 'month'] as const satisfies CalendarUnit[]

const TERMS: PlanTerms = {
  budget: null,
  allowances: [],
  models: [],
  groups: [],
  overflow: 'wallet',
  carry_over: 0,
  zone: 'UTC',
}

const PERIOD_UNIT: CalendarUnit = 'month'

/** A plan before anything of it is chosen. */
export const NEW_PLAN = {
  name: '',
  description: '',
  price: 0,
  period_unit: PERIOD_UNIT,
  period_count: 1,
  renews: true,
  on_sale: false,
  enabled: true,
  priority: 0,
  most_per_user: 0,
  grace_hours: 72,
  terms: TERMS,
}
