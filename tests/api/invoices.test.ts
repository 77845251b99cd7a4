/** Invoices and credit notes: issued with the money of an order, and never twice. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { createHmac } from 'node:crypto'
import { extractText } from 'unpdf'
import { type ApiCaller, type ApiClient, apiClient, NO_LIMITS } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'
import { TEST_ACTOR } from '../support/seed'

const SECRET = 'shared with the other service'
/** 2025-06-15. */
const START_MS = 1_750_000_000_000
const clock = { ms: START_MS }

/** Says of every order that it is paid, and that nothing has gone back. */
const service = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch: (request) => {
    const order = new URL(request.url).searchParams.get('order')
    return Response.json({ ...PAID, order, payment: `coin-${order}` })
  },
})
const PAID = { status: 'paid', amount: '10.50', currency: 'EUR', refunded: '0.00' }

let gateway: Gateway
let client: ApiClient
let admin: ApiCaller
let root: ApiCaller
/** A new one for every test. */
let user: ApiCaller

const set = async (key: string, value: string) =>
  await gateway.services.options.set(TEST_ACTOR, { key, value })

const SELLER = {
  InvoiceSellerName: '测试科技有限公司',
  InvoiceSellerAddress: '1 Low Street\n10115 Berlin',
  InvoiceSellerTaxId: 'DE987654321',
  InvoiceNote: '谢谢惠顾',
  InvoiceTaxName: 'MwSt',
  InvoiceTaxRate: '1900',
  InvoicesEnabled: 'true',
}

beforeAll(async () => {
  gateway = await startGateway({ env: NO_LIMITS, clock: { nowMs: () => clock.ms } })
  const payment = {
    OtherPaymentUrl: 'https://coins.example/pay?o={order}&sum={amount}',
    OtherPaymentSecret: SECRET,
    OtherPaymentStateUrl: `http://127.0.0.1:${service.port}/state?order={order}`,
    OtherPaymentCurrency: 'EUR',
    OtherPaymentUnitPrice: '1.05',
    ServerAddress: 'https://gw.example',
  }
  for (const [key, value] of Object.entries({ ...payment, ...SELLER })) await set(key, value)
  client = apiClient(gateway)
  admin = await client.as('admin')
  root = await client.as('root')
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await service.stop(true)
})
beforeEach(async () => {
  clock.ms = START_MS
  user = await client.as('user')
})

const order = async (payer = user): Promise<string> =>
  (await payer.post('/api/user/pay', { amount: 10, payment_method: 'webhook' })).body.trade_no

async function deliver(trade: string, refunded = '0.00'): Promise<number> {
  const body = JSON.stringify({ ...PAID, order: trade, payment: `coin-${trade}`, refunded })
  const at = String(Math.floor(clock.ms / 1000))
  const signature = createHmac('sha256', SECRET).update(`${at}.${body}`).digest('hex')
  const headers = { 'x-webhook-timestamp': at, 'x-webhook-signature': signature }
  const address = `${gateway.url}/api/payment/webhook/notice`
  return (await fetch(address, { method: 'POST', headers, body })).status
}

async function paid(payer = user): Promise<string> {
  const trade = await order(payer)
  expect(await deliver(trade)).toBe(200)
  return trade
}

const own = async (caller = user) => (await caller.get('/api/invoice/self')).body.data.items
const ofOrder = async (trade: string) =>
  (await admin.get(`/api/invoice/?trade_no=${trade}&sort=issued_at&order=asc`)).body.data.items

async function textOf(bytes: ArrayBuffer): Promise<string> {
  return (await extractText(new Uint8Array(bytes), { mergePages: true })).text
}

async function download(caller: ApiCaller, path: string): Promise<Response> {
  const headers = { cookie: caller.cookie, 'new-api-user': String(caller.id) }
  return await fetch(`${gateway.url}${path}`, { headers })
}

test('a paid order has one invoice, with the tax that its price contains', async () => {
  const trade = await order()
  expect(await own()).toEqual([])
  const sent = await Promise.all(Array.from({ length: 8 }, () => deliver(trade)))
  expect(new Set(sent)).toEqual(new Set([200]))
  const items = await own()
  expect(items).toHaveLength(1)
  // 1050 / 1.19 = 882.35…
  expect(items[0]).toMatchObject({
    ...{ kind: 'invoice', trade_no: trade, currency: 'EUR', day: '2025-06-15', refers_to: '' },
    ...{ total_cents: 1050, net_cents: 882, tax_cents: 168, tax_rate: 1900, tax_name: 'MwSt' },
  })
  expect(items[0].number).toMatch(/^INV-2025-\d{6}$/)
  const { data } = (await user.get(`/api/invoice/${items[0].id}`)).body
  expect(data.seller).toMatchObject({ name: '测试科技有限公司', tax_id: 'DE987654321' })
  expect(data.lines).toEqual([
    {
      ...{ kind: 'credits', name: '', credits: 5_000_000 },
      ...{ quantity: 1, unit_cents: 1050, amount_cents: 1050 },
    },
  ])
})

test('numbers have no gap and none is given twice, whatever is paid at once', async () => {
  const trades = await Promise.all(Array.from({ length: 12 }, () => order()))
  const sent = await Promise.all(trades.flatMap((trade) => [deliver(trade), deliver(trade)]))
  expect(new Set(sent)).toEqual(new Set([200]))
  const { data } = (await admin.get('/api/invoice/?page_size=100')).body
  const numbers: number[] = data.items
    .filter(({ kind }: { kind: string }) => kind !== 'credit_note')
    .map(({ number }: { number: string }) => Number(number.split('-')[2]))
    .toSorted((a: number, b: number) => a - b)
  expect(numbers).toEqual(numbers.map((_: number, index: number) => index + 1))
})

test('refunds in parts are credit notes that add up', async () => {
  const trade = await paid()
  await deliver(trade, '3.33')
  await deliver(trade, '3.33')
  await deliver(trade, '10.50')
  const [invoice, first, second] = await ofOrder(trade)
  expect(first).toMatchObject({ kind: 'credit_note', refers_to: invoice.number })
  expect([first.total_cents, second.total_cents]).toEqual([-333, -717])
  expect(first.number).toMatch(/^CN-2025-\d{6}$/)
  // 717 / 1.19 = 602.52…: 717 - 603 = 114 of tax is left after the first.
  expect([first.tax_cents, second.tax_cents]).toEqual([114 - 168, -114])
  const sum = (field: string) =>
    [invoice, first, second].reduce((total, row) => total + row[field], 0)
  expect(['total_cents', 'net_cents', 'tax_cents'].map(sum)).toEqual([0, 0, 0])
  expect(await gateway.services.ledger.verify()).toEqual([])
})

test('a refund is corrected by an invoice that names its credit note', async () => {
  const trade = await paid()
  await deliver(trade, '4.00')
  // The bank sent the refund back: the service says so when it is asked.
  for (const _ of [1, 2]) {
    expect((await admin.post(`/api/order/${trade}/ask`)).body.data.refunded_cents).toBe(0)
  }
  expect(await ofOrder(trade)).toHaveLength(3)
  const [invoice, note, correction] = await ofOrder(trade)
  expect(correction).toMatchObject({
    ...{ kind: 'correction', refers_to: note.number, total_cents: 400 },
    ...{ tax_cents: -note.tax_cents, net_cents: -note.net_cents },
  })
  expect(correction.number.slice(0, 8)).toBe(invoice.number.slice(0, 8))
})

test('the buyer is frozen; what is switched off or came before has no papers', async () => {
  const details = {
    ...{ name: '王喆堃 & Łukasz GmbH', address: '5 High Street\nParis', tax_id: 'FR1' },
    email: 'books@example.com',
  }
  expect((await user.put('/api/invoice/details', details)).body.data).toEqual(details)
  const trade = await paid()
  await user.put('/api/invoice/details', { ...details, name: 'Another' })
  await set('InvoiceSellerTaxId', 'DE1')
  await set('InvoiceTaxRate', '700')
  await set('InvoicesEnabled', 'false')
  await deliver(trade, '1.00')
  const unpapered = await paid()
  await deliver(unpapered, '1.00')
  expect(await ofOrder(unpapered)).toEqual([])
  const [invoice, note] = await ofOrder(trade)
  // An invoice that was issued is corrected all the same.
  expect(note).toMatchObject({ kind: 'credit_note', tax_rate: 1900, total_cents: -100 })
  for (const [key, value] of Object.entries(SELLER)) await set(key, value)
  for (const { id } of [invoice, note]) {
    const { data } = (await user.get(`/api/invoice/${id}`)).body
    expect(data.buyer).toEqual(details)
    expect(data.seller.tax_id).toBe('DE987654321')
  }
})

test('billing details are checked', async () => {
  const empty = { name: '', address: '', tax_id: '', email: '' }
  const refused = async (change: object) =>
    (await user.put('/api/invoice/details', { ...empty, ...change })).body.code
  expect(await refused({ email: 'nobody' })).toBe('user.email_invalid')
  expect(await refused({ name: 'a\u202eb' })).toBe('value.invalid')
  expect((await user.get('/api/invoice/details')).body.data).toEqual(empty)
  await paid()
  const [invoice] = await own()
  expect(invoice.buyer_name).toBe((await gateway.services.users.show(user.id)).username)
})

test('nobody sees the invoices of others, and no administrator is needed for the own', async () => {
  await paid()
  const [{ id }] = await own()
  const other = await client.as('user')
  expect(await own(other)).toEqual([])
  expect((await other.get(`/api/invoice/${id}`)).body.code).toBe('invoice.not_found')
  expect((await other.get(`/api/invoice/${id}/pdf`)).body.code).toBe('invoice.not_found')
  expect((await other.get(`/api/invoice/${id}/link`)).body.code).toBe('invoice.not_found')
  expect((await other.get('/api/invoice/')).body.code).toBe('permission.denied')
  expect((await other.get('/api/invoice/export')).body.code).toBe('permission.denied')
  expect((await admin.get(`/api/invoice/${id}`)).body.data.id).toBe(id)
})

test('the PDF tells number, sums and names in both scripts', async () => {
  const name = '王喆堃 & Łukasz Žižka'
  await user.put('/api/invoice/details', { name, address: 'Жуков 5', tax_id: 'X', email: '' })
  await paid()
  const [{ id, number }] = await own()
  const answer = await download(user, `/api/invoice/${id}/pdf?language=zh`)
  expect(answer.headers.get('content-type')).toBe('application/pdf')
  expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${number}.pdf"`)
  const text = await textOf(await answer.arrayBuffer())
  for (const part of [number, name, 'Жуков 5', '测试科技有限公司', '10.50 EUR', '8.82 EUR']) {
    expect(text).toContain(part)
  }
  expect(text).toContain('MwSt 19%')
  expect(text).toContain('谢谢惠顾')
  const english = await download(user, `/api/invoice/${id}/pdf?language=en`)
  expect(await textOf(await english.arrayBuffer())).toContain('Tax id: DE987654321')
})

test('a signed address checks it without an account; a wrong one is not found', async () => {
  await paid()
  const [{ id, number }] = await own()
  const { path } = (await user.get(`/api/invoice/${id}/link`)).body.data
  const { pathname, searchParams } = new URL(path, gateway.url)
  expect(pathname).toBe(`/invoice/${id}`)
  const signed = async (query: URLSearchParams, of = id, ending = '') =>
    await fetch(`${gateway.url}/api/invoice/${of}/signed${ending}?${query}`)
  const body = await (await signed(searchParams)).json()
  expect(body.data).toMatchObject({ number, user_id: 0, username: '' })
  const pdf = await signed(searchParams, id, '/pdf')
  expect(await textOf(await pdf.arrayBuffer())).toContain(number)
  const forged = new URLSearchParams(searchParams)
  forged.set('until', String(Number(searchParams.get('until')) + 1))
  expect((await signed(forged)).status).toBe(404)
  expect((await signed(searchParams, id - 1)).status).toBe(404)
  clock.ms += 3654 * 86_400_000
  expect((await signed(searchParams)).status).toBe(404)
  clock.ms = START_MS
  // What somebody takes back of what they shared ends with the rest.
  await gateway.services.users.disable(TEST_ACTOR, user.id)
  expect((await signed(searchParams)).status).toBe(404)
})

test('the export has whole amounts, and no cell that a spreadsheet runs', async () => {
  const name = '=HYPERLINK("https://evil.example")'
  await user.put('/api/invoice/details', { name, address: '', tax_id: '+1', email: '' })
  const trade = await paid()
  await deliver(trade, '0.05')
  const answer = await download(admin, `/api/invoice/export?user_id=${user.id}`)
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  const [head, invoice, note, ...rest] = (await answer.text()).trim().split('\r\n')
  expect(head).toContain('day,kind,number,refers_to,order,user_id,username,buyer,tax_id,currency')
  expect(rest).toEqual([])
  expect(invoice).toContain(
    `"'=HYPERLINK(""https://evil.example"")",'+1,EUR,8.82,MwSt,19,1.68,10.5,`,
  )
  expect(note).toContain(',credit_note,CN-2025-')
  expect(note).toContain(',-0.05,')
})

test('numbers are written as root wishes, begin anew each year, and never look alike', async () => {
  const refused = async (key: string, value: string) =>
    (await root.put('/api/option/', { key, value })).body.code
  expect(await refused('InvoiceNumberFormat', 'R{number}')).toBe('option.invalid')
  expect(await refused('InvoiceNumberFormat', 'CN-{year}-{number}')).toBe('option.invalid')
  expect(await refused('CreditNoteNumberFormat', 'INV-{year}-{number}')).toBe('option.invalid')
  expect(await refused('InvoiceSellerName', '')).toBe('option.needs')
  await set('InvoiceNumberFormat', 'R{year}/{number}')
  await set('CreditNoteNumberFormat', 'G{year}/{number}')
  await set('InvoiceTimeZone', 'Asia/Shanghai')
  // 2026-12-31 20:00 UTC is 2027 in Shanghai.
  clock.ms = Date.UTC(2026, 11, 31, 20)
  user = await client.as('user')
  admin = await client.as('admin')
  const trade = await paid()
  await deliver(trade, '1.00')
  const issued = await ofOrder(trade)
  expect(issued.map(({ number }: { number: string }) => number)).toEqual([
    'R2027/000001',
    'G2027/000001',
  ])
  expect(issued[0].day).toBe('2027-01-01')
  for (const key of ['InvoiceNumberFormat', 'CreditNoteNumberFormat', 'InvoiceTimeZone']) {
    await gateway.services.options.reset(TEST_ACTOR, key)
  }
})
