/** The statement of a month, by model, for people and organisations. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { extractText } from 'unpdf'
import type { MonthStatement } from '../../server/domain/invoices/month'
import { monthCsv } from '../../server/domain/invoices/month-csv'
import { type ApiCaller, type ApiOptions, apiClient, NO_LIMITS } from '../support/api'
import { startGateway } from '../support/gateway'
import { TEST_ACTOR } from '../support/seed'
import { fixture, json, startUpstream, type Upstream } from '../support/upstream'
import type { House } from './house'
import { newOrganisation, newPerson } from './organisation-house'

const JUNE_15 = 1_750_000_000_000
const clock = { ms: JUNE_15 }
let upstream: Upstream
let house: House

beforeAll(async () => {
  upstream = await startUpstream(json(JSON.parse(fixture('openai/chat-text.json'))))
  const channels = [{ upstream, models: 'gpt-4o,gpt-4' }]
  const gateway = await startGateway({ env: NO_LIMITS, clock: { nowMs: () => clock.ms }, channels })
  const api = apiClient(gateway)
  const root = await api.as('root')
  house = { gateway, api, root, admin: await api.as('admin'), rootId: root.id }
})
afterAll(async () => {
  await house.gateway[Symbol.asyncDispose]()
  await upstream.stop()
})

async function calls(caller: ApiCaller, models: readonly string[], options: ApiOptions = {}) {
  const input = { name: 'app', unlimited_quota: true }
  const made = await caller.post('/api/token/', input, options)
  const key = `sk-${made.body.data[0].key}`
  for (const model of models) {
    const body = { model, messages: [{ role: 'user', content: 'hello' }] }
    expect((await house.gateway.post('/v1/chat/completions', body, { key })).status).toBe(200)
  }
  await house.gateway.idle()
}

async function month(caller: ApiCaller, name: string, options: ApiOptions = {}) {
  const { body } = await caller.get(`/api/invoice/month?month=${name}`, options)
  return body.data as MonthStatement
}

const sum = (rows: readonly { readonly credits: number }[]) =>
  rows.reduce((total, { credits }) => total + credits, 0)

test('a month adds up from one balance to the other, and the next one begins there', async () => {
  clock.ms = JUNE_15
  const { caller, id } = await newPerson(house, 1_000_000)
  await calls(caller, ['gpt-4o', 'gpt-4', 'gpt-4'])
  clock.ms = Date.UTC(2025, 6, 3)
  const again = await house.api.login((await house.gateway.services.users.show(id)).username)
  await house.gateway.services.users.set(TEST_ACTOR, { id, quota: { add: -1000 } })
  await calls(again, ['gpt-4o'])
  const june = await month(again, '2025-06')
  const july = await month(again, '2025-07')
  expect(june).toMatchObject({ opening: 0, unlisted: 0, closing: july.opening })
  expect(june.booked).toEqual([{ kind: 'grant', count: 1, credits: 1_000_000 }])
  expect(june.models.map(({ model, calls: count }) => [model, count])).toEqual([
    ['gpt-4', 2],
    ['gpt-4o', 1],
  ])
  for (const { opening, closing, booked, models } of [june, july]) {
    expect(opening + sum(booked) + sum(models)).toBe(closing)
  }
  expect(july.closing).toBe((await again.get('/api/user/self')).body.data.quota)
  // The month that is over when none is asked for.
  expect((await again.get('/api/invoice/month')).body.data).toEqual(june)
})

test('CSV and PDF tell the same, a name of a model as a spreadsheet can bear it', async () => {
  clock.ms = JUNE_15
  const { caller, username } = await newPerson(house, 500_000)
  await calls(caller, ['gpt-4o'])
  const statement = await month(caller, '2025-06')
  const [head, opening, granted, model, closing] = monthCsv(statement).split('\r\n')
  expect(head).toBe('month,line,name,count,tokens,credits')
  expect(opening).toBe('2025-06,opening,,,,0')
  expect(granted).toBe('2025-06,booked,grant,1,,500000')
  expect(model).toStartWith('2025-06,model,gpt-4o,1,')
  expect(closing).toBe(`2025-06,closing,,,,${statement.closing}`)
  const evil = { model: '=1+1', calls: 1, tokens: 1, credits: -1 }
  expect(monthCsv({ ...statement, models: [evil] })).toContain(",model,'=1+1,1,1,-1")
  const headers = { cookie: caller.cookie, 'new-api-user': String(caller.id) }
  const address = `${house.gateway.url}/api/invoice/month/pdf?month=2025-06&language=zh`
  const answer = await fetch(address, { headers })
  expect(answer.headers.get('content-disposition')).toContain('statement-2025-06.pdf')
  const pdf = new Uint8Array(await answer.arrayBuffer())
  const { text } = await extractText(pdf, { mergePages: true })
  for (const part of ['月度对账单', '2025-06', username, 'gpt-4o', '期末余额', '$1.00']) {
    expect(text).toContain(part)
  }
})

test('months follow the zone of the site; a future one, or none, is refused', async () => {
  // In Shanghai, 1 July.
  clock.ms = Date.UTC(2025, 5, 30, 17)
  const { caller } = await newPerson(house, 1_000_000)
  await calls(caller, ['gpt-4o'])
  expect((await month(caller, '2025-06')).models).toHaveLength(1)
  const set = { key: 'InvoiceTimeZone', value: 'Asia/Shanghai' }
  await house.gateway.services.options.set(TEST_ACTOR, set)
  expect((await month(caller, '2025-06')).models).toHaveLength(0)
  expect(await month(caller, '2025-07')).toMatchObject({ time_zone: 'Asia/Shanghai', opening: 0 })
  for (const wrong of ['2025-08', '2025-13', 'June', '2025-6']) {
    const { body } = await caller.get(`/api/invoice/month?month=${wrong}`)
    expect(body.code).toBe('value.invalid')
  }
  await house.gateway.services.options.reset(TEST_ACTOR, 'InvoiceTimeZone')
})

test('an organisation has its own, which its members do not see', async () => {
  clock.ms = JUNE_15
  const { id, owner, behalf, join } = await newOrganisation(house, 900_000)
  await calls(owner.caller, ['gpt-4'], behalf)
  const statement = await month(owner.caller, '2025-06', behalf)
  expect(statement.models).toMatchObject([{ model: 'gpt-4', calls: 1 }])
  expect(statement.opening + sum(statement.booked) + sum(statement.models)).toBe(statement.closing)
  expect((await month(owner.caller, '2025-06')).models).toEqual([])
  const details = { name: '集团有限公司', address: '', tax_id: 'CN1', email: '' }
  const [billing, viewer, member] = [
    await join('billing'),
    await join('viewer'),
    await join('member'),
  ]
  const put = async ({ caller }: { caller: ApiCaller }) =>
    (await caller.put('/api/invoice/details', details, behalf)).body.success
  expect([await put(billing), await put(viewer), await put(member)]).toEqual([true, false, false])
  const see = async ({ caller }: { caller: ApiCaller }, path: string) =>
    (await caller.get(path, behalf)).body.success
  for (const path of ['/api/invoice/self', '/api/invoice/details', '/api/invoice/month']) {
    expect([await see(viewer, path), await see(member, path)]).toEqual([true, false])
  }
  expect((await owner.caller.get('/api/invoice/details', behalf)).body.data).toEqual(details)
  expect((await owner.caller.get('/api/invoice/details')).body.data.name).toBe('')
  const of = await house.root.get(`/api/invoice/month/${id}?month=2025-06`)
  expect(of.body.data).toEqual(statement)
  expect((await owner.caller.get(`/api/invoice/month/${id}`)).body.success).toBe(false)
})
