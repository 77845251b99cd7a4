/** The pages of Stripe where customers manage cards, receipts and renewals. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { TEST_ACTOR } from '../support/seed'
import { type StripeShop, stripeShop } from './stripe-shop'

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

const open = async (who = shop.user) => (await who.post('/api/user/payment_portal', {})).body
const hasPortal = async () => {
  const { data } = (await shop.user.get('/api/user/payment_methods')).body
  return data.map((method: { has_portal: boolean }) => method.has_portal)
}

test('they are offered to who has an account there, and lead back to the wallet', async () => {
  expect(await hasPortal()).toEqual([false])
  const order = await shop.bought()
  expect(await hasPortal()).toEqual([true])
  const { data } = await open()
  const { portals } = shop.stripe.billing
  expect(data).toEqual({ url: `https://billing.stripe.test/p/session/${portals.length}` })
  expect(portals.at(-1)).toEqual({
    customer: shop.stripe.session(order).form.customer ?? '',
    configuration: 'bpc_1',
    return_url: 'https://gw.example/topup',
  })
})

test('one configuration is made: it lets customers cancel, and change no price', async () => {
  await open()
  await open()
  const { configurations } = shop.stripe.billing
  expect(configurations).toHaveLength(1)
  expect(configurations[0]).toMatchObject({
    'features[subscription_cancel][enabled]': 'true',
    'features[subscription_cancel][mode]': 'at_period_end',
    'features[payment_method_update][enabled]': 'true',
    'features[invoice_history][enabled]': 'true',
  })
  expect(Object.keys(configurations[0] ?? {}).join()).not.toContain('subscription_update')
})

test('everybody sees their own, and an account that was removed there is made anew', async () => {
  const customers = shop.stripe.billing.portals
  await open()
  const first = customers.at(-1)?.customer ?? ''
  await open(shop.admin)
  expect(customers.at(-1)?.customer).not.toBe(first)
  shop.stripe.billing.customers.delete(first)
  await open()
  const anew = customers.at(-1)?.customer
  expect([first, '']).not.toContain(anew ?? '')
})

test('there are none where Stripe is not set up, or does not answer', async () => {
  shop.stripe.failWith(500)
  expect(await open()).toMatchObject({ code: 'payment.service_failed' })
  shop.stripe.failWith(undefined)
  const { options } = shop.gateway.services
  await options.reset(TEST_ACTOR, 'StripeWebhookSecret')
  expect(await open()).toMatchObject({ code: 'payment.no_portal' })
  await options.set(TEST_ACTOR, { key: 'StripeWebhookSecret', value: shop.stripe.webhookSecret })
})
