/** What plans cost: bought, renewed, given back, switched; and crashes between two entries. */
import { describe, expect, test } from 'bun:test'
import { TEST_ACTOR } from '../support/seed'
import { BOUGHT, costOf, DAY, HOUR, type PlanGateway, planGateway } from './plan-fixture'

const buy = ({ gateway, ann }: PlanGateway, planId: number) =>
  gateway.services.subscriptions.buy(TEST_ACTOR, { userId: ann, planId })

describe('a plan that renews itself', () => {
  const fields = { price: 1000, renews: true, period_unit: 'day' } as const

  test('takes its price for each period, and grants its budget anew', async () => {
    await using site = await planGateway(2500)
    const id = await buy(site, await site.plan({ budget: 500 }, fields))
    expect(await site.balance()).toBe(1500)
    expect(await site.call(10)).toBe(200)
    await site.pass(DAY)
    expect(await site.subscription(id)).toMatchObject({ remain: 500, state: 'active' })
    expect(await site.balance()).toBe(500)
  })

  test('takes over what its terms allow of what was left', async () => {
    await using site = await planGateway(2000)
    const id = await buy(site, await site.plan({ budget: 500, carry_over: 50 }, fields))
    expect(await site.call(10)).toBe(200)
    await site.pass(DAY)
    expect(await site.subscription(id)).toMatchObject({ remain: 750 })
  })

  test('waits as long as it is told to for the price, then ends', async () => {
    await using site = await planGateway(1500)
    const id = await buy(site, await site.plan({}, { ...fields, grace_hours: 6 }))
    await site.pass(DAY)
    expect(await site.subscription(id)).toMatchObject({ state: 'active', remain: 1_000_000 })
    await site.pass(2 * HOUR)
    expect((await site.subscription(id)).grace_until).toBe(site.clock.now + 4 * HOUR)
    await site.pay(1000)
    await site.pass(HOUR)
    const { period_end, grace_until } = await site.subscription(id)
    // Its periods go on from where they were, not from the payment.
    expect({ period_end, grace_until }).toEqual({
      period_end: site.clock.now + 21 * HOUR,
      grace_until: 0,
    })
    await site.pass(DAY)
    await site.pass(6 * HOUR)
    expect(await site.subscription(id)).toMatchObject({ state: 'ended', end_reason: 'unpaid' })
  })

  test('that was away for three periods pays for the one that is now', async () => {
    await using site = await planGateway(10_000)
    const id = await buy(site, await site.plan({}, fields))
    await site.pass(3 * DAY + HOUR)
    expect(await site.balance()).toBe(8000)
    expect((await site.subscription(id)).period_end).toBe(site.clock.now + 23 * HOUR)
  })

  test('ends with its period once it is canceled, and goes on if that is taken back', async () => {
    await using site = await planGateway(10_000)
    const plan = await site.plan({}, fields)
    const [kept, gone] = [await buy(site, plan), await buy(site, plan)]
    const { subscriptions } = site.gateway.services
    for (const id of [kept, gone]) await subscriptions.setRenewal(TEST_ACTOR, { id, renews: false })
    await subscriptions.setRenewal(TEST_ACTOR, { id: kept, renews: true })
    await site.pass(DAY)
    expect(await site.subscription(kept)).toMatchObject({ state: 'active' })
    expect(await site.subscription(gone)).toMatchObject({ state: 'ended', remain: 0 })
  })

  test('gets the terms and the price that its plan has by then', async () => {
    await using site = await planGateway(10_000)
    const plan = await site.plan({ budget: 500 }, fields)
    const id = await buy(site, plan)
    const { plans } = site.gateway.services
    const [shown] = await plans.list()
    if (shown === undefined) throw new Error('no plan')
    const change = { price: 3000, terms: { ...shown.terms, budget: 900 } }
    await plans.change(TEST_ACTOR, { id: plan, change })
    expect(await site.subscription(id)).toMatchObject({ remain: 500 })
    await site.pass(DAY)
    expect(await site.subscription(id)).toMatchObject({ remain: 900 })
    expect(await site.balance()).toBe(6000)
  })
})

test('what was granted renews at no charge', async () => {
  await using site = await planGateway(100)
  const plan = await site.plan({}, { price: 1000, renews: true, period_unit: 'day' })
  const id = await site.grant(plan, true)
  await site.pass(DAY)
  expect(await site.subscription(id)).toMatchObject({ state: 'active' })
  expect(await site.balance()).toBe(100)
})

test('nobody buys what the balance does not cover, or more often than allowed', async () => {
  await using site = await planGateway(1500)
  const plan = await site.plan({}, { price: 1000, most_per_user: 1 })
  await buy(site, plan)
  expect(buy(site, plan)).rejects.toMatchObject({ id: 'plan.had_already' })
  const dear = await site.plan({}, { price: 501 })
  expect(buy(site, dear)).rejects.toMatchObject({ id: 'plan.unaffordable' })
  expect(await site.balance()).toBe(500)
})

test('ten buyers at once of a balance for three get three', async () => {
  await using site = await planGateway(3500)
  const plan = await site.plan({}, { price: 1000 })
  const bought = await Promise.allSettled(Array.from({ length: 10 }, () => buy(site, plan)))
  expect(bought.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  expect(await site.balance()).toBe(500)
})

test('nobody gets back the price of what a whole period allowed and is used', async () => {
  await using site = await planGateway(10_000)
  const allowances = [{ ...HUNDRED, window: 'total', amount: 4 }] as const
  const plan = await site.plan({ budget: null, allowances: [...allowances] }, { price: 4000 })
  const id = await buy(site, plan)
  expect((await site.subscription(id)).refund).toBe(4000)
  for (const _ of [1, 2, 3]) expect(await site.call()).toBe(200)
  expect((await site.subscription(id)).refund).toBe(1000)
  const { subscriptions } = site.gateway.services
  expect(await subscriptions.end(TEST_ACTOR, { id, refund: true })).toBe(1000)
  expect(await site.balance()).toBe(7000)
})

test('who was told another price does not buy', async () => {
  await using site = await planGateway(10_000)
  const planId = await site.plan({}, { price: 2000 })
  const wanted = { userId: site.ann, planId, price: 1000 }
  const { subscriptions } = site.gateway.services
  expect(subscriptions.buy(TEST_ACTOR, wanted)).rejects.toMatchObject({ id: 'plan.price_changed' })
  await subscriptions.buy(TEST_ACTOR, { ...wanted, price: 2000 })
  expect(await site.balance()).toBe(8000)
})

test('hundreds whose price is waited for keep nobody else from a new period', async () => {
  await using site = await planGateway(1000)
  const waiting = { price: 1, renews: true, period_unit: 'hour', grace_hours: 100 } as const
  const plan = await site.plan({}, waiting)
  for (let at = 0; at < 210; at += 1) await buy(site, plan)
  await site.gateway.services.users.set(TEST_ACTOR, { id: site.ann, quota: { to: 0 } })
  const free = await site.grant(await site.plan({}, { period_unit: 'day' }), true)
  await site.pass(DAY)
  expect(await site.subscription(free)).toMatchObject({ state: 'active' })
  expect((await site.subscription(free)).period_end).toBe(BOUGHT + 2 * DAY)
})

test('a switch credits the time that is left, and begins the other plan now', async () => {
  await using site = await planGateway(10_000)
  const small = await site.plan({ budget: null, allowances: [HUNDRED] }, { price: 3000 })
  const large = await site.plan({}, { price: 8000, period_unit: 'day' })
  const id = await buy(site, small)
  await site.pass(15 * DAY)
  const { subscriptions } = site.gateway.services
  const next = await subscriptions.switch(TEST_ACTOR, { id, planId: large })
  expect(await site.subscription(id)).toMatchObject({ state: 'ended' })
  expect(await site.subscription(next)).toMatchObject({ state: 'active', name: 'Plan 2' })
  expect(await site.balance()).toBe(10_000 - 3000 + 1500 - 8000)
})

const HUNDRED = { kind: 'requests', window: 'day', amount: 100, starts: 'subscription' } as const

test('status lines of agents see windows and when they reset', async () => {
  await using site = await planGateway(1_000_000)
  const allowances = [
    HUNDRED,
    { ...HUNDRED, kind: 'budget', window: '5h', amount: 500_000 },
  ] as const
  const cheaper = [{ from: 'm', to: 'mini' }]
  const terms = { budget: 1_500_000, overflow: 'cheaper' } as const
  await site.grant(
    await site.plan({ ...terms, models: ['m'], cheaper, allowances: [...allowances] }),
  )
  expect(await site.call(10)).toBe(200)
  const headers = { authorization: `Bearer ${site.gateway.keys[0]}` }
  const answer = await fetch(`${site.gateway.url}/v1/token/usage`, { headers })
  const { plans } = await answer.json()
  const used = costOf(10) / 500_000
  expect(plans).toEqual([
    {
      name: 'Plan 1',
      ends_at: Date.UTC(2026, 11, 26, 18) / 1000,
      renews: false,
      remaining: 3 - used,
      models: ['m'],
      when_empty: 'cheaper',
      cheaper,
      windows: [
        {
          ...{ kind: 'requests', unit: 'requests', window: 'day' },
          ...{ limit: 100, used: 1, remaining: 99 },
          resets_at: (BOUGHT + DAY) / 1000,
        },
        {
          ...{ kind: 'budget', unit: 'usd', window: '5h' },
          ...{ limit: 1, used, remaining: 1 - used },
          resets_at: (BOUGHT + 5 * HOUR) / 1000,
        },
      ],
    },
  ])
})
