/** Lists of admins come in the order asked for; equal rows keep one order over all pages. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type ApiCaller, apiClient, NO_LIMITS } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'

let gateway: Gateway
let admin: ApiCaller

beforeAll(async () => {
  gateway = await startGateway({
    env: NO_LIMITS,
    users: [
      { username: 'ann', quota: 10 },
      { username: 'bob', quota: 1000 },
      { username: 'cid', quota: 500 },
    ],
    channels: [
      { name: 'b', priority: 1, weight: 9 },
      { name: 'a', priority: 5, weight: 1 },
    ],
  })
  admin = await apiClient(gateway).as('admin')
  for (const [name, quota] of [
    ['small', 100],
    ['large', 900],
  ] as const) {
    await admin.post('/api/redemption/', { name, quota, count: 1 })
  }
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
})

interface Named {
  readonly name?: string
  readonly username?: string
}

const names = async (path: string): Promise<readonly (string | undefined)[]> => {
  const { data } = (await admin.get(path)).body
  const rows: readonly Named[] = Array.isArray(data) ? data : data.items
  return rows.map(({ name, username }) => name ?? username)
}

test('users by balance', async () => {
  const order = (await names('/api/user/search?sort=quota')).filter((name) =>
    ['ann', 'bob', 'cid'].includes(name ?? ''),
  )
  expect(order).toEqual(['bob', 'cid', 'ann'])
  const first = await names('/api/user/search?sort=username&order=asc&page_size=1')
  const second = await names('/api/user/search?sort=username&order=asc&page_size=1&p=2')
  expect([...first, ...second]).toHaveLength(2)
  expect(first).not.toEqual(second)
})

test('channels by name and by weight, by priority when nothing is said', async () => {
  const path = '/api/channel/search?page_size=10'
  expect(await names(`${path}&sort=name&order=asc`)).toEqual(['a', 'b'])
  expect(await names(`${path}&sort=weight`)).toEqual(['b', 'a'])
  expect(await names(path)).toEqual(['a', 'b'])
})

test('redemption codes by worth', async () => {
  expect(await names('/api/redemption/search?sort=quota')).toEqual(['large', 'small'])
  expect(await names('/api/redemption/search?sort=quota&order=asc')).toEqual(['small', 'large'])
})

test('a column that lists have no order for is refused', async () => {
  expect((await admin.get('/api/user/search?sort=password_hash')).body.success).toBe(false)
})
