/** Invoices in the console: of buyers, of administrators, and for whoever is sent an address. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type Epay, startEpay } from '../support/epay'
import { type Console, openConsole } from './console-fixture'

let site: Console
let epay: Epay
let trade = ''

beforeAll(async () => {
  epay = startEpay()
  site = await openConsole({
    options: {
      PayAddress: epay.url,
      EpayId: epay.pid,
      EpayKey: epay.key,
      ServerAddress: 'https://gw.example',
      InvoiceSellerName: '测试科技有限公司',
      InvoiceTaxRate: 600,
      InvoicesEnabled: true,
    },
  })
  const callback = { key: 'CustomCallbackAddress', value: site.gateway.url }
  await site.people.root.put('/api/option/', callback)
  const form = { amount: 10, payment_method: 'zfb' }
  const { body } = await site.people.user.post('/api/user/pay', form)
  await epay.submit(body.url, body.data)
  trade = body.data.out_trade_no
  await epay.notify(epay.noticeFor(trade))
}, 60_000)
afterAll(async () => {
  await site[Symbol.asyncDispose]()
  await epay[Symbol.asyncDispose]()
})

test('a buyer states the details, downloads an invoice and shares its address', async () => {
  await using visit = await site.open('user', { language: 'en' })
  const { page } = visit
  await visit.goto('/overview')
  await page.getByRole('link', { name: 'Invoices', exact: true }).click()
  const row = page.getByRole('row', { name: new RegExp(trade) })
  await row.getByText('73.00 CNY').waitFor()
  await page.getByRole('button', { name: 'Billing details' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Name').fill('王喆堃')
  await form.getByLabel('Address').fill('1 High Street\nBerlin')
  await form.getByLabel('Tax id').fill('DE1')
  await form.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Billing details saved').waitFor()
  const kept = (await site.people.user.get('/api/invoice/details')).body.data
  expect(kept).toEqual({
    ...{ name: '王喆堃', address: '1 High Street\nBerlin', tax_id: 'DE1', email: '' },
  })
  await row.getByRole('link', { name: /^INV-/ }).click()
  await page.getByText('Issued by this site').waitFor()
  await page.getByRole('cell', { name: '68.87 CNY' }).waitFor()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download PDF' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^INV-\d{4}-000001\.pdf$/)
  expect(visit.complaints).toEqual([])
})

test('the address of an invoice opens without an account, and nothing else does', async () => {
  const [{ id, number }] = (await site.people.user.get('/api/invoice/self')).body.data.items
  const { path } = (await site.people.user.get(`/api/invoice/${id}/link`)).body.data
  await using visit = await site.open('nobody', { language: 'en' })
  await visit.goto(path)
  await visit.page.getByRole('heading', { name: `Invoice ${number}` }).waitFor()
  await visit.page.getByText('测试科技有限公司').waitFor()
  const [file] = await Promise.all([
    visit.page.waitForEvent('download'),
    visit.page.getByRole('button', { name: 'Download PDF' }).click(),
  ])
  expect(file.suggestedFilename()).toBe(`${number}.pdf`)
  await visit.goto(`/invoice/${id}`)
  await visit.page.getByText('Log in to see this invoice').waitFor()
  expect(visit.complaints).toEqual([])
})

test('on a phone number and total come first, then the date, however short they are', async () => {
  await using visit = await site.open('admin', { language: 'en', width: 360 })
  const { page } = visit
  await visit.goto('/all-invoices')
  const row = page.getByRole('row', { name: /INV-/ })
  const boxOf = async (text: string | RegExp) => {
    const box = await row.getByText(text, { exact: true }).boundingBox()
    return box ?? { x: 0, y: 0, width: 0, height: 0 }
  }
  const [number, total] = [await boxOf(/^INV-/), await boxOf('73.00 CNY')]
  const day = await boxOf(/^\d{4}-\d\d-\d\d$/)
  const kind = await boxOf('Invoice')
  expect(number.height).toBeLessThan(24)
  expect(Math.abs(number.y - total.y)).toBeLessThan(8)
  expect(total.x).toBeGreaterThan(number.x + number.width)
  expect(day.y).toBeGreaterThan(number.y + 10)
  expect(Math.abs(day.x - number.x)).toBeLessThan(2)
  expect(kind.x).toBeGreaterThan(day.x + day.width)
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360)
})

test('an administrator finds and exports them, and comes to them from an order', async () => {
  await using visit = await site.open('admin', { language: 'en' })
  const { page } = visit
  await visit.goto('/all-invoices')
  await page.getByRole('row', { name: new RegExp(trade) }).waitFor()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('invoices.csv')
  await page.getByLabel('Kind').selectOption('credit_note')
  await page.getByRole('row', { name: new RegExp(trade) }).waitFor({ state: 'detached' })
  await visit.goto(`/order/${trade}`)
  await page.getByRole('link', { name: /^INV-/ }).click()
  await page.getByText('Issued by this site').waitFor()
  expect(visit.complaints).toEqual([])
})

test('the wallet has the statement of the month by model as files', async () => {
  await using visit = await site.open('user', { language: 'en' })
  const { page } = visit
  await visit.goto('/topup')
  for (const [name, ending] of [
    ['Statement (PDF)', '.pdf'],
    ['By model (CSV)', '-models.csv'],
  ] as const) {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(/^statement-\d{4}-\d{2}/)
    expect(file.suggestedFilename()).toEndWith(ending)
  }
  expect(visit.complaints).toEqual([])
})

test('no page and no menu says a word of invoices while they are off', async () => {
  await site.people.root.put('/api/option/', { key: 'InvoicesEnabled', value: 'false' })
  await using visit = await site.open('user', { language: 'en' })
  await visit.goto('/topup')
  await visit.page.getByRole('link', { name: 'Wallet' }).first().waitFor()
  expect(await visit.page.getByRole('link', { name: 'Invoices', exact: true }).count()).toBe(0)
})
