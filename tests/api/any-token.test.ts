/** Tokens of everybody, for admins: found by what they spent, stopped, changed, revoked. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type ApiCaller, apiClient, NO_LIMITS } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'
import { TEST_ACTOR } from '../support/seed'

let gateway: Gateway
let admin: ApiCaller
let root: ApiCaller
const ids: Record<string, number> = {}

const PASSWORD = 'correct horse battery'

beforeAll(async () => {
  gateway = await startGateway({ env: NO_LIMITS })
  const api = apiClient(gateway)
  admin = await api.as('admin')
  root = await api.as('root')
  for (const username of ['ann', 'bob']) {
    const { id } = await gateway.services.users.create(TEST_ACTOR, { username, password: PASSWORD })
    const [token] = await gateway.services.tokens.create(TEST_ACTOR, {
      user_id: id,
      name: `${username}'s app`,
      remain_quota: username === 'ann' ? 500 : 900,
    })
    ids[username] = token?.id ?? 0
  }
  const [token] = await gateway.services.tokens.create(TEST_ACTOR, {
    user_id: root.id,
    name: 'r app',
  })
  ids.root = token?.id ?? 0
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
})

const list = async (query: string) => (await admin.get(`/api/token/all?${query}`)).body

test('a list tells owner and key hint, and never a key', async () => {
  const { data } = await list(`keyword=ann`)
  expect(data.total).toBe(1)
  expect(data.items[0]).toMatchObject({ id: ids.ann, username: 'ann', remain_quota: 500 })
  expect(data.items[0].key_hint).toMatch(/^.{3}\*\*\*.{3}$/)
  expect(data.items[0].key).toBeUndefined()
})

test('a list comes in the order asked for', async () => {
  const names = async (query: string) =>
    (await list(`keyword=app&${query}`)).data.items.map(
      ({ username }: { username: string }) => username,
    )
  expect(await names('sort=remain_quota')).toEqual(['bob', 'ann', 'root'])
  expect(await names('sort=remain_quota&order=asc')).toEqual(['root', 'ann', 'bob'])
  expect(await names('')).toEqual(['root', 'bob', 'ann'])
  expect((await list('sort=key_hash')).success).toBe(false)
})

test('filters narrow by owner, status and group', async () => {
  expect((await list('username=bob')).data.total).toBe(1)
  expect((await list('username=nobody')).data.total).toBe(0)
  expect((await list('status=2')).data.total).toBe(0)
  expect((await list('group=vip')).data.total).toBe(0)
  expect((await list('keyword=app&user_id=0&status=0&group=')).data.total).toBe(3)
})

test("an admin stops somebody's token, and the audit log says who did", async () => {
  const body = { id: ids.bob, status: 2 }
  const answer = await admin.put('/api/token/all?status_only=true', body)
  expect(answer.body.data).toMatchObject({ status: 2, username: 'bob' })
  const [entry] = await gateway.services.audit.list({ target: `token:${ids.bob}` })
  expect(entry).toMatchObject({ action: 'token.set', actor_id: admin.id })
})

test('what the owner may not enter, an admin may not either', async () => {
  const answer = await admin.put('/api/token/all', { id: ids.ann, remain_quota: -1 })
  const own = await root.put('/api/token/', { id: ids.root, remain_quota: -1 })
  expect(answer.body.code).toBe(own.body.code)
  expect(answer.body.success).toBe(false)
})

test('tokens of superiors and equals are out of reach', async () => {
  const body = { id: ids.root, status: 2 }
  const refused = await admin.put('/api/token/all?status_only=true', body)
  expect(refused.body.code).toBe('user.outranked')
  expect((await admin.delete(`/api/token/all/${ids.root}`)).body.code).toBe('user.outranked')
  expect((await root.put('/api/token/all?status_only=true', body)).body.success).toBe(true)
  expect((await admin.delete('/api/token/all/99999')).body.code).toBe('token.not_found')
})

test('a revoked token is gone', async () => {
  expect((await admin.delete(`/api/token/all/${ids.ann}`)).body.success).toBe(true)
  expect((await list('keyword=ann')).data.total).toBe(0)
})
