import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { createHmac } from 'node:crypto'
import { type ApiCaller, type ApiClient, apiClient, NO_LIMITS } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'
import { TEST_ACTOR } from '../support/seed'

const SECRET = 'shared with the other service'
const TEN_DOLLARS = 5_000_000
const START = 1_000_000
const clock = { ms: 1_750_000_000_000 }
const nowSeconds = () => Math.floor(clock.ms / 1000)
const signed = (text: string) => createHmac('sha256', SECRET).update(text).digest('hex')

/** What the other service says about orders when it is asked. */
const states = new Map<string, object>()
const service = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch(request) {
    const order = new URL(request.url).searchParams.get('order') ?? ''
    const at = request.headers.get('x-webhook-timestamp')
    if (request.headers.get('x-webhook-signature') !== signed(`${at}.${order}`)) {
      return new Response('who are you?', { status: 401 })
    }
    const state = states.get(order)
    return state === undefined ? new Response('', { status: 404 }) : Response.json(state)
  },
})

let gateway: Gateway
let client: ApiClient
let admin: ApiCaller
/** A new one for every test. */
let user: ApiCaller

beforeAll(async () => {
  gateway = await startGateway({ env: NO_LIMITS, clock: { nowMs: () => clock.ms } })
  const options = {
    OtherPaymentName: 'Coins',
    OtherPaymentUrl:
      'https://coins.example/pay?o={order}&sum={amount}&in={currency}&back={return_url}' +
      '&t={timestamp}&sign={signature}',
    OtherPaymentStateUrl: `http://127.0.0.1:${service.port}/state?order={order}`,
    OtherPaymentSecret: SECRET,
    OtherPaymentCurrency: 'USD',
    OtherPaymentUnitPrice: '1.05',
    ServerAddress: 'https://gw.example',
  }
  for (const [key, value] of Object.entries(options)) {
    await gateway.services.options.set(TEST_ACTOR, { key, value })
  }
  client = apiClient(gateway)
  admin = await client.as('admin')
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await service.stop(true)
})
beforeEach(async () => {
  user = await client.as('user')
})

const pay = async () =>
  (await user.post('/api/user/pay', { amount: 10, payment_method: 'webhook' })).body
const quota = async () => (await gateway.services.users.show(user.id)).quota
const show = async (tradeNo: string) => (await admin.get(`/api/order/${tradeNo}`)).body.data
const paid = (order: string, changes: object = {}) => ({
  ...{ order, status: 'paid', amount: '10.50', currency: 'USD', payment: `coin-${order}` },
  ...changes,
})

async function deliver(told: object, at = nowSeconds(), key = SECRET): Promise<number> {
  const body = JSON.stringify(told)
  const signature = createHmac('sha256', key).update(`${at}.${body}`).digest('hex')
  const headers = { 'x-webhook-timestamp': String(at), 'x-webhook-signature': signature }
  const address = `${gateway.url}/api/payment/webhook/notice`
  return (await fetch(address, { method: 'POST', headers, body })).status
}

test('an order is paid at the address of the template, which is signed', async () => {
  const { url, data, trade_no } = await pay()
  expect(data).toEqual({ pay_link: url })
  const { origin, pathname, searchParams } = new URL(url)
  const { t, sign, ...fields } = Object.fromEntries(searchParams)
  expect(`${origin}${pathname}`).toBe('https://coins.example/pay')
  expect(fields).toEqual({
    ...{ o: trade_no, sum: '10.50', in: 'USD' },
    back: `https://gw.example/topup?order=${trade_no}`,
  })
  expect(sign).toBe(signed(`${t}.${trade_no}.10.50.USD`))
  const [method] = (await user.get('/api/user/payment_methods')).body.data
  expect(method).toEqual({
    ...{
      id: 'webhook',
      service: 'webhook',
      name: 'Coins',
      renews: false,
      has_portal: false,
      currency: 'USD',
      per_dollar: 1.05,
    },
  })
})

test('a signed notice credits once; refunds in it only grow', async () => {
  const { trade_no: order } = await pay()
  expect(await deliver({ ...paid(order), status: 'open' })).toBe(200)
  expect(await quota()).toBe(START)
  const sent = await Promise.all(Array.from({ length: 10 }, () => deliver(paid(order))))
  expect(new Set(sent)).toEqual(new Set([200]))
  expect(await quota()).toBe(START + TEN_DOLLARS)
  expect(await deliver(paid(order, { refunded: '5.25' }))).toBe(200)
  expect(await quota()).toBe(START + TEN_DOLLARS / 2)
  // Late news of before, and of an end that was none.
  expect(await deliver(paid(order))).toBe(200)
  expect(await deliver({ ...paid(order), status: 'closed' })).toBe(200)
  expect(await quota()).toBe(START + TEN_DOLLARS / 2)
  expect((await admin.post(`/api/order/${order}/refund`)).body.code).toBe('payment.cannot_refund')
  expect(await gateway.services.ledger.verify()).toEqual([])
})

test('what is forged, old or unreadable is refused', async () => {
  const { trade_no: order } = await pay()
  expect(await deliver(paid(order), nowSeconds(), 'another secret')).toBe(400)
  expect(await deliver(paid(order), nowSeconds() - 301)).toBe(400)
  expect(await deliver(paid(order), nowSeconds() + 301)).toBe(400)
  expect(await deliver({ order })).toBe(400)
  expect(await quota()).toBe(START)
})

test('what fits no order, no sum or no currency is held for a person', async () => {
  const { trade_no: order } = await pay()
  expect(await deliver(paid(order, { amount: '1.05' }))).toBe(200)
  expect(await deliver(paid(order, { currency: 'EUR', payment: 'coin-2' }))).toBe(200)
  expect(await deliver(paid('USR0NOnone'))).toBe(200)
  expect(await quota()).toBe(START)
  const { items } = (await admin.get('/api/order/cases?open=true')).body.data
  expect(items.map(({ reason }: { reason: string }) => reason)).toEqual([
    ...['order_not_found', 'amount_differs', 'amount_differs'],
  ])
  // The right sum comes after all.
  expect(await deliver(paid(order, { payment: 'coin-3' }))).toBe(200)
  expect(await deliver(paid(order, { payment: 'coin-4' }))).toBe(200)
  expect(await quota()).toBe(START + TEN_DOLLARS)
  const { cases } = await show(order)
  expect(cases[0]).toMatchObject({ reason: 'paid_again', payment: 'coin-4' })
})

test('a lost notice is made up for by asking', async () => {
  const { trade_no: order } = await pay()
  clock.ms += 61_000
  await gateway.services.payments.askDue()
  expect((await show(order)).ask_problem).toContain('HTTP 404')
  states.set(order, paid(order))
  clock.ms += 3_600_000
  await gateway.services.payments.askDue()
  expect(await quota()).toBe(START + TEN_DOLLARS)
})

test('nobody is asked without an address for it', async () => {
  await gateway.services.options.reset(TEST_ACTOR, 'OtherPaymentStateUrl')
  const { trade_no: order } = await pay()
  expect(await show(order)).toMatchObject({ ask_time: 0, can_ask: false })
  expect((await admin.post(`/api/order/${order}/ask`)).body.code).toBe('payment.cannot_ask')
})

test('an address without the order in it is no template', async () => {
  const root = await client.as('root')
  const set = async (value: string) =>
    (await root.put('/api/option/', { key: 'OtherPaymentUrl', value })).body.code
  expect(await set('https://coins.example/pay?sum={amount}')).toBe('option.invalid')
  expect(await set('https://coins.example/{order}/{else}')).toBe('option.invalid')
  expect(await set('javascript:{order}')).toBe('option.invalid')
})
