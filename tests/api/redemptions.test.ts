import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type ApiCaller, apiClient, NO_LIMITS } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'

let gateway: Gateway
let admin: ApiCaller
let user: ApiCaller

beforeAll(async () => {
  gateway = await startGateway({ env: NO_LIMITS })
  const api = apiClient(gateway)
  admin = await api.as('admin')
  user = await api.as('user')
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
})

const make = async (body: object = {}) =>
  (await admin.post('/api/redemption/', { name: 'gift', quota: 500, count: 1, ...body })).body
const newest = async () => (await admin.get('/api/redemption/?p=1&page_size=1')).body.data.items[0]
const redeem = async (key: unknown, headers = {}) =>
  (await user.post('/api/user/topup', { key }, { headers })).body

test('making codes answers them; the list shows them whole, newest first', async () => {
  const { success, message, data } = await make({ name: '$1.00', count: 3 })
  expect([success, message]).toEqual([true, ''])
  expect(data).toHaveLength(3)
  const { body } = await admin.get('/api/redemption/?p=0&page_size=2')
  expect(body.data).toMatchObject({ page: 1, page_size: 2, total: expect.any(Number) })
  expect(body.data.items.map((row: { key: string }) => row.key)).toEqual([data[2], data[1]])
  expect(body.data.items[0]).toEqual({
    id: expect.any(Number),
    user_id: admin.id,
    key: data[2],
    status: 1,
    name: '$1.00',
    quota: 500,
    plan_id: 0,
    plan_name: '',
    created_time: expect.any(Number),
    redeemed_time: 0,
    count: 0,
    used_user_id: 0,
    used_username: '',
    DeletedAt: null,
  })
})

test('a code that is made without a name is called what it is worth', async () => {
  await make({ name: '', quota: 1_250_000 })
  expect((await newest()).name).toBe('$2.50')
})

test('p=0 and p=1 are both the first page, and pages hold 100 rows at most', async () => {
  const first = (await admin.get('/api/redemption?p=1')).body.data
  expect((await admin.get('/api/redemption?p=0')).body.data).toEqual(first)
  expect((await admin.get('/api/redemption/?page_size=5000')).body.data.page_size).toBe(100)
})

test.each([
  [{ name: 'x'.repeat(21) }, 'redemption.name_invalid'],
  [{ quota: 0 }, 'redemption.quota_invalid'],
  [{ quota: 1.5 }, 'value.invalid'],
  [{ count: 101 }, 'redemption.count_invalid'],
])('%j is refused with HTTP 200', async (body, code) => {
  const answer = await admin.post('/api/redemption/', { name: 'x', quota: 5, count: 1, ...body })
  expect(answer.status).toBe(200)
  expect(answer.body).toMatchObject({ success: false, code, message: expect.any(String) })
})

test('a redeemed code is final, and says so in both languages', async () => {
  const [key] = (await make()).data
  expect(await redeem(key)).toEqual({ success: true, message: '', data: 500 })
  expect(await redeem(key, { 'accept-language': 'zh' })).toEqual({
    success: false,
    code: 'redemption.used',
    message: '兑换失败，该兑换码已被使用',
  })
  expect((await redeem(key)).message).toContain('used')
  const row = await newest()
  expect(row).toMatchObject({ status: 3, used_user_id: user.id })
  const enable = await admin.put('/api/redemption/?status_only=true', { ...row, status: 1 })
  expect(enable.body).toMatchObject({ success: false, code: 'redemption.used_is_final' })
  expect((await newest()).status).toBe(3)
})

test.each([
  ['', 'redemption.code_empty'],
  [null, 'redemption.code_empty'],
  [undefined, 'redemption.code_empty'],
  ['nonsense', 'redemption.code_unknown'],
  [12, 'value.invalid'],
])('redeeming %p is refused', async (key, code) => {
  expect(await redeem(key)).toMatchObject({ success: false, code })
})

test('status_only touches the status alone; the whole row leaves the status alone', async () => {
  await make()
  const row = await newest()
  const off = await admin.put('/api/redemption/?status_only=true', { ...row, name: 'x', status: 2 })
  expect(off.body.data).toMatchObject({ status: 2, name: 'gift' })
  expect((await redeem(row.key)).code).toBe('redemption.disabled')
  const edit = await admin.put('/api/redemption/', { ...row, name: 'new', quota: 7, status: 1 })
  expect(edit.body.data).toMatchObject({ status: 2, name: 'new', quota: 7 })
})

test('one code, its deletion with a last slash, and the search', async () => {
  await make({ name: '100% yours' })
  const { id, key } = await newest()
  expect((await admin.get(`/api/redemption/${id}`)).body.data.key).toBe(key)
  const search = async (keyword: string) =>
    (await admin.get(`/api/redemption/search?p=1&keyword=${encodeURIComponent(keyword)}`)).body.data
  expect((await search('100%')).items).toHaveLength(1)
  expect((await search('%')).items).toHaveLength(0)
  expect((await search(String(id))).items).toMatchObject([{ id }])
  expect((await admin.delete(`/api/redemption/${id}/`)).body).toEqual({
    success: true,
    message: '',
  })
  expect((await admin.get(`/api/redemption/${id}`)).body.code).toBe('redemption.not_found')
})

test('users do not see codes', async () => {
  for (const path of ['/api/redemption/', '/api/redemption/search', '/api/redemption/1']) {
    expect((await user.get(path)).body.code).toBe('permission.denied')
  }
  expect((await user.post('/api/redemption/', { name: 'x' })).body.code).toBe('permission.denied')
})
