/** A plan that Stripe renews, in the console: bought, seen by its holder, and managed at Stripe. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { PLAN } from '../plans/plan-fixture'
import { TEST_ACTOR } from '../support/seed'
import { type StripeStandIn, startStripe } from '../support/stripe'
import { type Console, openConsole } from './console-fixture'

let site: Console
let stripe: StripeStandIn
beforeAll(async () => {
  stripe = startStripe(() => Math.floor(Date.now() / 1000))
  site = await openConsole({
    options: {
      ...{ StripeApiSecret: stripe.key, StripeWebhookSecret: stripe.webhookSecret },
      ...{ StripeAddress: stripe.url, StripeCurrency: 'EUR', StripeUnitPrice: 0.9 },
      ServerAddress: 'https://gw.example',
    },
  })
  const plan = { ...PLAN, price: 5_000_000, renews: true }
  await site.gateway.services.plans.create(TEST_ACTOR, plan)
  await site.gateway.services.plans.create(TEST_ACTOR, {
    ...{ ...plan, name: 'Short', period_unit: 'hour' },
  })
}, 60_000)
afterAll(async () => {
  await site[Symbol.asyncDispose]()
  await stripe[Symbol.asyncDispose]()
})

const newest = async (): Promise<string> => {
  const { items } = await site.gateway.services.payments.list({ userId: site.people.user.id })
  return items[0]?.trade_no ?? ''
}

test('a buyer chooses between one payment and automatic renewal, where the plan fits', async () => {
  await using visit = await site.open('user', { language: 'en' })
  const { page } = visit
  await page.route('https://checkout.stripe.test/**', (route) => route.fulfill({ body: 'paid' }))
  await visit.goto('/plan')
  await page.getByRole('button', { name: 'Pay another way: Short' }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('button', { name: /^Card \(Stripe\) €9/ }).waitFor()
  expect(await form.getByRole('button', { name: /renews automatically/ }).count()).toBe(0)
  await form.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Pay another way: Pro' }).click()
  await form.getByText('your balance is not used', { exact: false }).waitFor()
  await form.getByRole('button', { name: 'Card (Stripe), renews automatically €9.00' }).click()
  await page.getByText('paid').waitFor()
  const order = await newest()
  expect(stripe.session(order).form.mode).toBe('subscription')
  stripe.pay(order)
  await visit.goto(`/topup?order=${order}`)
  await page.getByText('Paid: the plan Pro has begun.').waitFor()
})

test('the holder sees who renews it, cannot switch, and gets to the pages of Stripe', async () => {
  await using visit = await site.open('user', { language: 'en' })
  const { page } = visit
  await page.route('https://billing.stripe.test/**', (route) => route.fulfill({ body: 'portal' }))
  await visit.goto('/plan')
  const held = page.getByRole('listitem').filter({ hasText: 'active' })
  await held.getByText(/Renews on .* by Stripe for \$10\.00/).waitFor()
  expect(await held.getByRole('button', { name: /^Switch plan/ }).count()).toBe(0)
  await held.getByRole('button', { name: 'Payment methods and receipts at Stripe' }).click()
  await page.getByText('portal').waitFor()
  await visit.goto('/topup')
  await page.getByRole('button', { name: 'Payment methods and receipts at Stripe' }).click()
  await page.getByText('portal').waitFor()
  expect(visit.complaints).toEqual([])
})

test('an administrator sees who renews it, and does not pause it', async () => {
  await using visit = await site.open('admin', { language: 'en' })
  const { page } = visit
  await visit.goto('/all-plans?tab=subscriptions')
  await page.getByText('renews by Stripe').waitFor()
  await page.getByRole('button', { name: /^More actions: Pro/ }).click()
  await page.getByRole('menuitem', { name: 'Cancel renewal' }).waitFor()
  expect(await page.getByRole('menuitem', { name: 'Pause' }).count()).toBe(0)
  expect(visit.complaints).toEqual([])
})
