/** Accounts of plans on both engines: calls side by side, and what a crash leaves. */
import { expect, test } from 'bun:test'
import type { Db } from '../../db/db'
import { verify } from '../../db/tables/ledger-verify'
import { resolveOpen } from '../../db/tables/reservations'
import { findSubscription, insertSubscription, postAllowance } from '../../db/tables/subscriptions'
import type { PlanTerms } from '../../server/domain/plans/terms'
import { secureRandom } from '../../server/random'
import { createServices } from '../../server/services/create-services'
import { openSealer } from '../../server/services/seal'
import { PLAN } from '../plans/plan-fixture'
import { TEST_ACTOR } from '../support/seed'
import { tempDir } from '../support/temp-dir'
import { onEveryEngine } from './engines'
import { NOW_MS, reserveOrder, seedUser, settleOrder, standing } from './seed'

const TERMS: PlanTerms = {
  budget: 1000,
  allowances: [{ kind: 'requests', window: 'day', amount: 20, starts: 'subscription' }],
  models: [],
  groups: [],
  overflow: 'wallet',
  carry_over: 0,
  zone: 'UTC',
}

async function seedSubscription(db: Db, userId: number, terms: Partial<PlanTerms> = {}) {
  const all = { ...TERMS, ...terms }
  return await db.durably(async (trx) => {
    const { id } = await insertSubscription(trx, {
      ...{ user_id: userId, plan_id: 1, name: 'Pro', state: 'active', price: 0, source: 'admin' },
      ...{ remain: 0, used: 0, periods: 1, renews: 0, priority: 0, grace_hours: 0, grace_until: 0 },
      ...{ paused_at: 0, ended_at: 0, end_reason: '', created_at: NOW_MS },
      terms: JSON.stringify(all),
      anchor_at: NOW_MS,
      period_unit: 'month',
      period_count: 1,
      period_start: NOW_MS,
      period_end: NOW_MS + 30 * 86_400_000,
    })
    await postAllowance(trx, { id, userId, delta: all.budget ?? 0, nowMs: NOW_MS })
    return id
  })
}

const callOf = (userId: number, amount: number, atLeast = amount) => ({
  ...reserveOrder({ userId, amount, atLeast }),
  group: 'default',
})

async function remainOf(db: Db, id: number) {
  const row = await findSubscription(db.kysely, id)
  return { remain: row?.remain, used: row?.used }
}

onEveryEngine('a subscription', (open) => {
  test('gets back what a dead process held of it, and pays a late bill once', async () => {
    const db = await open()
    const userId = await seedUser(db, 300)
    const id = await seedSubscription(db, userId)
    const outcome = await db.ledger.reserve(callOf(userId, 1200))
    if (outcome.kind !== 'reserved') throw new Error(outcome.kind)
    expect(await remainOf(db, id)).toEqual({ remain: 0, used: 0 })
    expect((await standing(db, userId)).user.quota).toBe(100)

    expect(await resolveOpen(db, { nowMs: NOW_MS })).toBe(1)
    expect(await remainOf(db, id)).toEqual({ remain: 1000, used: 0 })
    expect((await standing(db, userId)).user.quota).toBe(300)

    const { reservation } = outcome
    for (const _ of [1, 2]) await db.ledger.settle(settleOrder({ reservation, charge: 800 }))
    expect(await remainOf(db, id)).toEqual({ remain: 200, used: 800 })
    expect((await standing(db, userId)).user).toMatchObject({ quota: 300, used_quota: 800 })
    expect(await verify(db)).toEqual([])
  })

  test('and the balance are never below nothing, however many calls run at once', async () => {
    const db = await open()
    const userId = await seedUser(db, 500)
    const id = await seedSubscription(db, userId, { allowances: [] })
    const outcomes = await Promise.all(
      Array.from({ length: 64 }, () => db.ledger.reserve(callOf(userId, 100))),
    )
    const reserved = outcomes.filter((each) => each.kind === 'reserved')
    expect(reserved).toHaveLength(15)
    expect(await remainOf(db, id)).toEqual({ remain: 0, used: 0 })
    expect((await standing(db, userId)).user.quota).toBe(0)
    await Promise.all(
      reserved.map(({ reservation }) =>
        db.ledger.settle(settleOrder({ reservation, charge: 70, withinBalance: true })),
      ),
    )
    const { user } = await standing(db, userId)
    expect(user.used_quota).toBe(15 * 70)
    const { remain, used } = await remainOf(db, id)
    expect((remain ?? 0) + user.quota).toBe(1500 - 15 * 70)
    expect(used).toBe(1000 - (remain ?? 0))
    expect(await verify(db)).toEqual([])
  })

  test('pays what a running call takes on, and the balance what it cannot', async () => {
    const db = await open()
    const userId = await seedUser(db, 1000)
    const id = await seedSubscription(db, userId)
    const outcome = await db.ledger.reserve(callOf(userId, 600))
    if (outcome.kind !== 'reserved') throw new Error(outcome.kind)
    const { reservation } = outcome
    const { callId } = reservation
    const more = { callId, userId, tokenId: undefined, amount: 300, nowMs: NOW_MS }
    for (const _ of [1, 2, 3]) {
      expect(await db.ledger.extend(more)).toEqual({ kind: 'extended', amount: 300 })
    }
    expect(await remainOf(db, id)).toEqual({ remain: 0, used: 0 })
    expect((await standing(db, userId)).user.quota).toBe(500)
    await db.ledger.settle(settleOrder({ reservation, charge: 1100 }))
    expect(await remainOf(db, id)).toEqual({ remain: 0, used: 1000 })
    expect((await standing(db, userId)).user.quota).toBe(900)
    expect(await verify(db)).toEqual([])
  })

  test('that leaves nothing to the balance does not do so for a late bill either', async () => {
    const db = await open()
    const userId = await seedUser(db, 5000)
    const id = await seedSubscription(db, userId, { overflow: 'refuse' })
    const outcome = await db.ledger.reserve(callOf(userId, 300))
    if (outcome.kind !== 'reserved') throw new Error(outcome.kind)
    const { reservation } = outcome
    await resolveOpen(db, { nowMs: NOW_MS })
    await db.kysely.updateTable('subscriptions').set({ state: 'ended' }).execute()
    await db.ledger.settle(settleOrder({ reservation, charge: 300, withinBalance: true }))
    expect(await remainOf(db, id)).toEqual({ remain: 1000, used: 0 })
    expect((await standing(db, userId)).user.quota).toBe(5000)
    expect(await verify(db)).toEqual([])
  })

  test('is ended once, refunded once and bought as often as allowed, by many at once', async () => {
    const db = await open()
    const userId = await seedUser(db, 10_000)
    const { plans, subscriptions } = servicesOf(db)
    const fields = { ...PLAN, price: 1000, most_per_user: 1 }
    const { id: planId } = await plans.create(TEST_ACTOR, fields)
    const eight = <T>(act: () => Promise<T>) =>
      Promise.allSettled(Array.from({ length: 8 }, () => act()))
    const succeeded = (all: readonly PromiseSettledResult<unknown>[]) =>
      all.filter(({ status }) => status === 'fulfilled').length
    const bought = await eight(() => subscriptions.buy(TEST_ACTOR, { userId, planId }))
    expect(succeeded(bought)).toBe(1)
    expect((await standing(db, userId)).user.quota).toBe(9000)
    const [held] = await subscriptions.activeOf(userId)
    const id = held?.id ?? 0
    expect(succeeded(await eight(() => subscriptions.end(TEST_ACTOR, { id, refund: true })))).toBe(
      1,
    )
    expect((await standing(db, userId)).user.quota).toBeLessThanOrEqual(10_000)
    expect(await remainOf(db, id)).toEqual({ remain: 0, used: 0 })
    expect(await verify(db)).toEqual([])
  })
})

function servicesOf(db: Db) {
  const clock = { nowMs: () => NOW_MS, monotonicMs: () => performance.now() }
  const sealer = openSealer({ dataDir: tempDir('plans').path, envKey: undefined })
  return createServices({ db, clock, random: secureRandom, sealer })
}
