/** What ends here ends at Stripe, what ends there ends here, and money that goes back is booked. */
import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { TEST_ACTOR } from '../support/seed'
import {
  BOUGHT,
  CENTS,
  CHARGING,
  DAY,
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
  shop.stripe.failWith(undefined)
  await shop.newcomer()
})

const plans = () => shop.gateway.services.plans
const subscriptions = () => shop.gateway.services.subscriptions
const renewal = async (renews: boolean) => {
  const { id } = await shop.held()
  return (await shop.user.put(`/api/subscription/self/${id}/renewal`, { renews })).body
}
const there = (tradeNo: string) => shop.stripe.subscription(tradeNo)
const planOf = async () => (await shop.held()).plan_id

describe('whoever cancels here', () => {
  test('is charged no more, and keeps the period that is paid', async () => {
    const order = await shop.bought()
    expect(await renewal(false)).toMatchObject({ success: true })
    await shop.work()
    expect(there(order)).toMatchObject({ cancel_at_period_end: true, status: 'active' })
    expect(await shop.held()).toMatchObject({ state: 'active', renews: false })
    there(order).status = 'canceled'
    await shop.pass(SECOND + 3 * HOUR)
    expect(await shop.held()).toMatchObject({ state: 'ended', end_reason: 'period_over' })
    expect(await shop.quota()).toBe(START)
  })

  test('is so also when Stripe cannot be reached for a while', async () => {
    const order = await shop.bought()
    await renewal(false)
    shop.stripe.failWith(500)
    await shop.work()
    expect(there(order).cancel_at_period_end).toBe(false)
    shop.stripe.failWith(undefined)
    await shop.pass(BOUGHT + DAY)
    expect(there(order).cancel_at_period_end).toBe(true)
    expect(await shop.held()).toMatchObject({ renews: false })
  })

  test('is so when the answer is lost, whatever was wanted meanwhile', async () => {
    const order = await shop.bought()
    await renewal(false)
    await shop.work()
    await renewal(true)
    await shop.work()
    expect(there(order).cancel_at_period_end).toBe(false)
    await renewal(false)
    await renewal(true)
    await renewal(false)
    await shop.work()
    expect(there(order).cancel_at_period_end).toBe(true)
  })

  test('may take it back, however it was canceled there', async () => {
    const order = await shop.bought()
    await renewal(false)
    await shop.work()
    // As its own pages do.
    Object.assign(there(order), { cancel_at_period_end: false, cancel_at: SECOND / 1000 })
    await renewal(true)
    await shop.work()
    expect(there(order)).toMatchObject({ cancel_at_period_end: false, cancel_at: null })
    expect(await shop.held()).toMatchObject({ renews: true })
  })

  test('and was charged all the same has the period, and no other', async () => {
    const order = await shop.bought()
    const invoice = shop.stripe.cycle(order)
    await renewal(false)
    await shop.pass(SECOND + 70 * MINUTE)
    expect(await shop.show(shop.orderOf(invoice))).toMatchObject({ plan_outcome: 'renewed' })
    expect(await shop.held()).toMatchObject({ period_start: SECOND, renews: false })
    expect(there(order).cancel_at_period_end).toBe(true)
  })
})

describe('whoever cancels at Stripe', () => {
  const WAYS = [
    ['at the end of the period', { cancel_at_period_end: true, cancel_at: SECOND / 1000 }],
    ['at a time, as its own pages do', { cancel_at: SECOND / 1000 }],
    ['at once', { status: 'canceled' }],
  ] as const
  for (const [way, change] of WAYS) {
    test(`${way} has no further period here`, async () => {
      const order = await shop.bought()
      Object.assign(there(order), change)
      const type = 'status' in change ? 'deleted' : 'updated'
      const body = shop.stripe.subscriptionEvent(order, `customer.subscription.${type}`)
      expect(await shop.deliver(body)).toBe(200)
      expect(await shop.deliver(body)).toBe(200)
      expect(await shop.held()).toMatchObject({
        ...{ state: 'active', renews: false, period_end: SECOND + CHARGING },
      })
      await shop.pass(SECOND + 3 * HOUR)
      expect(await shop.held()).toMatchObject({ state: 'ended', end_reason: 'period_over' })
    })
  }

  test('is found within a day when the notice is lost', async () => {
    const order = await shop.bought()
    there(order).cancel_at_period_end = true
    await shop.pass(BOUGHT + DAY + HOUR)
    expect(await shop.held()).toMatchObject({ renews: false })
  })

  test('and takes it back there renews here', async () => {
    const order = await shop.bought()
    const changed = async (value: boolean) => {
      there(order).cancel_at_period_end = value
      await shop.deliver(shop.stripe.subscriptionEvent(order, 'customer.subscription.updated'))
      return (await shop.held()).renews
    }
    expect([await changed(true), await changed(false)]).toEqual([false, true])
    await shop.work()
    expect(there(order).cancel_at_period_end).toBe(false)
  })

  test('for good cannot resume here, and is told to buy again', async () => {
    const order = await shop.bought()
    there(order).status = 'canceled'
    await shop.deliver(shop.stripe.subscriptionEvent(order, 'customer.subscription.deleted'))
    expect(await renewal(true)).toMatchObject({ code: 'subscription.renewal_over' })
  })
})

describe('a card that is refused', () => {
  test('leaves the plan its grace, and then both end', async () => {
    const order = await shop.bought({ grace_hours: 72 })
    const invoice = shop.stripe.cycle(order, { isPaid: false })
    const body = shop.stripe.invoiceEvent(invoice, 'invoice.payment_failed')
    shop.clock.ms = SECOND + HOUR
    expect(await shop.deliver(body)).toBe(200)
    expect(await shop.held()).toMatchObject({ state: 'active', grace_until: 0 })
    await shop.pass(SECOND + CHARGING + HOUR)
    const until = SECOND + CHARGING + 72 * HOUR
    expect(await shop.held()).toMatchObject({ state: 'active', grace_until: until })
    await shop.pass(until + 7 * HOUR)
    expect(await shop.held()).toMatchObject({ state: 'ended', end_reason: 'unpaid' })
    expect(there(order).status).toBe('canceled')
    expect(await shop.quota()).toBe(START)
  })

  test('ends the plan when Stripe gives up before', async () => {
    const order = await shop.bought({ grace_hours: 720 })
    shop.stripe.cycle(order, { isPaid: false })
    await shop.pass(SECOND + CHARGING + HOUR)
    there(order).status = 'canceled'
    await shop.deliver(shop.stripe.subscriptionEvent(order, 'customer.subscription.deleted'))
    await shop.work()
    expect(await shop.held()).toMatchObject({ state: 'ended', end_reason: 'unpaid' })
  })

  test('is not believed to be refused while Stripe cannot be asked', async () => {
    const order = await shop.bought()
    shop.stripe.cycle(order)
    shop.stripe.failWith(500)
    await shop.pass(SECOND + 3 * HOUR)
    expect(await shop.held()).toMatchObject({ state: 'active', grace_until: 0 })
    shop.stripe.failWith(undefined)
    await shop.pass(SECOND + 10 * HOUR)
    expect(await shop.held()).toMatchObject({ state: 'active', period_start: SECOND })
  })

  test('that pays once the plan has ended pays into the balance', async () => {
    const order = await shop.bought()
    const invoice = shop.stripe.cycle(order, { isPaid: false })
    await shop.pass(SECOND + 3 * HOUR)
    expect(await shop.held()).toMatchObject({ state: 'ended' })
    shop.stripe.payInvoice(invoice)
    await shop.deliver(shop.stripe.invoiceEvent(invoice, 'invoice.paid'))
    expect(await shop.show(shop.orderOf(invoice))).toMatchObject({ plan_outcome: 'missed' })
    expect(await shop.quota()).toBe(START + PRICE)
  })
})

describe('Stripe charges no more', () => {
  test('when the user is gone', async () => {
    const order = await shop.bought()
    await shop.gateway.services.users.remove(TEST_ACTOR, shop.user.id)
    await shop.work()
    expect(there(order).status).toBe('canceled')
  })

  test('when the plan is ended by hand, with or without a refund', async () => {
    for (const refund of [false, true]) {
      await shop.newcomer()
      const order = await shop.bought()
      const { id } = await shop.held()
      await subscriptions().end(TEST_ACTOR, { id, refund })
      await shop.work()
      expect(there(order).status).toBe('canceled')
      expect(await shop.quota()).toBe(refund ? START + PRICE : START)
    }
  })

  test('after the period of a plan that is switched off, unless it is on again', async () => {
    const order = await shop.bought()
    const id = await planOf()
    await plans().change(TEST_ACTOR, { id, change: { enabled: false } })
    await shop.work()
    expect(there(order).cancel_at_period_end).toBe(true)
    await plans().change(TEST_ACTOR, { id, change: { enabled: true } })
    await shop.work()
    expect(there(order).cancel_at_period_end).toBe(false)
    expect(await shop.held()).toMatchObject({ renews: true, state: 'active' })
  })

  test('for a plan that could not begin; what was paid is in the balance', async () => {
    const id = await shop.plan({ most_per_user: 1 })
    const buy = async () => {
      const { trade_no: order = '' } = await shop.order(id)
      shop.stripe.pay(order)
      await shop.deliver(shop.stripe.event(order, 'checkout.session.completed'))
      return order
    }
    const [first, second] = [await buy(), await buy()]
    await shop.work()
    expect([there(first).status, there(second).status]).toEqual(['active', 'canceled'])
    expect(await shop.show(second)).toMatchObject({ plan_outcome: 'had_already' })
    expect(await shop.quota()).toBe(START + PRICE)
  })
})

describe('while Stripe renews a plan', () => {
  test('it is neither switched nor paused; once canceled it is switched', async () => {
    const order = await shop.bought()
    const { id } = await shop.held()
    const other = await shop.plan({ price: 100_000 })
    const change = async () =>
      (await shop.user.post(`/api/subscription/self/${id}/switch`, { plan_id: other })).body
    const code = 'subscription.renewed_elsewhere'
    expect(await change()).toMatchObject({ code })
    expect(subscriptions().pause(TEST_ACTOR, { id })).rejects.toMatchObject({ id: code })
    await renewal(false)
    expect(await change()).toMatchObject({ success: true })
    await shop.work()
    expect(there(order).status).toBe('canceled')
  })

  test('nobody is reminded that the balance does not cover it', async () => {
    await shop.bought({ price: 50_000_000 })
    shop.clock.ms = SECOND - DAY
    await subscriptions().remind()
    const { id } = await shop.held()
    using file = new Database(join(shop.gateway.dataDir, 'gw.db'))
    const told = file.query('select reminded_at from subscriptions where id = ?').get(id)
    expect(told).toEqual({ reminded_at: 0 })
  })
})

describe('a refund at Stripe', () => {
  test('of the period that runs ends the plan, and nothing more is charged', async () => {
    const first = await shop.bought()
    shop.clock.ms = SECOND + HOUR
    const second = await shop.renewed(first)
    const { provider_trade_no: payment } = await shop.show(second)
    shop.stripe.refundPayment(String(payment), CENTS)
    expect(await shop.deliver(shop.stripe.chargeEvent(String(payment), 'charge.refunded'))).toBe(
      200,
    )
    expect(await shop.show(second)).toMatchObject({ refunded_cents: CENTS, cases: [] })
    expect(await shop.held()).toMatchObject({ state: 'ended', end_reason: 'refunded' })
    await shop.work()
    expect(there(first).status).toBe('canceled')
    expect(await shop.quota()).toBe(START)
  })

  test('of an earlier period leaves the one that runs', async () => {
    const first = await shop.bought()
    shop.clock.ms = SECOND + HOUR
    await shop.renewed(first)
    const { provider_trade_no: payment } = await shop.show(first)
    shop.stripe.refundPayment(String(payment), CENTS)
    await shop.deliver(shop.stripe.chargeEvent(String(payment), 'charge.refunded'))
    expect(await shop.show(first)).toMatchObject({ refunded_cents: CENTS })
    expect(await shop.held()).toMatchObject({ state: 'active', price: PRICE })
    expect(await shop.quota()).toBe(START)
  })

  test('of a part is found by the daily comparison', async () => {
    const first = await shop.bought()
    shop.clock.ms = SECOND + HOUR
    const second = await shop.renewed(first)
    const { provider_trade_no: payment } = await shop.show(second)
    shop.stripe.refundPayment(String(payment), CENTS / 2)
    await shop.gateway.services.payments.openDifferences()
    await shop.work()
    expect(await shop.show(second)).toMatchObject({ refunded_cents: CENTS / 2 })
    expect(await shop.held()).toMatchObject({ state: 'active', price: PRICE / 2 })
    shop.clock.ms = THIRD + HOUR
    await shop.renewed(first)
    expect(await shop.held()).toMatchObject({ price: PRICE })
    expect(await shop.quota()).toBe(START)
  })
})
