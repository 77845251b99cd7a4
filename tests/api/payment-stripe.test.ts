import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { type ApiCaller, type ApiClient, apiClient, NO_LIMITS } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'
import { TEST_ACTOR } from '../support/seed'
import { type StripeStandIn, startStripe } from '../support/stripe'

const DAY_MS = 86_400_000
const TEN_DOLLARS = 5_000_000
const START = 1_000_000
const clock = { ms: 1_750_000_000_000 }
const nowSeconds = () => Math.floor(clock.ms / 1000)

let gateway: Gateway
let stripe: StripeStandIn
let client: ApiClient
let admin: ApiCaller
/** A new one for every test. */
let user: ApiCaller

beforeAll(async () => {
  stripe = startStripe(nowSeconds)
  gateway = await startGateway({ env: NO_LIMITS, clock: { nowMs: () => clock.ms } })
  const options = {
    StripeApiSecret: stripe.key,
    StripeWebhookSecret: stripe.webhookSecret,
    StripeAddress: stripe.url,
    StripeCurrency: 'EUR',
    StripeUnitPrice: '0.9',
    ServerAddress: 'https://gw.example',
  }
  for (const [key, value] of Object.entries(options)) await set(key, value)
  client = apiClient(gateway)
  admin = await client.as('admin')
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await stripe[Symbol.asyncDispose]()
})
beforeEach(async () => {
  user = await client.as('user')
})

async function set(key: string, value: string): Promise<void> {
  await gateway.services.options.set(TEST_ACTOR, { key, value })
}

const pay = async (body: object = {}) =>
  (await user.post('/api/user/pay', { amount: 10, payment_method: 'stripe', ...body })).body
const order = async (): Promise<string> => (await pay()).trade_no
const quota = async () => (await gateway.services.users.show(user.id)).quota
const show = async (tradeNo: string) => (await admin.get(`/api/order/${tradeNo}`)).body.data

interface Sent {
  readonly at?: number
  readonly signature?: string
}

async function deliver(body: string, { at = nowSeconds(), signature }: Sent = {}) {
  const headers = { 'stripe-signature': signature ?? stripe.signature(body, at) }
  const address = `${gateway.url}/api/payment/stripe/notice`
  return (await fetch(address, { method: 'POST', headers, body })).status
}
const tell = (tradeNo: string, type: string) => deliver(stripe.event(tradeNo, type))

describe('an order', () => {
  test('is paid on a page of Stripe, in its currency and at its price', async () => {
    await gateway.services.users.set(TEST_ACTOR, { id: user.id, email: 'ann@example.com' })
    const { data, url, success, trade_no } = await pay()
    const { id, form } = stripe.session(trade_no)
    expect([success, data]).toEqual([true, { pay_link: url }])
    expect(url).toBe(`https://checkout.stripe.test/${id}`)
    expect(form).toMatchObject({
      client_reference_id: trade_no,
      customer_email: 'ann@example.com',
      'line_items[0][price_data][unit_amount]': '900',
      'line_items[0][price_data][currency]': 'eur',
      success_url: `https://gw.example/topup?order=${trade_no}`,
    })
    expect(await show(trade_no)).toMatchObject({
      ...{ service: 'stripe', currency: 'EUR', money_cents: 900, credits: TEN_DOLLARS },
    })
  })

  test('is over when Stripe makes no page for it', async () => {
    stripe.failWith(400)
    expect((await pay()).code).toBe('payment.service_failed')
    stripe.failWith(undefined)
    const [last] = (await user.get('/api/order/self')).body.data.items
    expect(last).toMatchObject({ status: 'expired', ask_time: 0 })
  })

  test('can be paid this way when both secrets are there', async () => {
    const methods = async () => (await user.get('/api/user/payment_methods')).body.data
    const price = { currency: 'EUR', per_dollar: 0.9 }
    const offered = { id: 'stripe', service: 'stripe', name: '', renews: true, has_portal: false }
    expect(await methods()).toEqual([{ ...offered, ...price }])
    await gateway.services.options.reset(TEST_ACTOR, 'StripeWebhookSecret')
    expect(await methods()).toEqual([])
    expect((await pay()).code).toBe('payment.closed')
    await set('StripeWebhookSecret', stripe.webhookSecret)
  })
})

describe('a notice', () => {
  test('credits once, however often and in whatever order it comes', async () => {
    const tradeNo = await order()
    const early = stripe.event(tradeNo, 'checkout.session.completed')
    expect(await deliver(early)).toBe(200)
    expect(await quota()).toBe(START)
    stripe.pay(tradeNo)
    const paid = stripe.event(tradeNo, 'checkout.session.completed')
    const ten = await Promise.all(Array.from({ length: 10 }, () => deliver(paid)))
    expect(new Set(ten)).toEqual(new Set([200]))
    expect(await quota()).toBe(START + TEN_DOLLARS)
    // Late news of before.
    expect(await deliver(early)).toBe(200)
    expect(await tell(tradeNo, 'checkout.session.expired')).toBe(200)
    expect(await quota()).toBe(START + TEN_DOLLARS)
    expect(await show(tradeNo)).toMatchObject({ status: 'success', cases: [] })
    expect(await gateway.services.ledger.verify()).toEqual([])
  })

  test('that is forged or old is refused, in every state', async () => {
    const tradeNo = await order()
    for (const isPaid of [false, true]) {
      if (isPaid) stripe.pay(tradeNo)
      const body = stripe.event(tradeNo, 'checkout.session.completed')
      const stale = nowSeconds() - 301
      expect(await deliver(body, { at: stale })).toBe(400)
      expect(await deliver(`${body} `, { signature: stripe.signature(body, nowSeconds()) })).toBe(
        400,
      )
      expect(await deliver(body, { signature: '' })).toBe(400)
      expect(await deliver(body, { signature: `t=${nowSeconds()},v1=00` })).toBe(400)
    }
    expect(await quota()).toBe(START)
  })

  test('that is lost is made up for by asking', async () => {
    const tradeNo = await order()
    stripe.pay(tradeNo)
    clock.ms += 61_000
    await gateway.services.payments.askDue()
    expect(await quota()).toBe(START + TEN_DOLLARS)
  })

  test('is repeated by Stripe while Stripe cannot say what has happened', async () => {
    const tradeNo = await order()
    stripe.pay(tradeNo)
    const body = stripe.event(tradeNo, 'checkout.session.completed')
    stripe.failWith(500)
    expect(await deliver(body)).toBe(503)
    expect(await quota()).toBe(START)
    stripe.failWith(undefined)
    expect(await deliver(body)).toBe(200)
    expect(await quota()).toBe(START + TEN_DOLLARS)
  })

  test('about another sum opens a case and credits nothing', async () => {
    const tradeNo = await order()
    stripe.pay(tradeNo, 90)
    expect(await tell(tradeNo, 'checkout.session.completed')).toBe(200)
    expect(await quota()).toBe(START)
    const { cases } = await show(tradeNo)
    expect(cases).toMatchObject([{ reason: 'amount_differs', money_cents: 90, currency: 'EUR' }])
  })

  test('about nothing of ours is taken and forgotten', async () => {
    const object = { id: 'ch_1', object: 'charge', payment_intent: 'pi_of_another_shop' }
    const type = 'charge.refunded'
    const body = JSON.stringify({ id: 'evt_x', object: 'event', type, data: { object } })
    expect(await deliver(body)).toBe(200)
  })

  test('of an expired page ends the order', async () => {
    const tradeNo = await order()
    stripe.expire(tradeNo)
    expect(await tell(tradeNo, 'checkout.session.expired')).toBe(200)
    expect(await show(tradeNo)).toMatchObject({ status: 'expired', ask_time: 0 })
  })
})

describe('money that goes back', () => {
  async function paid(): Promise<string> {
    const tradeNo = await order()
    stripe.pay(tradeNo)
    await tell(tradeNo, 'checkout.session.completed')
    return tradeNo
  }

  test('by a refund at Stripe is an entry here, once, also in parts', async () => {
    const tradeNo = await paid()
    stripe.refund(tradeNo, 300)
    await tell(tradeNo, 'charge.refunded')
    await tell(tradeNo, 'charge.refunded')
    expect(await quota()).toBe(START + TEN_DOLLARS - 1_666_666)
    stripe.refund(tradeNo, 600)
    await tell(tradeNo, 'charge.refunded')
    expect(await quota()).toBe(START)
    expect(await show(tradeNo)).toMatchObject({ refunded_cents: 900, status: 'success' })
    expect(await gateway.services.ledger.verify()).toEqual([])
  })

  test('by a refund from here is booked once, and its notice changes nothing', async () => {
    const tradeNo = await paid()
    const { body } = await admin.post(`/api/order/${tradeNo}/refund`, { cents: 450 })
    expect(body.data).toMatchObject({ refunded_cents: 450, refunded_credits: 2_500_000 })
    await tell(tradeNo, 'charge.refunded')
    expect(await quota()).toBe(START + TEN_DOLLARS / 2)
  })

  test('and comes again when the bank returns the refund', async () => {
    const tradeNo = await paid()
    stripe.refund(tradeNo, 900)
    await tell(tradeNo, 'charge.refunded')
    expect(await quota()).toBe(START)
    for (const refund of stripe.session(tradeNo).refunds) refund.failed = true
    await tell(tradeNo, 'refund.failed')
    expect(await quota()).toBe(START + TEN_DOLLARS)
    expect(await gateway.services.ledger.verify()).toEqual([])
  })

  test('by a dispute is taken off until that is won; a balance may be below zero', async () => {
    const tradeNo = await paid()
    await gateway.services.users.set(TEST_ACTOR, { id: user.id, quota: { to: 1000 } })
    const dispute = { amount: 900, status: 'needs_response' }
    stripe.session(tradeNo).disputes.push(dispute)
    await tell(tradeNo, 'charge.dispute.created')
    await tell(tradeNo, 'charge.dispute.funds_withdrawn')
    expect(await quota()).toBe(1000 - TEN_DOLLARS)
    dispute.status = 'won'
    await tell(tradeNo, 'charge.dispute.closed')
    expect(await quota()).toBe(1000)
  })

  test('is found by the daily comparison when its notice is lost', async () => {
    const tradeNo = await paid()
    stripe.refund(tradeNo, 900)
    clock.ms += 3 * DAY_MS
    await gateway.services.payments.openDifferences()
    await gateway.services.payments.askDue()
    expect(await quota()).toBe(START)
  })
})
