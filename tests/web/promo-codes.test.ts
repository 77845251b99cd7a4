/** Promo codes in the console: made by an administrator, typed by whoever buys. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { NEW_PROMO_CODE } from '../../server/domain/payments/new-promo-code'
import { PLAN } from '../plans/plan-fixture'
import { type Epay, startEpay } from '../support/epay'
import { TEST_ACTOR } from '../support/seed'
import { type Console, openConsole } from './console-fixture'

let site: Console
let epay: Epay
beforeAll(async () => {
  epay = startEpay()
  site = await openConsole({
    options: {
      ...{ PayAddress: epay.url, EpayId: epay.pid, EpayKey: epay.key, Price: 7.3 },
      ...{ ServerAddress: 'https://gw.example', CustomCallbackAddress: 'https://gw.example' },
    },
  })
  await site.gateway.services.plans.create(TEST_ACTOR, { ...PLAN, price: 5_000_000 })
}, 60_000)
afterAll(async () => {
  await site[Symbol.asyncDispose]()
  await epay[Symbol.asyncDispose]()
})

test('an administrator makes a code, disables it and sees what it was used for', async () => {
  await using visit = await site.open('admin', { language: 'en' })
  const { page } = visit
  await visit.goto('/promo-code')
  await page.getByRole('button', { name: 'New promo code' }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('textbox', { name: 'Promo code' }).fill('half-price')
  await form.getByLabel('Percent off').fill('120')
  await form.getByRole('button', { name: 'Save' }).click()
  await form.getByText('Please enter a percentage').waitFor()
  await form.getByLabel('Percent off').fill('50')
  await form.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('cell', { name: 'HALF-PRICE', exact: true }).waitFor()
  await page.getByText('Active', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'More actions: HALF-PRICE' }).click()
  await page.getByRole('menuitem', { name: 'Disable' }).click()
  await page.getByText('Disabled', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'More actions: HALF-PRICE' }).click()
  await page.getByRole('menuitem', { name: 'Enable' }).click()
  await page.getByText('Active', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'More actions: HALF-PRICE' }).click()
  await page.getByRole('menuitem', { name: 'Show uses' }).click()
  await page.getByText('Not used yet').waitFor()
  expect(visit.complaints).toEqual([])
})

test('a buyer sees the lower price before paying, also from the balance', async () => {
  await site.gateway.services.promoCodes.create(TEST_ACTOR, {
    ...NEW_PROMO_CODE,
    ...{ code: 'TENTH', percent_off: 1000, most_per_user: 0 },
  })
  await using visit = await site.open('user', { language: 'en' })
  const { page } = visit
  await visit.goto('/topup')
  await page.getByLabel('Promo code').fill('tenth')
  await page.getByLabel('Amount').first().fill('10')
  await page.getByRole('button', { name: 'Alipay' }).click()
  const order = page.getByRole('alertdialog')
  await order.getByText('−¥7.30').waitFor()
  await order.getByText('¥65.70').waitFor()
  await order.getByRole('button', { name: 'Cancel' }).click()
  await page.getByLabel('Promo code').fill('no-such-code')
  await page.getByRole('button', { name: 'Alipay' }).click()
  await page.getByText('There is no such promo code').waitFor()

  await visit.goto('/plan')
  await page.getByRole('button', { name: 'Promo code or other payment: Pro' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Promo code' }).fill('half-price')
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await dialog.getByText('$5.00 off with HALF-PRICE').waitFor()
  await dialog.getByText('¥36.50').first().waitFor()
  const balance = dialog.getByRole('button', { name: 'From the balance $5.00' })
  await balance.click()
  await page.getByRole('alertdialog').getByText('$5.00 off with half-price').waitFor()
})
