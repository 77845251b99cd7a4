import { afterAll, beforeAll, expect, test } from 'bun:test'
import { startWechat, type WechatStandIn } from '../support/payments/wechat'
import { TEST_ACTOR } from '../support/seed'
import { type Console, openConsole } from './console-fixture'
import { option, save, unsaved } from './settings-fixture'

let site: Console
let wechat: WechatStandIn

beforeAll(async () => {
  wechat = startWechat(() => Math.floor(Date.now() / 1000))
  site = await openConsole({ options: { ServerAddress: 'https://gw.example', ...wechat.options } })
}, 60_000)
afterAll(async () => {
  await site[Symbol.asyncDispose]()
  await wechat[Symbol.asyncDispose]()
})

test('a buyer scans a code, and sees the payment arrive', async () => {
  await using visit = await site.open('user', { language: 'en' })
  const { page } = visit
  await visit.goto('/topup')
  await page.getByRole('button', { name: 'WeChat Pay' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'WeChat Pay' }).click()
  const dialog = page.getByRole('dialog', { name: 'Scan to pay' })
  await dialog.getByRole('img', { name: 'QR code for the payment' }).waitFor()
  await dialog.getByText('The payment has not arrived yet.').waitFor()
  const [{ trade_no }] = (await site.people.user.get('/api/order/self')).body.data.items
  wechat.pay(trade_no)
  const notice = { method: 'POST', ...wechat.notice(trade_no) }
  await fetch(`${site.gateway.url}/api/payment/wechat/notice`, notice)
  await dialog.getByText('Paid:').waitFor()
  expect(await dialog.getByRole('img').count()).toBe(0)
  expect(visit.complaints).toEqual([])
})

test('a plan is paid by scanning as well', async () => {
  await site.gateway.services.plans.create(TEST_ACTOR, {
    ...{ name: 'Pro', description: '', price: 5_000_000, priority: 0, grace_hours: 0 },
    ...{ period_unit: 'month', period_count: 1, renews: true, on_sale: true, enabled: true },
    most_per_user: 0,
    terms: {
      ...{ budget: 2_000_000, allowances: [], models: [], groups: [] },
      ...{ overflow: 'wallet', carry_over: 0, zone: 'UTC' },
    },
  })
  await using visit = await site.open('user', { language: 'en' })
  const { page } = visit
  await visit.goto('/plan')
  await page.getByRole('button', { name: 'Pay another way: Pro' }).click()
  await page.getByRole('button', { name: /^WeChat Pay/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Scan to pay' })
  await dialog.getByRole('img', { name: 'QR code for the payment' }).waitFor()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await dialog.waitFor({ state: 'detached' })
  expect(visit.complaints).toEqual([])
})

test('root pastes a key of several lines, which is not shown again', async () => {
  await using visit = await site.open('root', { language: 'en' })
  const { page } = visit
  await visit.goto('/setting?tab=system')
  const field = option(page, 'WechatPayPrivateKey').getByRole('textbox')
  const key = String(wechat.options.WechatPayPrivateKey)
  expect(key.split('\n').length).toBeGreaterThan(3)
  await field.fill(key)
  expect(await field.inputValue()).toBe(key)
  await save(page)
  await unsaved(page).waitFor({ state: 'detached' })
  expect(await field.inputValue()).toBe('')
  expect(JSON.stringify((await site.people.root.get('/api/option/')).body)).not.toContain(
    key.slice(40, 80),
  )
  expect(visit.complaints).toEqual([])
})
