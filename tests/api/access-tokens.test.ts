/** Access tokens with a name: what they are limited to, and what they can never do. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { ApiCaller } from '../support/api'
import { codeOf, type House, MINUTE_MS, newUserOf, openHouse, START_MS } from './house'

const clock = { ms: START_MS }
let house: House

beforeAll(async () => {
  house = await openHouse(clock)
})
afterAll(async () => {
  await house.gateway[Symbol.asyncDispose]()
})

let made = 0

async function tokenOf(caller: ApiCaller, facts: object = {}) {
  made += 1
  const { body } = await caller.post('/api/access_token/', { name: `token-${made}`, ...facts })
  expect(body.success).toBe(true)
  return { ...body.data, by: house.api.withAccessToken(caller.id, body.data.token) }
}

const newAdmin = async () => await (await newUserOf(house, { role: 10 })).login()

describe('a named access token', () => {
  test('is shown once, with a prefix and a check of its characters', async () => {
    const caller = await newAdmin()
    const { token, by, ...row } = await tokenOf(caller, { scopes: ['channel:read'] })
    expect(token).toMatch(/^gwat_[0-9A-Za-z]{36}$/)
    expect(row).toMatchObject({ kind: 'named', scopes: ['channel:read'], last_used_at: null })
    const { body } = await caller.get('/api/access_token/')
    expect(body.data).toEqual([row])
    expect(JSON.stringify(body)).not.toContain(token)
    // One character off is not looked up.
    const last = token.endsWith('A') ? 'B' : 'A'
    const wrong = house.api.withAccessToken(caller.id, token.slice(0, -1) + last)
    expect(await codeOf(wrong.get('/api/channel/'))).toBe('access_token.invalid')
  })

  test('does what its scopes say and nothing else', async () => {
    const { by } = await tokenOf(await newAdmin(), { scopes: ['channel:read'] })
    expect((await by.get('/api/channel/')).body.success).toBe(true)
    const { body } = await by.delete('/api/channel/1')
    expect(body).toMatchObject({ code: 'permission.scope_needed' })
    expect(body.message).toContain('channel:write')
    expect(await codeOf(by.get('/api/user/'))).toBe('permission.scope_needed')
    // GETs that change something are writes.
    expect(await codeOf(by.get('/api/channel/test/1'))).toBe('permission.scope_needed')
  })

  test('never does more than its owner may', async () => {
    const user = await (await newUserOf(house)).login()
    const { by } = await tokenOf(user)
    expect((await by.get('/api/token/')).body.success).toBe(true)
    expect(await codeOf(by.get('/api/channel/'))).toBe('permission.denied')
  })

  test('cannot take the account over, whatever its scopes', async () => {
    const { by } = await tokenOf(await newAdmin())
    expect(await codeOf(by.post('/api/access_token/', { name: 'more' }))).toBe(
      'access_token.refused',
    )
    expect(await codeOf(by.post('/api/user/token', {}))).toBe('access_token.refused')
    const change = { password: 'another long password', original_password: 'correct horse battery' }
    expect(await codeOf(by.put('/api/user/self', change))).toBe('access_token.refused')
    expect(await codeOf(by.delete('/api/user/self'))).toBe('access_token.refused')
  })

  test('ends at its time, and at once when it is revoked', async () => {
    const caller = await newAdmin()
    const soon = await tokenOf(caller, { expires_at: clock.ms + 5 * MINUTE_MS })
    const { id, by } = await tokenOf(caller)
    expect((await soon.by.get('/api/channel/')).body.success).toBe(true)
    clock.ms += 6 * MINUTE_MS
    expect(await codeOf(soon.by.get('/api/channel/'))).toBe('access_token.invalid')
    expect((await caller.delete(`/api/access_token/${id}`)).body.success).toBe(true)
    expect(await codeOf(by.get('/api/channel/'))).toBe('access_token.invalid')
    expect(await codeOf(caller.delete(`/api/access_token/${id}`))).toBe('access_token.not_found')
  })

  test('works from its networks alone, and remembers the last address', async () => {
    const caller = await newAdmin()
    const elsewhere = await tokenOf(caller, { networks: '203.0.113.0/24' })
    expect(await codeOf(elsewhere.by.get('/api/channel/'))).toBe('access_token.invalid')
    const here = await tokenOf(caller, { networks: '127.0.0.0/8\n203.0.113.7' })
    expect((await here.by.get('/api/channel/')).body.success).toBe(true)
    const { body } = await caller.get('/api/access_token/')
    const row = body.data.find(({ id }: { id: number }) => id === here.id)
    expect(row).toMatchObject({ last_used_at: clock.ms, last_used_ip: '127.0.0.1' })
  })

  test('is one of several, beside the one without a name', async () => {
    const caller = await newAdmin()
    const system = await caller.post('/api/user/token')
    const [one, two] = [await tokenOf(caller), await tokenOf(caller)]
    await caller.post('/api/user/token')
    const old = house.api.withAccessToken(caller.id, system.body.data)
    expect(await codeOf(old.get('/api/channel/'))).toBe('access_token.invalid')
    for (const { by } of [one, two]) expect((await by.get('/api/channel/')).body.success).toBe(true)
    const { body } = await caller.get('/api/access_token/')
    expect(body.data.map(({ kind }: { kind: string }) => kind).sort()).toEqual([
      'named',
      'named',
      'system',
    ])
  })

  test('ends with a new password', async () => {
    const user = await newUserOf(house)
    const caller = await user.login()
    const { by } = await tokenOf(caller)
    await caller.put('/api/user/self', { password: 'another long password' })
    expect(await codeOf(by.get('/api/token/'))).toBe('access_token.invalid')
  })

  test('is changed by its owner, and taken away by administrators', async () => {
    const caller = await newAdmin()
    const { id, name, by } = await tokenOf(caller, { scopes: ['channel:read'] })
    const path = `/api/access_token/${id}`
    await caller.put(path, { name, scopes: ['log:read'] })
    expect(await codeOf(by.get('/api/channel/'))).toBe('permission.scope_needed')
    expect((await by.get('/api/log/')).body.success).toBe(true)
    const other = await newAdmin()
    expect(await codeOf(other.put(path, { name }))).toBe('access_token.not_found')
    expect(await codeOf(other.delete(path))).toBe('access_token.not_found')
    const byRank = `/api/user/${caller.id}/access_tokens`
    expect(await codeOf(other.get(byRank))).toBe('user.outranked')
    expect((await house.root.get(byRank)).body.data).toMatchObject([{ id, name }])
    expect((await house.root.delete(`${byRank}/${id}`)).body.success).toBe(true)
    expect(await codeOf(by.get('/api/log/'))).toBe('access_token.invalid')
  })

  test('keeps what a change leaves out, its scopes above all', async () => {
    const caller = await newAdmin()
    const { id, by } = await tokenOf(caller, { scopes: ['log:read'], networks: '127.0.0.0/8' })
    await caller.put(`/api/access_token/${id}`, { name: 'renamed' })
    expect(await codeOf(by.get('/api/channel/'))).toBe('permission.scope_needed')
    const { body } = await caller.get('/api/access_token/')
    expect(body.data).toMatchObject([
      { name: 'renamed', scopes: ['log:read'], networks: '127.0.0.0/8' },
    ])
    await caller.put(`/api/access_token/${id}`, { scopes: null })
    expect((await by.get('/api/channel/')).body.success).toBe(true)
  })

  test('is refused where its facts make no sense', async () => {
    const caller = await newAdmin()
    const { name } = await tokenOf(caller)
    const create = (facts: object) => codeOf(caller.post('/api/access_token/', facts))
    expect(await create({ name: ' ' })).toBe('access_token.name_empty')
    expect(await create({ name: 'x'.repeat(51) })).toBe('value.too_long')
    expect(await create({ name })).toBe('access_token.name_taken')
    expect(await create({ name: 'n', scopes: [] })).toBe('access_token.scope_missing')
    expect(await create({ name: 'n', scopes: ['all'] })).toBe('access_token.scope_unknown')
    expect(await create({ name: 'n', expires_at: clock.ms })).toBe('access_token.expiry_invalid')
    expect(await create({ name: 'n', networks: 'here' })).toBe('token.ip_list_invalid')
    expect(await create({ name, replace: true })).toBeUndefined()
    const old = await caller.get('/api/access_token/')
    expect(old.body.data).toHaveLength(1)
  })

  test('needs a recent login to be made', async () => {
    const caller = await newAdmin()
    clock.ms += 16 * MINUTE_MS
    const late = caller.post('/api/access_token/', { name: 'late' })
    expect(await codeOf(late)).toBe('session.confirmation_needed')
  })

  test('takes its scopes from a preset', async () => {
    const { by, scopes } = await tokenOf(await newAdmin(), { preset: 'read-only' })
    expect(scopes).toContain('channel:read')
    expect(scopes.some((scope: string) => scope.endsWith(':write'))).toBe(false)
    expect((await by.get('/api/user/')).body.success).toBe(true)
    expect(await codeOf(by.post('/api/user/', {}))).toBe('permission.scope_needed')
  })
})
