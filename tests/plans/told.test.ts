/** What a plan paid, as statements and receipts tell it. */
import { expect, test } from 'bun:test'
import { TEST_ACTOR } from '../support/seed'
import { costOf, planGateway } from './plan-fixture'

test('the calls of an hour are one line of a statement, with what plans paid', async () => {
  await using site = await planGateway(10_000)
  const { services } = site.gateway
  const planId = await site.plan({ budget: 1000, overflow: 'wallet' }, { price: 3000 })
  await services.subscriptions.buy(TEST_ACTOR, { userId: site.ann, planId })
  for (const tokens of [10, 50, 200]) expect(await site.call(tokens)).toBe(200)
  const spent = costOf(10) + costOf(50) + costOf(200)
  const { entries, calls, closing, opening, unlisted } = await services.wallet.statement({
    userId: site.ann,
  })
  expect(entries.map(({ kind }) => kind)).not.toContain('cover')
  expect(entries.find(({ kind }) => kind === 'plan')).toMatchObject({ user_delta: -3000 })
  const sum = (of: (hour: (typeof calls)[number]) => number) =>
    calls.reduce((total, hour) => total + of(hour), 0)
  expect(sum(({ quota }) => quota)).toBe(spent)
  expect(sum(({ covered }) => covered)).toBe(1000)
  const booked = entries.reduce((total, { user_delta }) => total + user_delta, 0)
  expect(opening + booked - spent + 1000).toBe(closing)
  expect({ closing, unlisted }).toEqual({ closing: await site.balance(), unlisted: 0 })
})

test('a receipt names the plan, and bill and ledger agree', async () => {
  await using site = await planGateway()
  await site.grant(await site.plan({}, { name: 'Pro' }))
  expect(await site.call()).toBe(200)
  const { services } = site.gateway
  const { items } = await services.logs.list({})
  const requestId = items.find(({ quota }) => quota > 0)?.request_id ?? ''
  expect(await services.bills.receipt(TEST_ACTOR, requestId)).toMatchObject({
    ...{ plan_name: 'Pro', plan_paid: costOf(10), charged: costOf(10), agrees: true },
  })
})
