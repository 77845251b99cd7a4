import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Epay, startEpay } from '../support/epay'
import { type Console, openConsole } from './console-fixture'

let site: Console
let epay: Epay
/** Numbers of an order that was paid and of one that was not. */
let paid = ''
let pending = ''

beforeAll(async () => {
  epay = startEpay()
  site = await openConsole({
    options: {
      PayAddress: epay.url,
      EpayId: epay.pid,
      EpayKey: epay.key,
      ServerAddress: 'https://gw.example',
    },
  })
  await site.people.root.put('/api/option/', {
    key: 'CustomCallbackAddress',
    value: site.gateway.url,
  })
  paid = await order(10)
  await epay.notify(epay.noticeFor(paid))
  pending = await order(3)
}, 60_000)
afterAll(async () => {
  await site[Symbol.asyncDispose]()
  await epay[Symbol.asyncDispose]()
})

async function order(amount: number): Promise<string> {
  const form = { amount, payment_method: 'zfb' }
  const { body } = await site.people.user.post('/api/user/pay', form)
  await epay.submit(body.url, body.data)
  return body.data.out_trade_no
}

describe('orders', () => {
  test('show admins everybody’s, what was paid and for what', async () => {
    await using visit = await site.open('admin')
    const { page } = visit
    await visit.goto('/order')
    const row = page.getByRole('row', { name: new RegExp(paid) })
    for (const words of ['¥73.00', '$10.00', '已到账', '支付宝'])
      await row.getByText(words).waitFor()
    await page
      .getByRole('row', { name: new RegExp(pending) })
      .getByText('待支付')
      .waitFor()
    await row.getByRole('link', { name: 'user-2' }).click()
    await page.getByRole('heading', { name: 'user-2' }).waitFor()
    expect(new URL(page.url()).pathname).toBe(`/user/${site.people.user.id}`)
    expect(visit.complaints).toEqual([])
  })

  test('are narrowed by state and by user', async () => {
    await using visit = await site.open('admin', { language: 'en' })
    const { page } = visit
    await visit.goto('/order')
    const first = page.getByRole('row', { name: new RegExp(paid) })
    await first.waitFor()
    await page.getByRole('button', { name: /^Waiting for payment 1/ }).click()
    await first.waitFor({ state: 'detached' })
    expect(await page.locator('tbody tr').count()).toBe(1)
    await page.getByLabel('User ID or full name').fill('nobody')
    await page.keyboard.press('Enter')
    await page.getByText('Nothing matches').waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await first.waitFor()
  })

  test('are for admins; users find their own in the wallet', async () => {
    await using visit = await site.open('user')
    const { page } = visit
    await visit.goto('/order')
    await page.getByRole('heading', { name: '没有权限' }).waitFor()
    await visit.goto('/topup')
    await page.getByRole('row').filter({ hasText: paid }).getByText('已到账').waitFor()
    await page.getByRole('row').filter({ hasText: pending }).getByText('待支付').waitFor()
  })
})

describe('the console of orders', () => {
  test('sorts by a press on a head, narrows to days, and takes along what is ticked', async () => {
    await using visit = await site.open('admin', { language: 'en' })
    const { page } = visit
    await visit.goto('/order')
    await page.locator('th[aria-sort="descending"]').getByText('Ordered').waitFor()
    await page.getByRole('button', { name: 'Amount' }).click()
    await page.locator('th[aria-sort="descending"]').getByText('Amount').waitFor()
    await page.getByRole('row').nth(1).getByRole('link', { name: paid }).waitFor()
    await page.getByRole('row').nth(2).getByRole('link', { name: pending }).waitFor()
    await page.getByRole('checkbox', { name: `Select ${paid}` }).check()
    const bar = page.getByRole('region', { name: '1 selected' })
    await bar.getByText('¥73.00').waitFor()
    // What is credited is final.
    expect(await bar.getByRole('button', { name: 'Credit by hand' }).isDisabled()).toBe(true)
    const file = page.waitForEvent('download')
    await bar.getByRole('button', { name: 'Export CSV' }).click()
    expect((await file).suggestedFilename()).toBe('orders.csv')
    await page.getByRole('button', { name: 'Time range' }).click()
    await page.getByRole('menuitemradio', { name: 'Today' }).click()
    await page.getByRole('link', { name: paid }).waitFor()
    expect(page.url()).toContain('range=today')
    expect(visit.complaints).toEqual([])
  })

  test('shows of one what was bought, the provider’s number and the ledger entry', async () => {
    await using visit = await site.open('root', { language: 'en' })
    const { page } = visit
    await visit.goto(`/order/${paid}`)
    await page.getByText(epay.noticeFor(paid).trade_no ?? '', { exact: true }).waitFor()
    await page.getByText('+$10.00').waitFor()
    await page.getByText('Paid an order').waitFor()
    expect(await page.getByRole('button', { name: 'Credit by hand' }).count()).toBe(0)
    await visit.goto('/order/none')
    await page.getByRole('heading', { name: 'There is no order none' }).waitFor()
  })

  test('fits a phone: amount and state in sight, whole', async () => {
    await using visit = await site.open('admin', { language: 'en', width: 360 })
    const { page } = visit
    await visit.goto('/order')
    const row = page.getByRole('row', { name: new RegExp(paid) })
    await row.getByText('¥73.00').waitFor()
    await row.getByText('Credited').waitFor()
    expect((await row.boundingBox())?.height).toBeLessThanOrEqual(120)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360)
  })

  test('credits by hand what was paid without a notice, after a question', async () => {
    const late = await order(5)
    await using visit = await site.open('root', { language: 'en' })
    const { page } = visit
    await visit.goto(`/order/${late}`)
    await page.getByText('Nothing is booked until the order is paid.').waitFor()
    await page.getByRole('button', { name: 'Credit by hand' }).click()
    const question = page.getByRole('alertdialog')
    await question.getByText('¥36.50').waitFor()
    await question.getByRole('button', { name: 'Credit by hand' }).click()
    await page.getByText('+$5.00').waitFor()
    await page.getByText('Credited an order by hand').waitFor()
    expect(visit.complaints).toEqual([])
  })
})
