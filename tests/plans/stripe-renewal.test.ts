/** What Stripe charges for is paid here by Stripe alone: a period once, whatever comes when. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { NEW_PROMO_CODE } from '../../server/domain/payments/new-promo-code'
import { TEST_ACTOR } from '../support/seed'
import { PLAN } from './plan-fixture'
import {
  BOUGHT,
  CENTS,
  CHARGING,
  DAY,
  FOURTH,
  HOUR,
  MINUTE,
  PRICE,
  SECOND,
  START,
  type StripeShop,
  stripeShop,
  THIRD,
} from './stripe-shop'

let shop: StripeShop

beforeAll(async () => {
  shop = await stripeShop()
})
afterAll(async () => {
  await shop[Symbol.asyncDispose]()
})
beforeEach(async () => {
  await shop.newcomer()
})

const topUps = async () =>
  (await shop.gateway.services.ledger.history({ userId: shop.user.id })).filter(
    ({ kind }) => kind === 'top_up',
  ).length

describe('buying', () => {
  test('leads to a page of Stripe that charges for the period of the plan', async () => {
    await shop.gateway.services.users.set(TEST_ACTOR, { id: shop.user.id, email: 'ann@e.example' })
    const { trade_no: tradeNo = '', url } = await shop.order(await shop.plan({ period_count: 3 }))
    const { id, form } = shop.stripe.session(tradeNo)
    expect(url).toBe(`https://checkout.stripe.test/${id}`)
    expect(form).toMatchObject({
      mode: 'subscription',
      'line_items[0][price_data][unit_amount]': String(CENTS),
      'line_items[0][price_data][currency]': 'eur',
      'line_items[0][price_data][recurring][interval]': 'month',
      'line_items[0][price_data][recurring][interval_count]': '3',
      'subscription_data[metadata][gw_order]': tradeNo,
    })
    expect(shop.stripe.billing.customers.get(form.customer ?? '')).toEqual({
      'metadata[gw_user]': String(shop.user.id),
      email: 'ann@e.example',
    })
  })

  test('begins the plan when it is paid, and leaves the balance as it was', async () => {
    const tradeNo = await shop.bought()
    expect(await shop.held()).toMatchObject({
      ...{ state: 'active', renews: true, renewed_by: 'stripe', source: 'order', price: PRICE },
      ...{ period_start: BOUGHT, period_end: SECOND + CHARGING },
    })
    expect(await shop.quota()).toBe(START)
    expect(await shop.show(tradeNo)).toMatchObject({
      ...{ status: 'success', plan_outcome: 'begun' },
      provider_trade_no: `pi_of_${shop.stripe.session(tradeNo).invoice}`,
    })
  })

  test('twice uses the account that the user has there', async () => {
    const before = shop.stripe.billing.customers.size
    await shop.bought()
    await shop.order(await shop.plan())
    expect(shop.stripe.billing.customers.size).toBe(before + 1)
  })

  test('makes an account anew that somebody has removed at Stripe', async () => {
    const first = await shop.bought()
    const { customer = '' } = shop.stripe.session(first).form
    shop.stripe.billing.customers.delete(customer)
    const { trade_no: tradeNo = '', success } = await shop.order(await shop.plan())
    expect(success).not.toBe(false)
    expect(shop.stripe.session(tradeNo).form.customer).not.toBe(customer)
  })

  const REFUSED = [
    ['a plan that does not renew', { renews: false }, 'payment.cannot_renew'],
    ['a plan of hours', { period_unit: 'hour' }, 'payment.cannot_renew'],
    ['a period of more than three years', { period_count: 37 }, 'payment.cannot_renew'],
  ] as const
  test.each(REFUSED)('of %s is refused', async (_, fields, code) => {
    expect(await shop.order(await shop.plan(fields))).toMatchObject({ code })
  })

  test('of mere credits is refused, and so is a promo code', async () => {
    const amount = { plan_id: undefined, amount: 10 }
    expect(await shop.order(0, amount)).toMatchObject({ code: 'payment.cannot_renew' })
    const code = `HALF${shop.user.id}`
    const half = { ...NEW_PROMO_CODE, code, percent_off: 50 }
    await shop.gateway.services.promoCodes.create(TEST_ACTOR, half)
    const id = await shop.plan()
    const answer = await shop.order(id, { promo_code: code })
    expect(answer).toMatchObject({ code: 'payment.code_and_renewal' })
  })
})

describe('a period that Stripe has charged for', () => {
  test('is an order of its own, renews the plan, and takes nothing from the balance', async () => {
    const first = await shop.bought()
    shop.clock.ms = SECOND + HOUR
    const second = await shop.renewed(first)
    expect(await shop.held()).toMatchObject({
      ...{ state: 'active', period_start: SECOND, period_end: THIRD + CHARGING, remain: 1_000_000 },
    })
    expect(await shop.show(second)).toMatchObject({
      ...{ status: 'success', plan_outcome: 'renewed', money_cents: CENTS, currency: 'EUR' },
      ...{ credits: PRICE, service: 'stripe' },
    })
    await shop.pass(SECOND + 3 * HOUR)
    expect(await shop.quota()).toBe(START)
    expect(await topUps()).toBe(2)
  })

  test('is booked once, however often and by however many it is told', async () => {
    const first = await shop.bought()
    shop.clock.ms = SECOND + HOUR
    const invoice = shop.stripe.cycle(first)
    const body = shop.stripe.invoiceEvent(invoice, 'invoice.paid')
    const ten = await Promise.all(Array.from({ length: 10 }, () => shop.deliver(body)))
    expect(new Set(ten)).toEqual(new Set([200]))
    await shop.pass(SECOND + 2 * DAY)
    expect(await topUps()).toBe(2)
    expect(await shop.quota()).toBe(START)
    expect(await shop.held()).toMatchObject({ period_start: SECOND })
  })

  test('is found by asking when its notice is lost, before the plan stops paying', async () => {
    const first = await shop.bought()
    shop.stripe.cycle(first)
    await shop.pass(SECOND + 65 * MINUTE)
    expect(await shop.held()).toMatchObject({ period_start: SECOND, grace_until: 0 })
    expect(await shop.quota()).toBe(START)
  })

  test('that is not what was agreed opens a case, and renews nothing', async () => {
    for (const wrong of [{ amount: CENTS - 1 }, { currency: 'usd' }]) {
      await shop.newcomer()
      const first = await shop.bought()
      shop.clock.ms = SECOND + HOUR
      const invoice = shop.stripe.cycle(first, wrong)
      expect(await shop.deliver(shop.stripe.invoiceEvent(invoice, 'invoice.paid'))).toBe(200)
      const order = await shop.show(shop.orderOf(invoice))
      expect(order).toMatchObject({ status: 'pending', cases: [{ reason: 'amount_differs' }] })
      expect(await shop.held()).toMatchObject({ period_start: BOUGHT })
      expect(await shop.quota()).toBe(START)
    }
  })

  test('is not believed when the notice is forged', async () => {
    const first = await shop.bought()
    const invoice = shop.stripe.cycle(first, { isPaid: false })
    const body = shop.stripe.invoiceEvent(invoice, 'invoice.paid').replace('"open"', '"paid"')
    expect(await shop.deliver(body, 't=1,v1=00')).toBe(400)
    // One that is signed is no news either: Stripe is asked.
    expect(await shop.deliver(body)).toBe(200)
    expect(await shop.held()).toMatchObject({ period_start: BOUGHT })
    expect(await topUps()).toBe(1)
  })

  test('late begins where it would have, and ends the wait', async () => {
    const first = await shop.bought({ grace_hours: 72 })
    const invoice = shop.stripe.cycle(first, { isPaid: false })
    await shop.pass(SECOND + 3 * HOUR)
    expect((await shop.held()).grace_until).toBe(SECOND + CHARGING + 72 * HOUR)
    shop.clock.ms = SECOND + 2 * DAY
    shop.stripe.payInvoice(invoice)
    expect(await shop.deliver(shop.stripe.invoiceEvent(invoice, 'invoice.paid'))).toBe(200)
    expect(await shop.held()).toMatchObject({
      ...{ state: 'active', grace_until: 0, period_start: SECOND, period_end: THIRD + CHARGING },
    })
    expect(await shop.quota()).toBe(START)
  })

  test('before one that is paid later counts; the money of that is in the balance', async () => {
    const first = await shop.bought({ grace_hours: 90 * 24 })
    const second = shop.stripe.cycle(first, { isPaid: false })
    shop.clock.ms = THIRD + HOUR
    const third = await shop.renewed(first)
    expect(await shop.held()).toMatchObject({ period_start: THIRD, period_end: FOURTH + CHARGING })
    shop.stripe.payInvoice(second)
    expect(await shop.deliver(shop.stripe.invoiceEvent(second, 'invoice.paid'))).toBe(200)
    expect(await shop.show(third)).toMatchObject({ plan_outcome: 'renewed' })
    expect(await shop.show(shop.orderOf(second))).toMatchObject({ plan_outcome: 'missed' })
    expect(await shop.held()).toMatchObject({ period_start: THIRD })
    expect(await shop.quota()).toBe(START + PRICE)
  })

  test('while the gateway was off is in the balance, and the newest renews', async () => {
    const first = await shop.bought()
    shop.stripe.cycle(first)
    shop.stripe.cycle(first)
    await shop.pass(THIRD + 3 * HOUR)
    expect(await shop.held()).toMatchObject({ state: 'active', period_start: THIRD })
    expect(await shop.quota()).toBe(START + PRICE)
    expect(await topUps()).toBe(3)
  })

  test('has the terms that the plan has by then, at the price that was agreed', async () => {
    const id = await shop.plan()
    const { trade_no: first = '' } = await shop.order(id)
    shop.stripe.pay(first)
    await shop.deliver(shop.stripe.event(first, 'checkout.session.completed'))
    const change = { price: 2 * PRICE, terms: { ...PLAN.terms, budget: 3_000_000 } }
    await shop.gateway.services.plans.change(TEST_ACTOR, { id, change })
    shop.clock.ms = SECOND + HOUR
    await shop.renewed(first)
    expect(await shop.held()).toMatchObject({ price: PRICE, remain: 3_000_000 })
    expect(await shop.quota()).toBe(START)
  })

  test('is told of before the purchase, and both are booked', async () => {
    const { trade_no: first = '' } = await shop.order(await shop.plan())
    shop.stripe.pay(first)
    shop.clock.ms = SECOND + HOUR
    const second = await shop.renewed(first)
    expect(await shop.show(first)).toMatchObject({ status: 'success' })
    expect(await shop.show(second)).toMatchObject({ status: 'success' })
    expect(await shop.held()).toMatchObject({ state: 'active', period_start: SECOND })
  })

  test('at Stripe by others is taken and forgotten', async () => {
    const object = {
      ...{ id: 'in_of_others', object: 'invoice', amount_paid: 900, currency: 'eur' },
      parent: { subscription_details: { subscription: 'sub_of_others', metadata: {} } },
    }
    const body = JSON.stringify({
      id: 'evt',
      object: 'event',
      type: 'invoice.paid',
      data: { object },
    })
    expect(await shop.deliver(body)).toBe(200)
  })

  test('for an order that is not here opens a case', async () => {
    const first = await shop.bought()
    const invoice = shop.stripe.cycle(first)
    const body = shop.stripe
      .invoiceEvent(invoice, 'invoice.paid')
      .replaceAll(first, 'USR9NOgone')
      .replaceAll(shop.stripe.subscription(first).id, 'sub_gone')
    expect(await shop.deliver(body)).toBe(200)
    const { items } = await shop.gateway.services.payments.cases({ tradeNo: 'USR9NOgone' })
    expect(items).toMatchObject([{ reason: 'order_not_found', payment: invoice, money_cents: 900 }])
  })
})
