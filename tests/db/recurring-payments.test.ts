/** Which of what services charge for is looked into, and which account of a customer is kept. */
import { expect, test } from 'bun:test'
import type { Db } from '../../db/db'
import type { SubscriptionsTable } from '../../db/schema/plans'
import { insertPlan } from '../../db/tables/plans'
import {
  findCustomer,
  forgetCustomer,
  insertRecurring,
  keepCustomer,
  type RecurringRow,
  recurringDue,
  takeRecurring,
} from '../../db/tables/recurring-payments'
import { insertSubscription } from '../../db/tables/subscriptions'
import { PLAN } from '../plans/plan-fixture'
import { onEveryEngine } from './engines'
import { NOW_MS, seedUser } from './seed'

interface Held {
  readonly recurring?: Partial<RecurringRow>
  readonly subscription?: Partial<Pick<SubscriptionsTable, 'renews' | 'state'>>
  readonly enabled?: 0 | 1
  readonly isUserGone?: boolean
}

async function seed(db: Db, { recurring, subscription, enabled = 1, isUserGone }: Held = {}) {
  const userId = await seedUser(db, 0)
  return await db.durably(async (trx) => {
    const terms = JSON.stringify(PLAN.terms)
    const times = { created_at: NOW_MS, updated_at: NOW_MS }
    const plan = { ...PLAN, ...times, terms, renews: 1, on_sale: 1, enabled } as const
    const { id: plan_id } = await insertPlan(trx, plan)
    const { id: subscription_id } = await insertSubscription(trx, {
      ...{ user_id: userId, plan_id, name: 'Pro', state: 'active', price: 0, source: 'order' },
      ...{ remain: 0, used: 0, periods: 1, renews: 1, priority: 0, grace_hours: 0, grace_until: 0 },
      ...{ paused_at: 0, ended_at: 0, end_reason: '', created_at: NOW_MS, anchor_at: NOW_MS },
      ...{ terms, period_unit: 'month', period_count: 1, period_start: NOW_MS },
      ...{ period_end: NOW_MS + 1000, renewed_by: 'stripe', ...subscription },
    })
    if (isUserGone === true) {
      await trx.updateTable('users').set({ deleted_at: 1 }).where('id', '=', userId).execute()
    }
    const made = await insertRecurring(trx, {
      ...{ service: 'stripe', user_id: userId, trade_no: 'USR1', reference: 'sub_1' },
      ...{ state: 'running', service_renews: 1, is_sending: 0, period_end: 0, ask_at: NOW_MS + 1 },
      ...{ answered_at: 0, ask_problem: '', revision: 0, created_at: 0, subscription_id },
      ...recurring,
    })
    return made.id
  })
}

const NOTHING_TO_DO: readonly (readonly [string, Held])[] = [
  ['what goes on as it is wanted', {}],
  ['what was canceled and is known to be', { ...notRenewed(), recurring: { service_renews: 0 } }],
  ['what has ended there', { recurring: { state: 'ended', ask_at: 0 }, isUserGone: true }],
  ['what nobody has paid yet', { recurring: { reference: '', state: 'open', ask_at: 0 } }],
  ['what did not answer, before its time', { ...notRenewed(), recurring: { ask_problem: 'x' } }],
]

const TO_DO: readonly (readonly [string, Held])[] = [
  ['whose time has come', { recurring: { ask_at: NOW_MS } }],
  ['that was canceled here', notRenewed()],
  ['that was resumed here', { recurring: { service_renews: 0 } }],
  ['whose plan is disabled', { enabled: 0 }],
  ['whose subscription has ended', { subscription: { state: 'ended' } }],
  ['whose plan did not begin', { recurring: { subscription_id: 0 } }],
  ['whose user is gone', { isUserGone: true }],
  ['that may not have heard what it was told', { recurring: { is_sending: 1 } }],
]

function notRenewed(): Held {
  return { subscription: { renews: 0 } }
}

onEveryEngine('what services charge for', (open) => {
  const due = async (db: Db) => await recurringDue(db.lists, { nowMs: NOW_MS, limit: 10 })

  for (const [name, held] of NOTHING_TO_DO) {
    test(`leaves alone ${name}`, async () => {
      const db = await open()
      await seed(db, held)
      expect(await due(db)).toEqual([])
    })
  }

  for (const [name, held] of TO_DO) {
    test(`looks into one ${name}`, async () => {
      const db = await open()
      const id = await seed(db, held)
      expect((await due(db)).map((row) => row.id)).toEqual([id])
    })
  }

  test('is taken by whoever read it last', async () => {
    const db = await open()
    const id = await seed(db)
    const take = (revision: number) => db.transaction((trx) => takeRecurring(trx, { id, revision }))
    const taken = await Promise.all([take(0), take(0)])
    expect(taken.filter((row) => row !== undefined)).toHaveLength(1)
  })

  test('keeps the first account of a customer, until that is gone', async () => {
    const db = await open()
    const name = { service: 'stripe', userId: await seedUser(db, 0) }
    const keep = (reference: string) =>
      db.transaction((trx) => keepCustomer(trx, name, { reference, nowMs: NOW_MS }))
    expect([await keep('cus_1'), await keep('cus_2')]).toEqual(['cus_1', 'cus_1'])
    await db.transaction((trx) => forgetCustomer(trx, name, 'cus_2'))
    expect(await findCustomer(db.reader, name)).toBe('cus_1')
    await db.transaction((trx) => forgetCustomer(trx, name, 'cus_1'))
    expect(await keep('cus_2')).toBe('cus_2')
  })
})
