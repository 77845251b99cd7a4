/** What a plan pays for, in the ledger: held, charged, given back and expired by entries. */
import { expect, test } from 'bun:test'
import { ask, PATH_OF } from '../relay/black-box'
import { answerOf, writes } from '../relay/dear-model'
import { TEST_ACTOR } from '../support/seed'
import { gate, json } from '../support/upstream'
import { waitUntil } from '../support/wait-until'
import { costOf, DAY, planGateway } from './plan-fixture'

test('a plan pays for calls of a user without a balance, who is refused without one', async () => {
  await using site = await planGateway()
  expect(await site.call()).toBe(403)
  const id = await site.grant(await site.plan())
  expect(await site.call(100)).toBe(200)
  expect(await site.subscription(id)).toMatchObject({
    remain: 1_000_000 - costOf(100),
    used: costOf(100),
  })
  expect(await site.balance()).toBe(0)
})

test('a plan pays what it has left of a call, and the balance pays the rest', async () => {
  await using site = await planGateway(100_000)
  const id = await site.grant(await site.plan({ budget: 500, overflow: 'wallet' }))
  expect(await site.call(100)).toBe(200)
  expect(await site.subscription(id)).toMatchObject({ remain: 0, used: 500 })
  expect(await site.balance()).toBe(100_000 - (costOf(100) - 500))
  expect(await site.call(100)).toBe(200)
  expect(await site.balance()).toBe(100_000 - (2 * costOf(100) - 500))
})

test('a plan that refuses leaves the balance alone', async () => {
  await using site = await planGateway(100_000)
  await site.grant(await site.plan({ budget: 500 }))
  // The second is made shorter, so that what is left pays for it.
  for (const tokens of [50, 10]) expect(await site.call(tokens)).toBe(200)
  const response = await site.gateway.post(PATH_OF.openai, { ...ask('openai'), max_tokens: 100 })
  expect(response.status).toBe(403)
  expect(await response.text()).toContain('Plan 1')
  expect(await site.balance()).toBe(100_000)
})

test('what a call held and did not need is back with the plan, also if it failed', async () => {
  await using site = await planGateway(1000)
  const id = await site.grant(await site.plan({ overflow: 'wallet' }))
  for (const reply of [answerOf(1), json({ error: { message: 'no' } }, { status: 400 })]) {
    site.answer(reply)
    const body = { ...ask('openai'), max_tokens: 1000 }
    await (await site.gateway.post(PATH_OF.openai, body)).text()
    await site.gateway.idle()
  }
  expect(await site.subscription(id)).toMatchObject({
    remain: 1_000_000 - costOf(1),
    used: costOf(1),
  })
  expect(await site.balance()).toBe(1000)
})

test('models and groups that a plan does not name are paid by the balance', async () => {
  await using site = await planGateway(100_000)
  const id = await site.grant(await site.plan({ models: ['other-*'] }))
  const group = await site.grant(await site.plan({ groups: ['vip'] }))
  expect(await site.call()).toBe(200)
  expect(await site.balance()).toBe(100_000 - costOf(10))
  for (const each of [id, group]) expect(await site.subscription(each)).toMatchObject({ used: 0 })
})

test('of two plans the lower number pays first, then the one that ends first', async () => {
  await using site = await planGateway()
  const late = await site.grant(await site.plan({ budget: 1000 }, { priority: 2 }))
  const first = await site.grant(await site.plan({ budget: 200 }, { priority: 1 }))
  expect(await site.call(10)).toBe(200)
  expect(await site.subscription(first)).toMatchObject({ used: costOf(10) })
  expect(await site.call(20)).toBe(200)
  expect(await site.subscription(late)).toMatchObject({ used: costOf(20) })
})

test('what is left at the end of the period is gone, by an entry', async () => {
  await using site = await planGateway()
  const id = await site.grant(await site.plan({}, { period_unit: 'day' }))
  expect(await site.call()).toBe(200)
  await site.pass(DAY)
  expect(await site.subscription(id)).toMatchObject({ state: 'ended', remain: 0, used: costOf(10) })
  expect(await site.call()).toBe(403)
})

test('a call that is still running at the end gives back to nobody', async () => {
  await using site = await planGateway()
  const id = await site.grant(await site.plan())
  const held = gate()
  site.answer(writes(60, held))
  const body = { ...ask('openai'), stream: true, max_tokens: 1000 }
  const running = site.gateway.post(PATH_OF.openai, body)
  await waitUntil(
    'the call is held',
    async () => (await site.subscription(id)).remain !== 1_000_000,
  )
  await site.gateway.services.subscriptions.end(TEST_ACTOR, { id, refund: false })
  const { remain, state } = await site.subscription(id)
  expect({ remain, state }).toEqual({ remain: 0, state: 'ended' })
  held.open()
  await (await running).text()
  await site.gateway.idle()
  await site.pass(0)
  expect(await site.subscription(id)).toMatchObject({ remain: 0, used: costOf(60) })
  expect(await site.balance()).toBe(0)
})

test('a plan that ends early gives back the price of what is left, and no more', async () => {
  await using site = await planGateway(10_000)
  const planId = await site.plan({ budget: 1000 }, { price: 3000, period_unit: 'day' })
  const { services } = site.gateway
  const id = await services.subscriptions.buy(TEST_ACTOR, { userId: site.ann, planId })
  expect(await site.balance()).toBe(7000)
  await site.pass(DAY / 4)
  expect(await services.subscriptions.end(TEST_ACTOR, { id, refund: true })).toBe(2250)
  expect(await site.balance()).toBe(9250)
  const used = await services.subscriptions.buy(TEST_ACTOR, { userId: site.ann, planId })
  expect(await site.call(100)).toBe(200)
  expect(await services.subscriptions.end(TEST_ACTOR, { id: used, refund: true })).toBe(
    Math.floor((3000 * (1000 - costOf(100))) / 1000),
  )
})
