/** Roles of one's own: who has one does what its scopes say, by session and by access token. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { SCOPE_PRESETS, SCOPES } from '../../server/domain/accounts/scopes'
import { scopeOf } from '../../server/domain/api-calls/scope'
import { ENDPOINTS } from '../../server/domain/endpoints'
import type { ApiCaller } from '../support/api'
import { TEST_ACTOR } from '../support/seed'
import { codeOf, type House, newUserOf, openHouse, START_MS } from './house'

const clock = { ms: START_MS }
let house: House

beforeAll(async () => {
  house = await openHouse(clock)
})
afterAll(async () => {
  await house.gateway[Symbol.asyncDispose]()
})

let made = 0

async function newRole(scopes: readonly string[], base = 10): Promise<number> {
  made += 1
  const { body } = await house.root.post('/api/role/', { name: `role-${made}`, base, scopes })
  expect(body.success).toBe(true)
  return body.data.id
}

/** Somebody who has the role. */
async function withRole(scopes: readonly string[]) {
  const id = await newRole(scopes)
  const user = await newUserOf(house)
  const assigned = await house.root.put(`/api/user/${user.id}/role`, { role_id: id })
  expect(assigned.body.success).toBe(true)
  return { ...user, roleId: id, caller: await user.login() }
}

describe('a read-only administrator', () => {
  test('sees all and changes nothing but the own account', async () => {
    const { caller, id } = await withRole(SCOPE_PRESETS['read-only'])
    const paths = ['channel', 'user', 'log', 'audit', 'price', 'option'].map(
      (noun) => `/api/${noun}/`,
    )
    for (const path of paths) {
      expect((await caller.get(path)).body.success).toBe(true)
    }
    expect((await caller.get('/api/user/self')).body.data).toMatchObject({ id, role: 10 })
    const target = await newUserOf(house)
    const refused = [
      caller.put('/api/user/', { id: target.id, quota: 1 }),
      caller.post('/api/user/manage', { id: target.id, action: 'disable' }),
      caller.delete('/api/channel/1'),
      caller.get('/api/channel/test/1'),
      caller.post('/api/token/', { name: 'mine' }),
      caller.post('/api/redemption/', { name: 'x', quota: 1, count: 1 }),
    ]
    for (const answer of refused) expect(await codeOf(answer)).toBe('permission.scope_needed')
    const own = await caller.put('/api/user/self', { display_name: 'Auditor' })
    expect(own.body.success).toBe(true)
  })

  test('makes access tokens that can do no more', async () => {
    const { caller } = await withRole(['channel:read', 'log:read'])
    const body = { name: 'all' }
    const { token } = (await caller.post('/api/access_token/', body)).body.data
    const by = house.api.withAccessToken(caller.id, token)
    expect((await by.get('/api/channel/')).body.success).toBe(true)
    expect(await codeOf(by.get('/api/user/'))).toBe('permission.scope_needed')
    const legacy = (await caller.post('/api/user/token')).body.data
    const byLegacy = house.api.withAccessToken(caller.id, legacy)
    expect(await codeOf(byLegacy.get('/api/user/'))).toBe('permission.scope_needed')
  })
})

describe('a role', () => {
  test('counts at once when it is changed', async () => {
    const { caller, roleId } = await withRole(['channel:read'])
    expect(await codeOf(caller.get('/api/log/'))).toBe('permission.scope_needed')
    const change = { name: `changed-${roleId}`, scopes: ['log:read'] }
    expect((await house.root.put(`/api/role/${roleId}`, change)).body.success).toBe(true)
    expect((await caller.get('/api/log/')).body.success).toBe(true)
    expect(await codeOf(caller.get('/api/channel/'))).toBe('permission.scope_needed')
  })

  test('brings its rank, ends the sign-ins, and is taken away again', async () => {
    const user = await newUserOf(house)
    const before = await user.login()
    const role_id = await newRole(['channel:read'])
    const path = `/api/user/${user.id}/role`
    await house.root.put(path, { role_id })
    expect((await before.get('/api/user/self')).status).toBe(401)
    const now = await user.login()
    expect((await now.get('/api/channel/')).body.success).toBe(true)
    await house.root.put(path, { role_id: 0 })
    const free = await user.login()
    expect((await free.get('/api/log/')).body.success).toBe(true)
    await house.root.post('/api/user/manage', { id: user.id, action: 'demote' })
    const ordinary = await user.login()
    expect(await codeOf(ordinary.get('/api/channel/'))).toBe('permission.denied')
  })

  test('ends with a promotion or demotion, which are the ranks of the specification', async () => {
    const { id, login } = await withRole(['channel:read'])
    await house.root.post('/api/user/manage', { id, action: 'demote' })
    await house.root.post('/api/user/manage', { id, action: 'promote' })
    const full = await login()
    expect((await full.get('/api/log/')).body.success).toBe(true)
    expect((await full.get('/api/user/self')).body.data.role_id).toBe(0)
    const other = await withRole(['channel:read'])
    const { users } = house.gateway.services
    const set = (role: number) => users.set(TEST_ACTOR, { id: other.id, role })
    await set(1)
    await set(10)
    expect((await (await other.login()).get('/api/user/self')).body.data.role_id).toBe(0)
  })

  test('is not removed while somebody has it', async () => {
    const { roleId, id, username } = await withRole(['channel:read'])
    const { body } = await house.root.delete(`/api/role/${roleId}`)
    expect(body).toMatchObject({ success: false, code: 'custom_role.in_use' })
    expect(body.message).toContain(username)
    await house.root.put(`/api/user/${id}/role`, { role_id: 0 })
    expect((await house.root.delete(`/api/role/${roleId}`)).body.success).toBe(true)
    const listed = await house.admin.get('/api/role/')
    expect(listed.body.data.map((role: { id: number }) => role.id)).not.toContain(roleId)
  })

  test('is made by root alone, with scopes that there are', async () => {
    const role = { name: 'mine', base: 10, scopes: ['channel:read'] }
    expect(await codeOf(house.admin.post('/api/role/', role))).toBe('permission.root_needed')
    const create = (facts: object) => codeOf(house.root.post('/api/role/', { ...role, ...facts }))
    expect(await create({ base: 100 })).toBe('user.role_invalid')
    expect(await create({ scopes: ['everything'] })).toBe('access_token.scope_unknown')
    expect(await create({ scopes: [] })).toBe('access_token.scope_missing')
    expect(await create({ name: '' })).toBe('custom_role.name_empty')
    expect(await create({})).toBeUndefined()
    expect(await create({})).toBe('custom_role.name_taken')
    const assign = house.root.put(`/api/user/${house.rootId}/role`, { role_id: 1 })
    expect(await codeOf(assign)).toBe('user.root_protected')
    const unknown = house.root.put(`/api/user/${house.admin.id}/role`, { role_id: 99_999 })
    expect(await codeOf(unknown)).toBe('custom_role.not_found')
  })
})

/** Every call with every scope but its own, and with its own alone. */
describe('the matrix of calls and scopes', () => {
  let withAll: ApiCaller
  const DRASTIC = /^(?:session|user\.self|account|oauth|passkey|second_factor|access_token)/
  const scoped = ENDPOINTS.flatMap((row) => {
    const scope = scopeOf(row)
    const isOwn = scope?.startsWith('account:') === true
    return scope === undefined || isOwn ? [] : [{ row, scope }]
  })
  const callers = new Map<string, ApiCaller>()

  beforeAll(async () => {
    withAll = (await withRole(SCOPES)).caller
    for (const scope of SCOPES) {
      const others = SCOPES.filter((other) => other !== scope)
      callers.set(`all but ${scope}`, (await withRole(others)).caller)
      callers.set(`only ${scope}`, (await withRole([scope])).caller)
    }
  })

  const call = (who: string, { row }: (typeof scoped)[number]) => {
    const path = row.path.replace(/:\w+/g, '0')
    return callers.get(who)?.send(row.method, path, row.method === 'GET' ? undefined : {})
  }

  test('what root alone changes nobody else changes', async () => {
    const writes = scoped.filter(({ row, scope }) => {
      return row.role === 'root' && scope.endsWith(':write')
    })
    expect(writes.length).toBeGreaterThan(10)
    for (const { row } of writes) {
      const path = row.path.replace(/:\w+/g, '0')
      const body = row.method === 'GET' ? undefined : {}
      expect(await codeOf(withAll.send(row.method, path, body))).toBe('permission.root_needed')
    }
  })

  test('has most of the API in it', () => {
    expect(scoped.length).toBeGreaterThan(120)
  })

  for (const each of scoped) {
    const { row, scope } = each
    test(`${row.method} ${row.path} needs ${scope}`, async () => {
      const without = await call(`all but ${scope}`, each)
      const refusal = row.role === 'root' ? 'permission.root_needed' : 'permission.scope_needed'
      expect(without?.body.code).toBe(refusal)
      if (row.method !== 'GET' || DRASTIC.test(row.id)) return
      const withIt = await call(`only ${scope}`, each)
      expect(withIt?.body.code ?? '').not.toStartWith('permission.')
    })
  }

  test('the own account needs none', async () => {
    expect((await withAll.get('/api/user/self')).body.success).toBe(true)
    const only = callers.get('only channel:read')
    expect((await only?.get('/api/user/self'))?.body.success).toBe(true)
  })
})
