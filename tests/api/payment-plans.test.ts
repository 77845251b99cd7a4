import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { type ApiCaller, type ApiClient, apiClient, NO_LIMITS } from '../support/api'
import { type Epay, startEpay } from '../support/epay'
import { type Gateway, startGateway } from '../support/gateway'
import { TEST_ACTOR } from '../support/seed'

const START = 1_000_000
const PRICE = 5_000_000
const clock = { ms: 1_750_000_000_000 }

let gateway: Gateway
let epay: Epay
let client: ApiClient
let admin: ApiCaller
/** A new one for every test. */
let user: ApiCaller
let made = 0

beforeAll(async () => {
  epay = startEpay()
  gateway = await startGateway({ env: NO_LIMITS, clock: { nowMs: () => clock.ms } })
  const options = {
    PayAddress: epay.url,
    EpayId: epay.pid,
    EpayKey: epay.key,
    ServerAddress: 'https://gw.example',
    CustomCallbackAddress: gateway.url,
    Price: '7.3',
  }
  for (const [key, value] of Object.entries(options)) {
    await gateway.services.options.set(TEST_ACTOR, { key, value })
  }
  client = apiClient(gateway)
  admin = await client.as('admin')
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await epay[Symbol.asyncDispose]()
})
beforeEach(async () => {
  user = await client.as('user')
})

async function plan(changes: object = {}): Promise<number> {
  made += 1
  const { id } = await gateway.services.plans.create(TEST_ACTOR, {
    ...{ name: `Pro ${made}`, description: '', price: PRICE, priority: 0, grace_hours: 0 },
    ...{ period_unit: 'month', period_count: 1, renews: true, on_sale: true, enabled: true },
    most_per_user: 0,
    terms: {
      ...{ budget: 2_000_000, allowances: [], models: [], groups: [] },
      ...{ overflow: 'wallet', carry_over: 0, zone: 'UTC' },
    },
    ...changes,
  })
  return id
}
const change = (id: number, fields: object) =>
  gateway.services.plans.change(TEST_ACTOR, { id, change: fields })

const pay = async (plan_id: number, price = PRICE) =>
  (await user.post('/api/user/pay', { plan_id, price, payment_method: 'zfb' })).body

async function order(planId: number): Promise<string> {
  const { data, url } = await pay(planId)
  await epay.submit(url, data)
  return data.out_trade_no
}
const settle = async (tradeNo: string) => {
  epay.pay(tradeNo)
  expect(await epay.notify(epay.noticeFor(tradeNo))).toBe('success')
}
const quota = async () => (await gateway.services.users.show(user.id)).quota
/** Logins of the beginning are over by then. */
const refundLater = async (tradeNo: string) => {
  admin = await client.as('admin')
  const { body } = await admin.post(`/api/order/${tradeNo}/refund`, {})
  expect(body.data).toMatchObject({ refunded_cents: body.data.money_cents })
}
const held = async () => (await gateway.services.subscriptions.list({ userId: user.id })).items
const show = async (tradeNo: string) => (await admin.get(`/api/order/${tradeNo}`)).body.data

test('the payment of a plan begins it, once, and leaves the balance as it was', async () => {
  const id = await plan()
  const cost = await user.post('/api/user/amount', { plan_id: id })
  expect(cost.body).toMatchObject({ data: '73.00', currency: 'CNY' })
  const tradeNo = await order(id)
  expect(await held()).toEqual([])
  await settle(tradeNo)
  await settle(tradeNo)
  expect(await held()).toMatchObject([{ plan_id: id, state: 'active', source: 'order' }])
  expect(await quota()).toBe(START)
  const [{ id: subscription = 0 } = {}] = await held()
  expect(await show(tradeNo)).toMatchObject({
    ...{ plan_id: id, plan_outcome: 'begun', subscription_id: subscription },
  })
  const kinds = (await gateway.services.ledger.history({ userId: user.id })).map(({ kind }) => kind)
  expect(kinds).toEqual(expect.arrayContaining(['top_up', 'plan', 'allowance']))
  expect(await gateway.services.ledger.verify()).toEqual([])
})

test('it is begun at the price and the terms of the order, whatever they are by then', async () => {
  const id = await plan()
  const tradeNo = await order(id)
  await change(id, { price: 9_000_000, on_sale: false })
  await settle(tradeNo)
  expect(await held()).toMatchObject([{ price: PRICE, state: 'active' }])
  expect(await quota()).toBe(START)
  expect((await pay(id)).code).toBe('plan.not_on_sale')
})

test('another price than the buyer was told orders nothing', async () => {
  const id = await plan()
  expect((await pay(id, PRICE - 1)).code).toBe('plan.price_changed')
})

test('the money of a plan that is gone stays in the balance, and that is said', async () => {
  const switchedOff = await plan()
  const deleted = await plan()
  const orders = [await order(switchedOff), await order(deleted)]
  await change(switchedOff, { enabled: false })
  await gateway.services.plans.remove(TEST_ACTOR, deleted)
  for (const tradeNo of orders) {
    await settle(tradeNo)
    expect(await show(tradeNo)).toMatchObject({ status: 'success', plan_outcome: 'gone' })
  }
  expect(await held()).toEqual([])
  expect(await quota()).toBe(START + 2 * PRICE)
})

test('a plan that one may have once begins once; more money stays in the balance', async () => {
  const id = await plan({ most_per_user: 1 })
  const [first, second] = [await order(id), await order(id)]
  await settle(first)
  await settle(second)
  expect(await held()).toHaveLength(1)
  expect(await show(second)).toMatchObject({ plan_outcome: 'had_already' })
  expect(await quota()).toBe(START + PRICE)
})

test('a refund of a plan takes nothing from the balance; a whole one ends the plan', async () => {
  const tradeNo = await order(await plan())
  await settle(tradeNo)
  const refund = async (cents?: number) =>
    (await admin.post(`/api/order/${tradeNo}/refund`, { cents })).body.data
  expect(await refund(3650)).toMatchObject({ refunded_credits: PRICE / 2 })
  expect(await held()).toMatchObject([{ state: 'active', price: PRICE / 2 }])
  expect(await quota()).toBe(START)
  await refund()
  expect(await held()).toMatchObject([{ state: 'ended', end_reason: 'refunded', price: 0 }])
  expect(await quota()).toBe(START)
  expect(await gateway.services.ledger.verify()).toEqual([])
})

test('a refund of its order leaves a later period alone, which the balance has paid', async () => {
  const id = await plan({ price: 400_000 })
  const { data, url } = await pay(id, 400_000)
  await epay.submit(url, data)
  const { out_trade_no: tradeNo } = data
  await settle(tradeNo)
  clock.ms += 32 * 86_400_000
  await gateway.services.subscriptions.renew()
  const left = START - 400_000
  expect(await quota()).toBe(left)
  await refundLater(tradeNo)
  expect(await show(tradeNo)).toMatchObject({ refunded_credits: 400_000 })
  expect(await held()).toMatchObject([{ state: 'active', price: 400_000 }])
  expect(await quota()).toBe(left)
  expect(await gateway.services.ledger.verify()).toEqual([])
})

test('what an early end gave back does not stay when the order is refunded', async () => {
  const tradeNo = await order(await plan())
  await settle(tradeNo)
  const [{ id = 0 } = {}] = await held()
  clock.ms += 10 * 86_400_000
  const back = await gateway.services.subscriptions.end(TEST_ACTOR, { id, refund: true })
  expect(back).toBeGreaterThan(0)
  expect(await quota()).toBe(START + back)
  await refundLater(tradeNo)
  expect(await quota()).toBe(START)
  expect(await held()).toMatchObject([{ state: 'ended', end_reason: 'ended_early', price: 0 }])
  expect(await gateway.services.ledger.verify()).toEqual([])
})

test('it renews from the balance, at the price that the plan has then', async () => {
  const id = await plan({ price: 400_000 })
  const { data, url } = await pay(id, 400_000)
  await epay.submit(url, data)
  await settle(data.out_trade_no)
  clock.ms += 32 * 86_400_000
  await gateway.services.subscriptions.renew()
  expect(await held()).toMatchObject([{ state: 'active', price: 400_000 }])
  expect(await quota()).toBe(START - 400_000)
})
