/** Codes that make orders cheaper: what is paid, what is credited, and what counts as a use. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { type ApiCaller, type ApiClient, apiClient, NO_LIMITS } from '../support/api'
import { type Epay, startEpay } from '../support/epay'
import { type Gateway, startGateway } from '../support/gateway'
import { TEST_ACTOR } from '../support/seed'
import { PLAN } from './plan-fixture'

const START = 1_000_000
const DOLLAR = 500_000
const HOUR = 3_600_000
const clock = { ms: 1_795_000_000_000 }

let gateway: Gateway
let epay: Epay
let client: ApiClient
/** New ones for every test: sessions end while the clock moves. */
let admin: ApiCaller
let user: ApiCaller
let made = 0

beforeAll(async () => {
  epay = startEpay()
  gateway = await startGateway({ env: NO_LIMITS, clock: { nowMs: () => clock.ms } })
  const options = {
    ...{ PayAddress: epay.url, EpayId: epay.pid, EpayKey: epay.key, Price: '7.3' },
    ...{ ServerAddress: 'https://gw.example', CustomCallbackAddress: gateway.url },
  }
  for (const [key, value] of Object.entries(options)) {
    await gateway.services.options.set(TEST_ACTOR, { key, value })
  }
  client = apiClient(gateway)
})
afterAll(async () => {
  expect(await gateway.services.ledger.verify()).toEqual([])
  await gateway[Symbol.asyncDispose]()
  await epay[Symbol.asyncDispose]()
})
beforeEach(async () => {
  admin = await client.as('admin')
  user = await client.as('user')
})

async function code(fields: object): Promise<{ readonly id: number; readonly code: string }> {
  const { body } = await admin.post('/api/promo-code/', fields)
  expect(body).toMatchObject({ success: true })
  return body.data
}
async function plan(fields: object = {}): Promise<number> {
  made += 1
  const named = { ...PLAN, name: `Promoted ${made}`, price: 10 * DOLLAR, ...fields }
  return (await gateway.services.plans.create(TEST_ACTOR, named)).id
}
const ask = async (promo_code: string, fields: object = { amount: 10 }, who = user) =>
  (await who.post('/api/user/pay', { payment_method: 'zfb', promo_code, ...fields })).body
const priceOf = async (promo_code: string, fields: object = { amount: 10 }) =>
  (await user.post('/api/user/amount', { promo_code, ...fields })).body
async function order(promoCode: string, fields: object = { amount: 10 }): Promise<string> {
  const { data, url } = await ask(promoCode, fields)
  await epay.submit(url, data)
  return data.out_trade_no
}
async function settle(tradeNo: string): Promise<void> {
  epay.pay(tradeNo)
  expect(await epay.notify(epay.noticeFor(tradeNo))).toBe('success')
}
const quota = async () => (await gateway.services.users.show(user.id)).quota
const shown = async (tradeNo: string) => (await admin.get(`/api/order/${tradeNo}`)).body.data
const counts = async (id: number) => {
  const { used, held } = (await admin.get(`/api/promo-code/${id}`)).body.data
  return { used, held }
}
const held = async () => (await gateway.services.subscriptions.list({ userId: user.id })).items
async function expire(): Promise<void> {
  clock.ms += 25 * HOUR
  await gateway.services.payments.expire()
}

test('a percentage is taken off before paying, and all credits come', async () => {
  const { id } = await code({ code: ' spring-20 ', percent_off: 2000 })
  const told = await priceOf('Spring-20')
  expect(told).toMatchObject({ data: '58.40', money_off: '14.60', credits: 10 * DOLLAR })
  const tradeNo = await order('spring-20')
  expect(await shown(tradeNo)).toMatchObject({
    ...{ money_cents: 5840, cents_off: 1460, credits_off: 2 * DOLLAR, promo_code: 'SPRING-20' },
    status: 'pending',
  })
  expect(await counts(id)).toEqual({ used: 0, held: 1 })
  await settle(tradeNo)
  expect(await quota()).toBe(START + 10 * DOLLAR)
  expect(await counts(id)).toEqual({ used: 1, held: 0 })
  const { items } = (await admin.get(`/api/promo-code/${id}/uses`)).body.data
  expect(items).toMatchObject([
    { user_id: user.id, reference: tradeNo, state: 'used', cents_off: 1460, currency: 'CNY' },
  ])
})

test('what a service says was paid is compared with the lower price', async () => {
  await code({ code: 'FAIR', percent_off: 5000 })
  const tradeNo = await order('FAIR')
  epay.pay(tradeNo, { money: '73.00' })
  expect(await epay.notify(epay.noticeFor(tradeNo, { money: '73.00' }))).toBe('fail')
  expect(await quota()).toBe(START)
})

test('an amount is in dollars, whatever is paid in; a percentage may have a bound', async () => {
  await code({ code: 'THREE', amount_off: 3 * DOLLAR })
  expect(await priceOf('THREE')).toMatchObject({ data: '51.10', money_off: '21.90' })
  await code({ code: 'BOUND', percent_off: 5000, most_off: DOLLAR })
  expect(await priceOf('BOUND')).toMatchObject({ data: '65.70' })
})

test('a use of an expired order is given back; a late payment counts above the limit', async () => {
  const { id } = await code({ code: 'LATE', percent_off: 1000, most_uses: 1 })
  const first = await order('LATE')
  expect((await ask('LATE')).code).toBe('promo_code.used_up')
  await expire()
  expect(await counts(id)).toEqual({ used: 0, held: 0 })
  const second = await order('LATE')
  await settle(second)
  await settle(first)
  await settle(first)
  expect(await quota()).toBe(START + 20 * DOLLAR)
  expect(await counts(id)).toEqual({ used: 2, held: 0 })
  expect((await ask('LATE')).code).toBe('promo_code.used_up')
})

test('an order whose page cannot be made keeps no use', async () => {
  const stripe = {
    ...{ StripeApiSecret: 'sk_test_1', StripeWebhookSecret: 'whsec_1' },
    StripeAddress: 'http://127.0.0.1:9',
  }
  for (const [key, value] of Object.entries(stripe)) {
    await gateway.services.options.set(TEST_ACTOR, { key, value })
  }
  const { id } = await code({ code: 'PAGE', percent_off: 1000 })
  const failed = await ask('PAGE', { amount: 10, payment_method: 'stripe' })
  expect(failed.code).toBe('payment.service_failed')
  expect(await counts(id)).toEqual({ used: 0, held: 0 })
})

test('sixty-four orders at once exceed no limit', async () => {
  const { id } = await code({ code: 'RACE', percent_off: 1000, most_uses: 5, most_per_user: 0 })
  const answers = await Promise.all(Array.from({ length: 64 }, () => ask('RACE')))
  expect(answers.filter(({ message }) => message === 'success')).toHaveLength(5)
  expect(new Set(answers.map(({ code: why }) => why))).toEqual(
    new Set([undefined, 'promo_code.used_up']),
  )
  expect(await counts(id)).toEqual({ used: 0, held: 5 })
})

test('orders at once of one buyer are one first order', async () => {
  await code({ code: 'FIRST', percent_off: 1000, first_order: true, most_per_user: 0 })
  await code({ code: 'FIRST2', percent_off: 1000, first_order: true, most_per_user: 0 })
  const codes = Array.from({ length: 16 }, (_, index) => (index % 2 === 0 ? 'FIRST' : 'FIRST2'))
  const answers = await Promise.all(codes.map((one) => ask(one)))
  expect(answers.filter(({ message }) => message === 'success')).toHaveLength(1)
  expect((await ask('FIRST')).code).toBe('promo_code.first_only')
})

test('whoever has paid once has no first order any more', async () => {
  await code({ code: 'NEWCOMER', percent_off: 1000, first_order: true })
  await settle(await order(''))
  expect((await ask('NEWCOMER')).code).toBe('promo_code.first_only')
})

test.each([
  ['promo_code.unknown', { enabled: false }],
  ['promo_code.not_begun', { starts_at: clock.ms + 1000 * HOUR }],
  ['promo_code.over', { ends_at: 1_700_000_000_000 }],
  ['promo_code.other_order', { applies_to: 'plans' }],
  ['promo_code.order_too_small', { least_order: 11 * DOLLAR }],
])('%s', async (refusal, fields) => {
  const { code: drawn } = await code({ percent_off: 1000, ...fields })
  expect(drawn).toMatch(/^[A-Z2-9]{10}$/)
  expect(await ask(drawn)).toMatchObject({ message: 'error', code: refusal })
})

test('a plan begins at the lower price: no more is given back than was paid', async () => {
  const planId = await plan({ renews: true })
  const { id } = await code({ code: 'HALF', percent_off: 5000, applies_to: 'plans' })
  expect(await priceOf('HALF', { plan_id: planId })).toMatchObject({ data: '36.50' })
  const tradeNo = await order('HALF', { plan_id: planId })
  await settle(tradeNo)
  expect(await quota()).toBe(START)
  const [subscription] = await held()
  expect(subscription).toMatchObject({ price: 5 * DOLLAR, refund: 5 * DOLLAR, source: 'order' })
  expect(await counts(id)).toEqual({ used: 1, held: 0 })
  await gateway.services.users.set(TEST_ACTOR, { id: user.id, quota: { add: 20 * DOLLAR } })
  clock.ms += 31 * 24 * HOUR
  await gateway.services.subscriptions.renew()
  expect((await held())[0]).toMatchObject({ price: 10 * DOLLAR })
})

test('the balance buys a plan at the lower price, and sees it before', async () => {
  const [planId, other] = [await plan(), await plan()]
  const { id } = await code({
    ...{ code: 'BALANCE', amount_off: 8 * DOLLAR, applies_to: 'plans', plans: [planId] },
    least_order: 9 * DOLLAR,
  })
  const price = { promo_code: 'balance', plan_id: planId }
  const told = await user.post('/api/promo-code/price', price)
  expect(told.body.data).toEqual({
    ...{ price: 10 * DOLLAR, credits_off: 8 * DOLLAR },
    to_pay: 2 * DOLLAR,
  })
  const bought = await user.post('/api/subscription/self', { ...price, price: 10 * DOLLAR })
  expect(bought.body).toMatchObject({ success: true })
  expect(await quota()).toBe(START - 2 * DOLLAR)
  expect(await held()).toMatchObject([{ price: 2 * DOLLAR, source: 'balance' }])
  expect(await counts(id)).toEqual({ used: 1, held: 0 })
  for (const [wrong, refusal] of [
    [{ ...price }, 'promo_code.used_by_you'],
    [{ ...price, plan_id: other }, 'promo_code.other_order'],
  ] as const) {
    const again = await user.post('/api/subscription/self', wrong)
    expect(again.body).toMatchObject({ success: false, code: refusal })
  }
})

test('a plan that the balance does not pay for keeps no use', async () => {
  const planId = await plan()
  const { id } = await code({ code: 'POOR', percent_off: 100 })
  const wanted = { promo_code: 'POOR', plan_id: planId }
  expect((await user.post('/api/subscription/self', wanted)).body.code).toBe('plan.unaffordable')
  expect(await counts(id)).toEqual({ used: 0, held: 0 })
})

test('an order that costs nothing is paid at once, without a service', async () => {
  await code({ code: 'GRATIS', amount_off: 10 * DOLLAR })
  expect(await priceOf('GRATIS')).toMatchObject({ data: '0.00' })
  const { data, trade_no } = await ask('GRATIS')
  expect(data).toEqual({ pay_link: `https://gw.example/topup?order=${trade_no}` })
  expect(await quota()).toBe(START + 10 * DOLLAR)
  expect(await shown(trade_no)).toMatchObject({ status: 'success', money_cents: 0, service: '' })
  const planId = await plan()
  await code({ code: 'PLANFREE', percent_off: 10_000, applies_to: 'plans' })
  expect((await ask('PLANFREE', { plan_id: planId })).message).toBe('success')
  expect(await held()).toMatchObject([{ price: 0, state: 'active', source: 'order' }])
})

test('what is not free costs a hundredth at least', async () => {
  await code({ code: 'ALMOST', amount_off: 10 * DOLLAR - 1 })
  expect(await priceOf('ALMOST')).toMatchObject({ data: '0.01', money_off: '72.99' })
})

test('a refund takes back the credits in proportion to the money', async () => {
  await code({ code: 'BACK', percent_off: 5000 })
  const tradeNo = await order('BACK')
  await settle(tradeNo)
  await admin.post(`/api/order/${tradeNo}/refund`, { cents: 1825 })
  expect(await quota()).toBe(START + 5 * DOLLAR)
  await admin.post(`/api/order/${tradeNo}/refund`, {})
  expect(await quota()).toBe(START)
})

test.each([
  ['promo_code.one_discount', {}],
  ['promo_code.one_discount', { percent_off: 1, amount_off: 1 }],
  ['promo_code.bound_of_amount', { amount_off: 5, most_off: 1, least_order: 9 }],
  ['promo_code.needs_bound', { percent_off: 10_000 }],
  ['promo_code.needs_bound', { amount_off: 5, most_per_user: 0 }],
  ['promo_code.code_invalid', { code: 'a b', percent_off: 1 }],
  ['promo_code.times_wrong', { percent_off: 1, starts_at: 10, ends_at: 10 }],
  ['plan.not_found', { percent_off: 1, applies_to: 'plans', plans: [4711] }],
])('%s is said of %j', async (refusal, fields) => {
  const { body } = await admin.post('/api/promo-code/', fields)
  expect(body).toMatchObject({ success: false, code: refusal })
})

test('a code is changed until it is used, then disabled; orders stay as they are', async () => {
  const { id } = await code({ code: 'CHANGE', percent_off: 1000, note: 'for spring' })
  const taken = await admin.post('/api/promo-code/', { code: 'change', percent_off: 1 })
  expect(taken.body.code).toBe('promo_code.code_taken')
  const tradeNo = await order('CHANGE')
  await admin.put(`/api/promo-code/${id}`, { percent_off: 9000 })
  await settle(tradeNo)
  expect((await shown(tradeNo)).money_cents).toBe(6570)
  expect((await admin.delete(`/api/promo-code/${id}`)).body.code).toBe('promo_code.in_use')
  const unused = await code({ code: 'UNUSED', percent_off: 1000 })
  expect((await admin.delete(`/api/promo-code/${unused.id}`)).body.success).toBe(true)
  const { items } = (await admin.get('/api/promo-code/?keyword=chan')).body.data
  expect(items).toMatchObject([{ code: 'CHANGE', percent_off: 9000, used: 1 }])
  const audits = await gateway.services.audit.list({ target: `promo_code:${id}` })
  expect(audits.map(({ action }) => action)).toEqual(['promo_code.set', 'promo_code.create'])
})

test('users read no codes and make none', async () => {
  expect((await user.get('/api/promo-code/')).body.success).toBe(false)
  expect((await user.post('/api/promo-code/', { percent_off: 1 })).body.success).toBe(false)
})
