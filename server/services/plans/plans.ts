/** Plans: what users can buy or be granted, for a period that may renew itself. */
import {
  allPlans,
  deletePlan,
  findPlan,
  findPlanByName,
  insertPlan,
  type PlanRow,
  updatePlan,
} from '../../../db/tables/plans'
import { holdersOfPlans, type PlanHolders } from '../../../db/tables/subscriptions'
import { GatewayError } from '../../domain/errors/gateway-error'
import { isLimitWindow } from '../../domain/limits/limit'
import { type CalendarUnit, zoneNamed } from '../../domain/limits/zoned-time'
import { termsIn } from '../../domain/plans/subscription-account'
import { isBeginning, type PlanTerms, paysForCheaper } from '../../domain/plans/terms'
import { visibleLine } from '../../domain/text/visible-text'
import { changedColumns } from '../audit/changed-columns'
import { recordAudit } from '../audit/record'
import { requireRoot } from '../options/guards'
import type { Actor, Queries, ServiceDeps } from '../service-deps'
import { transact, type Work } from '../work'

const MAX_NAME = 40
const MAX_DESCRIPTION = 4000
const MAX_PERIODS = 120

export interface PlanFields {
  readonly name: string
  /** Markdown. */
  readonly description: string
  /** Credits for a period. */
  readonly price: number
  readonly period_unit: CalendarUnit
  readonly period_count: number
  readonly renews: boolean
  readonly on_sale: boolean
  readonly enabled: boolean
  readonly priority: number
  /** How often a user may have it in all; 0 for as often as they like. */
  readonly most_per_user: number
  readonly grace_hours: number
  readonly terms: PlanTerms
}

export interface PlanView extends PlanFields {
  readonly id: number
  /** Subscriptions in force, and those that have ended. */
  readonly active: number
  readonly ended: number
  /** Credits that the periods in force were sold for. */
  readonly revenue: number
}

const NOBODY: PlanHolders = { active: 0, ended: 0, revenue: 0 }

/** In the order in which they pay. */
export async function listPlans({ db }: ServiceDeps): Promise<PlanView[]> {
  const holders = await holdersOfPlans(db.lists)
  return (await allPlans(db.lists)).map((row) => planView(row, holders.get(row.id) ?? NOBODY))
}

/** What anybody may buy, without who holds it. */
export async function plansOnSale({ db }: ServiceDeps): Promise<PlanView[]> {
  return (await allPlans(db.lists))
    .filter(({ enabled, on_sale }) => enabled === 1 && on_sale === 1)
    .map((row) => planView(row, NOBODY))
}

/** Throws `plan.name_taken`, `plan.name_empty` and what is wrong with a value. */
export async function createPlan(
  deps: ServiceDeps,
  actor: Actor,
  fields: PlanFields,
): Promise<PlanView> {
  requireRoot(actor)
  const columns = { ...columnsOf(fields), terms: checkedTerms(fields.terms) }
  return await transact(deps, actor, async (work) => {
    await requireFree(work, columns.name)
    const nowMs = work.clock.nowMs()
    const row = await insertPlan(work.trx, { ...columns, created_at: nowMs, updated_at: nowMs })
    await recordAudit(work, { action: 'plan.create', target: `plan:${row.id}`, after: columns })
    return planView(row, NOBODY)
  })
}

/** Counts for periods that begin from now on. Throws `plan.not_found` and as `createPlan`. */
export async function changePlan(
  deps: ServiceDeps,
  actor: Actor,
  { id, change }: { readonly id: number; readonly change: Partial<PlanFields> },
): Promise<PlanView> {
  requireRoot(actor)
  return await transact(deps, actor, async (work) => {
    const before = await existingPlan(work.trx, id)
    const fields = columnsOf({ ...planView(before, NOBODY), ...change })
    // Terms that were allowed when they were set keep no plan from being switched off.
    const terms = change.terms === undefined ? before.terms : checkedTerms(change.terms)
    const columns = { ...fields, terms }
    await requireFree(work, columns.name, id)
    await updatePlan(work.trx, id, { ...columns, updated_at: work.clock.nowMs() })
    await recordAudit(work, {
      action: 'plan.set',
      target: `plan:${id}`,
      before: changedColumns(before, columns),
      after: changedColumns(columns, before),
    })
    return planView(await existingPlan(work.trx, id), NOBODY)
  })
}

/** Throws `plan.in_use` while somebody has had it: statements name it. */
export async function removePlan(deps: ServiceDeps, actor: Actor, id: number): Promise<void> {
  requireRoot(actor)
  await transact(deps, actor, async (work) => {
    const plan = await existingPlan(work.trx, id)
    const { active, ended } = (await holdersOfPlans(work.trx)).get(id) ?? NOBODY
    if (active + ended > 0) throw new GatewayError('plan.in_use', { name: plan.name })
    await deletePlan(work.trx, id)
    await recordAudit(work, { action: 'plan.delete', target: `plan:${id}`, before: plan })
  })
}

export async function existingPlan(trx: Queries, id: number): Promise<PlanRow> {
  const plan = await findPlan(trx, id)
  if (plan === undefined) throw new GatewayError('plan.not_found')
  return plan
}

/** Throws `plan.not_found`, `plan.not_on_sale`, and `plan.price_changed` for one quoted wrongly. */
export async function planOnSale(
  queries: Queries,
  id: number,
  quotedPrice?: number,
): Promise<PlanRow> {
  const plan = await existingPlan(queries, id)
  if (plan.enabled === 0 || plan.on_sale === 0) throw new GatewayError('plan.not_on_sale')
  if (quotedPrice !== undefined && quotedPrice !== plan.price) {
    throw new GatewayError('plan.price_changed', { name: plan.name })
  }
  return plan
}

async function requireFree({ trx }: Work, name: string, ownId?: number): Promise<void> {
  const holder = await findPlanByName(trx, name)
  if (holder !== undefined && holder.id !== ownId)
    throw new GatewayError('plan.name_taken', { name })
}

function columnsOf(fields: Omit<PlanFields, 'terms'>) {
  const { description, price, period_unit, period_count, priority, most_per_user } = fields
  const name = visibleLine('name', fields.name.trim())
  if (name === '') throw new GatewayError('plan.name_empty')
  if ([...name].length > MAX_NAME) {
    throw new GatewayError('value.too_long', { field: 'name', max: MAX_NAME })
  }
  if (description.length > MAX_DESCRIPTION) {
    throw new GatewayError('value.too_long', { field: 'description', max: MAX_DESCRIPTION })
  }
  requireCount('price', price, Number.MAX_SAFE_INTEGER)
  requireCount('period_count', period_count - 1, MAX_PERIODS - 1)
  requireCount('grace_hours', fields.grace_hours, 24 * 90)
  requireCount('most_per_user', most_per_user, 1_000_000)
  requireCount('priority', priority, 1_000_000)
  return {
    name,
    description,
    price,
    period_unit,
    period_count,
    priority,
    most_per_user,
    grace_hours: fields.grace_hours,
    renews: flag(fields.renews),
    on_sale: flag(fields.on_sale),
    enabled: flag(fields.enabled),
  }
}

function flag(value: boolean): 0 | 1 {
  return value ? 1 : 0
}

function requireCount(field: string, value: number, max: number): void {
  if (Number.isSafeInteger(value) && value >= 0 && value <= max) return
  throw new GatewayError('value.invalid', { field, reason: 'reason.not_an_integer' })
}

/** As they are stored. */
function checkedTerms(terms: PlanTerms): string {
  const zone = zoneNamed(terms.zone === '' ? 'UTC' : terms.zone)
  if (zone === undefined) {
    throw new GatewayError('value.invalid', { field: 'zone', reason: 'reason.time_zone' })
  }
  for (const { kind, window, amount } of terms.allowances) {
    if (!isLimitWindow(kind, window)) {
      throw new GatewayError('value.invalid', { field: 'window', reason: 'reason.limit_window' })
    }
    requireCount('amount', amount, Number.MAX_SAFE_INTEGER)
  }
  if (terms.budget === null && terms.allowances.length === 0)
    throw new GatewayError('plan.grants_nothing')
  requireCheaper(terms)
  return JSON.stringify({ ...terms, zone })
}

/** Models in the place of others are named exactly where calls go on with them. */
function requireCheaper(terms: PlanTerms): void {
  const { overflow, cheaper } = terms
  if ((overflow === 'cheaper') !== (cheaper !== undefined)) {
    throw new GatewayError('value.invalid', { field: 'cheaper', reason: 'reason.cheaper_named' })
  }
  if (cheaper?.some(({ from, to }) => from === to || isBeginning(to))) {
    throw new GatewayError('value.invalid', { field: 'cheaper', reason: 'reason.cheaper_model' })
  }
  if (paysForCheaper(terms)) {
    throw new GatewayError('value.invalid', { field: 'cheaper', reason: 'reason.cheaper_paid' })
  }
}

/** Of terms that nobody can read nothing is granted. */
const UNREADABLE: PlanTerms = {
  budget: null,
  allowances: [],
  models: [],
  groups: [],
  overflow: 'wallet',
  carry_over: 0,
  zone: 'UTC',
}

export function planTerms({ terms }: Pick<PlanRow, 'terms'>): PlanTerms {
  return termsIn(terms) ?? UNREADABLE
}

function planView(row: PlanRow, { active, ended, revenue }: PlanHolders): PlanView {
  const { id, name, description, price, period_unit, period_count } = row
  const { priority, most_per_user, grace_hours } = row
  return {
    id,
    name,
    description,
    price,
    period_unit,
    period_count,
    priority,
    most_per_user,
    grace_hours,
    renews: row.renews === 1,
    on_sale: row.on_sale === 1,
    enabled: row.enabled === 1,
    terms: planTerms(row),
    active,
    ended,
    revenue,
  }
}
