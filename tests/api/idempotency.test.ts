/** A request under an idempotency key is carried out once, however often it is sent. */
import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type ApiCaller, apiClient, NO_LIMITS } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'

const DAY_MS = 86_400_000

let nowMs = 1_750_000_000_000
let gateway: Gateway
let root: ApiCaller
let admin: ApiCaller

beforeAll(async () => {
  gateway = await startGateway({
    env: NO_LIMITS,
    clock: { nowMs: () => nowMs, monotonicMs: () => performance.now() },
    users: [{ username: 'ann', quota: 0 }],
  })
  const api = apiClient(gateway)
  root = await api.as('root')
  admin = await api.as('admin')
})
afterAll(async () => await gateway[Symbol.asyncDispose]())

const once = (key: string) => ({ headers: { 'idempotency-key': key } })
const id = () => gateway.userIds[0] ?? 0
const balance = async () => (await root.get(`/api/user/${id()}`)).body.data.quota

test('money is added once, and the answer is the same', async () => {
  const add = { id: id(), add_quota: 500_000 }
  const first = await root.put('/api/user/', add, once('pay-1'))
  const second = await root.put('/api/user/', add, once('pay-1'))
  expect(first.headers.get('idempotent-replayed')).toBeNull()
  expect(second.headers.get('idempotent-replayed')).toBe('true')
  expect(second.body).toEqual(first.body)
  expect(await balance()).toBe(500_000)
  // Without a key each is an order of its own, and so is another key.
  await root.put('/api/user/', add)
  await root.put('/api/user/', add, once('pay-2'))
  expect(await balance()).toBe(1_500_000)
})

test('twice at the same moment, one of them is told so', async () => {
  const before = await balance()
  const add = { id: id(), add_quota: 1000 }
  const both = await Promise.all([1, 2, 3].map(() => root.put('/api/user/', add, once('race'))))
  expect(await balance()).toBe(before + 1000)
  for (const { body } of both) {
    if (!body.success) expect(body.code).toBe('request.repeated')
  }
  expect(both.some(({ body }) => body.success)).toBe(true)
})

test('a new token is made once, and its key is told again; it lies sealed', async () => {
  const make = () => root.post('/api/token/', { name: 'ci' }, once('token-1'))
  const [first, second] = [await make(), await make()]
  expect(second.body.data[0].key).toBe(first.body.data[0].key)
  using database = new Database(`${gateway.dataDir}/gw.db`, { readonly: true })
  const rows = database.query('select request, answer_sealed from idempotency_keys').all()
  expect(JSON.stringify(rows)).not.toContain(first.body.data[0].key)
  expect(JSON.stringify(rows)).not.toContain('"name"')
})

test('a key stands for one request of one person', async () => {
  const other = await root.post('/api/token/', { name: 'other' }, once('token-1'))
  expect(other.body).toMatchObject({ success: false, code: 'value.invalid' })
  expect((await admin.post('/api/token/', { name: 'ci' }, once('token-1'))).body.success).toBe(true)
})

test('what was refused may be sent again', async () => {
  const bad = await root.put('/api/user/', { id: id(), add_quota: -1e15 }, once('again'))
  expect(bad.body.success).toBe(false)
  const before = await balance()
  const good = await root.put('/api/user/', { id: id(), add_quota: 7 }, once('again'))
  expect(good.body.success).toBe(true)
  expect(await balance()).toBe(before + 7)
})

test('whose answer was lost is not carried out again', async () => {
  const add = { id: id(), add_quota: 11 }
  await root.put('/api/user/', add, once('lost'))
  const before = await balance()
  const database = new Database(`${gateway.dataDir}/gw.db`)
  database.run("update idempotency_keys set answer_sealed = '' where key = 'lost'")
  database.close()
  const again = await root.put('/api/user/', add, once('lost'))
  expect(again.body).toMatchObject({ success: false, code: 'request.repeated' })
  expect(await balance()).toBe(before)
})

test('a key is forgotten after a day', async () => {
  using database = new Database(`${gateway.dataDir}/gw.db`, { readonly: true })
  const count = () => database.query('select count(*) as n from idempotency_keys').get()
  await gateway.services.idempotency.purge()
  expect(count()).not.toEqual({ n: 0 })
  nowMs += DAY_MS + 1
  await gateway.services.idempotency.purge()
  expect(count()).toEqual({ n: 0 })
})
