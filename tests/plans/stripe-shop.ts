/** A gateway with plans that a stand-in of Stripe charges for, and a clock that tests move. */
import { expect } from 'bun:test'
import type { PlanFields } from '../../server/services/plans/plans'
import { type ApiCaller, type ApiClient, apiClient, NO_LIMITS } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'
import { TEST_ACTOR } from '../support/seed'
import { type StripeStandIn, startStripe } from '../support/stripe'
import { PLAN } from './plan-fixture'

export const START = 1_000_000
export const PRICE = 5_000_000
/** Of the plan, at 0.9 euro a dollar. */
export const CENTS = 900
export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR
/** Whoever holds a plan that Stripe charges for has it so long after the end there. */
export const CHARGING = 2 * HOUR
/** Thursday, 26 November 2026, 18:00 UTC; the months that follow begin at the same time of day. */
export const BOUGHT = Date.UTC(2026, 10, 26, 18)
export const SECOND = Date.UTC(2026, 11, 26, 18)
export const THIRD = Date.UTC(2027, 0, 26, 18)
export const FOURTH = Date.UTC(2027, 1, 26, 18)

export interface StripeShop {
  readonly gateway: Gateway
  readonly stripe: StripeStandIn
  readonly clock: { ms: number }
  /** A new one after `newcomer`. */
  readonly user: ApiCaller
  readonly admin: ApiCaller
  newcomer(): Promise<void>
  plan(fields?: Partial<PlanFields>): Promise<number>
  /** Orders a plan that Stripe is to renew; what the API answers. */
  order(planId: number, changes?: object): Promise<Record<string, string>>
  /** A plan that is bought, paid and begun; the number of its order. */
  bought(fields?: Partial<PlanFields>): Promise<string>
  deliver(body: string, signature?: string): Promise<number>
  /** Pays the next period at Stripe, and tells of it; the number of its order here. */
  renewed(tradeNo: string): Promise<string>
  /** The order of an invoice. */
  orderOf(invoice: string): string
  show(tradeNo: string): Promise<Record<string, unknown>>
  held(): Promise<Awaited<ReturnType<Gateway['services']['subscriptions']['show']>>>
  quota(): Promise<number>
  /** Moves the clock, and lets what is due happen. */
  pass(toMs: number): Promise<void>
  /** What is due at this instant. */
  work(): Promise<void>
  /** How often something was asked for at Stripe, such as `DELETE /v1/subscriptions`. */
  asked(beginning: string): number
  [Symbol.asyncDispose](): Promise<void>
}

/** As the jobs of the server do. */
async function workOff({ services: { payments, subscriptions } }: Gateway): Promise<void> {
  await payments.askDue()
  await payments.syncDue()
  await subscriptions.renew()
  await payments.syncDue()
}

async function opened() {
  const clock = { ms: BOUGHT }
  const stripe = startStripe(() => Math.floor(clock.ms / 1000))
  const gateway = await startGateway({ env: NO_LIMITS, clock: { nowMs: () => clock.ms } })
  const options = {
    StripeApiSecret: stripe.key,
    StripeWebhookSecret: stripe.webhookSecret,
    StripeAddress: stripe.url,
    StripeCurrency: 'EUR',
    StripeUnitPrice: '0.9',
    ServerAddress: 'https://gw.example',
  }
  for (const [key, value] of Object.entries(options)) {
    await gateway.services.options.set(TEST_ACTOR, { key, value })
  }
  return { clock, stripe, gateway }
}

export async function stripeShop(): Promise<StripeShop> {
  const { clock, stripe, gateway } = await opened()
  const { services } = gateway
  const client: ApiClient = apiClient(gateway)
  const people = { user: await client.as('user'), admin: await client.as('admin') }
  let made = 0
  const shop: StripeShop = {
    ...{ gateway, stripe, clock },
    get user() {
      return people.user
    },
    get admin() {
      return people.admin
    },
    async newcomer() {
      // Logins of the beginning are over once the clock was moved.
      clock.ms = BOUGHT
      people.user = await client.as('user')
    },
    async plan(fields = {}) {
      made += 1
      const plan = { ...PLAN, name: `Pro ${made}`, price: PRICE, renews: true, ...fields }
      return (await services.plans.create(TEST_ACTOR, plan)).id
    },
    order: async (plan_id, changes = {}) => {
      const body = { plan_id, payment_method: 'stripe', renews: true, ...changes }
      return (await people.user.post('/api/user/pay', body)).body
    },
    async bought(fields) {
      const { trade_no: tradeNo = '' } = await shop.order(await shop.plan(fields))
      stripe.pay(tradeNo)
      expect(await shop.deliver(stripe.event(tradeNo, 'checkout.session.completed'))).toBe(200)
      return tradeNo
    },
    async deliver(body, signature = stripe.signature(body, Math.floor(clock.ms / 1000))) {
      const headers = { 'stripe-signature': signature }
      const address = `${gateway.url}/api/payment/stripe/notice`
      return (await fetch(address, { method: 'POST', headers, body })).status
    },
    async renewed(tradeNo) {
      const invoice = stripe.cycle(tradeNo)
      expect(await shop.deliver(stripe.invoiceEvent(invoice, 'invoice.paid'))).toBe(200)
      return shop.orderOf(invoice)
    },
    orderOf: (invoice) => `USR${people.user.id}NO${invoice}`,
    show: async (tradeNo) => ({ ...(await services.payments.show(tradeNo)) }),
    async held() {
      const { items } = await services.subscriptions.list({ userId: people.user.id })
      expect(items).toHaveLength(1)
      const [item] = items
      if (item === undefined) throw new Error('nothing is held')
      return item
    },
    quota: async () => (await services.users.show(people.user.id)).quota,
    async pass(toMs) {
      clock.ms = toMs
      await shop.work()
    },
    work: () => workOff(gateway),
    asked: (beginning) => stripe.billing.asked.filter((each) => each.startsWith(beginning)).length,
    async [Symbol.asyncDispose]() {
      expect(await services.ledger.verify()).toEqual([])
      await gateway[Symbol.asyncDispose]()
      await stripe[Symbol.asyncDispose]()
    },
  }
  return shop
}
