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
    await page.getByLabel('User ID or whole name').fill('nobody')
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
