import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { type ApiBody, type ApiCaller, apiClient, NO_LIMITS } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'
import { TEST_ACTOR } from '../support/seed'

const START_MS = 1_750_000_000_000
const START = START_MS / 1000
const HOUR = 3600
const clock = { ms: START_MS }

let gateway: Gateway
let self: ApiCaller
let other: ApiCaller

beforeAll(async () => {
  gateway = await startGateway({ env: NO_LIMITS, clock: { nowMs: () => clock.ms } })
  other = await apiClient(gateway).as('admin')
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
})
let made = 0
beforeEach(async () => {
  clock.ms = START_MS
  made += 1
  const username = `owner-${made}`
  const password = 'correct horse battery'
  await gateway.services.users.create(TEST_ACTOR, { username, password, quota: 1_000_000 })
  self = await apiClient(gateway).login(username)
})

const create = async (body: object = {}): Promise<ApiBody> => {
  const answer = await self.post('/api/token/', { name: 'app', remain_quota: 500, ...body })
  return answer.body.data?.[0] ?? answer.body
}
const code = async (answer: Promise<{ body: ApiBody }>) => (await answer).body.code

describe('creating', () => {
  test('answers the token with its key, which works without a prefix of its own', async () => {
    const token = await create()
    expect(token).toEqual({
      id: token.id,
      user_id: self.id,
      key: expect.stringMatching(/^[A-Za-z0-9]{48}$/),
      status: 1,
      name: 'app',
      created_time: START,
      accessed_time: START,
      expired_time: -1,
      remain_quota: 500,
      unlimited_quota: false,
      model_limits_enabled: false,
      model_limits: '',
      allow_ips: '',
      tags: '',
      frozen_until: 0,
      frozen_reason: '',
      member_id: 0,
      project_id: 0,
      used_quota: 0,
      group: '',
      DeletedAt: null,
    })
    const models = await fetch(`${gateway.url}/v1/models`, {
      headers: { authorization: `Bearer sk-${token.key}` },
    })
    expect(models.status).toBe(200)
  })

  test('a form’s zeros and nulls mean what they say', async () => {
    const token = await create({ expired_time: 0, allow_ips: null, model_limits: '', group: '' })
    expect(token).toMatchObject({ expired_time: -1, allow_ips: '', status: 1 })
  })

  test('a number of them get names with suffixes', async () => {
    const { body } = await self.post('/api/token/', { name: 'batch', count: 3 })
    const names = body.data.map(({ name }: { name: string }) => name)
    expect(names[0]).toBe('batch')
    expect(names[1]).toMatch(/^batch-[A-Za-z0-9]{6}$/)
    expect(new Set(names).size).toBe(3)
  })

  test('wrong values are refused by name', async () => {
    const post = (body: object) => code(self.post('/api/token/', body))
    expect(await post({ name: 'x'.repeat(31) })).toBe('token.name_too_long')
    expect(await post({ remain_quota: -1 })).toBe('token.quota_invalid')
    expect(await post({ remain_quota: 1.5 })).toBe('value.invalid')
    expect(await post({ remain_quota: '500' })).toBe('value.invalid')
    expect(await post({ expired_time: START - 1 })).toBe('token.expiry_invalid')
    expect(await post({ count: 0 })).toBe('token.count_invalid')
    expect(await post({ count: 101 })).toBe('token.count_invalid')
    expect(await post({ allow_ips: '10.0.0.0/8\nhome' })).toBe('token.ip_list_invalid')
    expect(await post({ group: 'nowhere' })).toBe('group.not_found')
    expect(await post({ group: 'svip' })).toBe('group.not_allowed')
  })

  test('thirty characters are thirty, in Chinese too', async () => {
    const name = '令'.repeat(30)
    expect((await create({ name })).name).toBe(name)
  })

  test('nobody makes one for another user', async () => {
    const token = await create({ user_id: other.id, id: 1, used_quota: 99, status: 2 })
    expect(token).toMatchObject({ user_id: self.id, used_quota: 0, status: 1 })
  })
})

describe('the list', () => {
  test('is a bare array from page 0, newest first, with its length beside it', async () => {
    const ids = []
    for (const name of ['one', 'two', 'three']) ids.unshift((await create({ name })).id)
    const { body } = await self.get('/api/token/?p=0&size=2')
    expect(body.data.map(({ id }: { id: number }) => id)).toEqual(ids.slice(0, 2))
    expect(body).toMatchObject({ total: 3, page: 1, page_size: 2 })
    const second = await self.get('/api/token/?p=1&size=2')
    expect(second.body.data.map(({ id }: { id: number }) => id)).toEqual(ids.slice(2))
    expect((await self.get('/api/token/?p=9&size=2')).body.data).toEqual([])
  })

  test('has ten rows when nobody says, and at most a hundred', async () => {
    const sizeOf = async (query: string) => (await self.get(`/api/token/${query}`)).body.page_size
    expect(await sizeOf('')).toBe(10)
    expect(await sizeOf('?p=0&size=0')).toBe(10)
    expect(await sizeOf('?p=-3&size=100000')).toBe(100)
  })

  test('shows only the own ones, to admins as well', async () => {
    const token = await create()
    expect((await other.get('/api/token/')).body.data).toEqual([])
    expect(await code(other.get(`/api/token/${token.id}`))).toBe('token.not_found')
    expect(await code(other.put('/api/token/', { id: token.id, name: 'x' }))).toBe(
      'token.not_found',
    )
    expect(await code(other.delete(`/api/token/${token.id}/`))).toBe('token.not_found')
  })

  test('is searched by name and by part of the key, both if both are given', async () => {
    const [web, cli] = [await create({ name: 'Web 100%' }), await create({ name: 'cli' })]
    const found = async (query: string) => {
      const { body } = await self.get(`/api/token/search?${query}`)
      return body.data.map(({ id }: { id: number }) => id)
    }
    expect(await found('keyword=web&token=')).toEqual([web.id])
    expect(await found('keyword=100%25')).toEqual([web.id])
    expect(await found('keyword=%25')).toEqual([web.id])
    expect(await found(`keyword=&token=sk-${cli.key}`)).toEqual([cli.id])
    expect(await found(`token=${web.key.slice(10, 26)}`)).toEqual([web.id])
    expect(await found(`keyword=cli&token=${web.key.slice(10, 26)}`)).toEqual([])
  })
})

describe('changing', () => {
  test('what is not sent stays', async () => {
    const token = await create({ model_limits: 'gpt-4o', allow_ips: '10.0.0.1' })
    const { body } = await self.put('/api/token/', { id: token.id, name: 'renamed' })
    expect(body.data).toEqual({ ...token, name: 'renamed' })
  })

  test('the whole object comes back unchanged without harm', async () => {
    const token = await create({ expired_time: START + HOUR })
    expect((await self.put('/api/token/', token)).body.data).toEqual(token)
  })

  test('only the status moves with status_only', async () => {
    const token = await create()
    const disabled = await self.put('/api/token/?status_only=true', {
      id: token.id,
      status: 2,
      name: 'ignored',
    })
    expect(disabled.body.data).toEqual({ ...token, status: 2 })
    const full = await self.put('/api/token/', { ...token, status: 1 })
    expect(full.body.data.status).toBe(2)
    const enabled = await self.put('/api/token/?status_only=1', { id: token.id, status: 1 })
    expect(enabled.body.data.status).toBe(1)
    for (const status of [0, 3, 4, 9]) {
      const answer = self.put('/api/token/?status_only=true', { id: token.id, status })
      expect(await code(answer)).toBe('value.invalid')
    }
  })

  test('an expired token is shown as such, stays so, and returns with a later expiry', async () => {
    const token = await create({ expired_time: START + HOUR })
    clock.ms += 2 * HOUR * 1000
    expect((await self.get(`/api/token/${token.id}`)).body.data.status).toBe(3)
    const enable = await self.put('/api/token/?status_only=true', { id: token.id, status: 1 })
    expect(enable.body).toMatchObject({
      code: 'token.cannot_enable_expired',
      message:
        'The token has expired and cannot be enabled; change its expiry or set it to never expire',
    })
    expect(await code(self.put('/api/token/', { ...token, name: 'same' }))).toBe(
      'token.cannot_enable_expired',
    )
    const later = { ...token, status: 3, expired_time: START + 9 * HOUR }
    expect((await self.put('/api/token/', later)).body.data.status).toBe(1)
  })

  test('an exhausted token returns with quota, or without a limit', async () => {
    const token = await create({ remain_quota: 0 })
    expect((await self.get(`/api/token/${token.id}`)).body.data.status).toBe(4)
    const enable = self.put('/api/token/?status_only=true', { id: token.id, status: 1 })
    expect(await code(enable)).toBe('token.cannot_enable_exhausted')
    const filled = await self.put('/api/token/', { id: token.id, remain_quota: 10 })
    expect(filled.body.data).toMatchObject({ status: 1, remain_quota: 10 })
    const free = await create({ remain_quota: 0, unlimited_quota: true })
    expect(free.status).toBe(1)
    expect(await gateway.services.ledger.verify()).toEqual([])
  })

  test('an id is needed', async () => {
    expect(await code(self.put('/api/token/', { name: 'x' }))).toBe('value.invalid')
    expect(await code(self.put('/api/token/', { id: 987_654, name: 'x' }))).toBe('token.not_found')
  })
})

describe('revoking', () => {
  test('is final: the key stops working and the row is gone', async () => {
    const token = await create()
    expect((await self.delete(`/api/token/${token.id}/`)).body).toEqual({
      success: true,
      message: '',
    })
    expect(await code(self.delete(`/api/token/${token.id}`))).toBe('token.not_found')
    expect((await self.get('/api/token/')).body.data).toEqual([])
    const call = await gateway.post('/v1/chat/completions', {}, { key: `sk-${token.key}` })
    expect(call.status).toBe(401)
  })

  test('is on record, and no key is in any record', async () => {
    const token = await create()
    await self.delete(`/api/token/${token.id}`)
    const entries = await gateway.services.audit.list({ target: `token:${token.id}` })
    expect(entries.map(({ action }) => action)).toEqual(['token.revoke', 'token.create'])
    expect(JSON.stringify(entries)).not.toContain(token.key)
  })
})

describe('rotating a key', () => {
  const models = async (key: string) =>
    (await fetch(`${gateway.url}/v1/models`, { headers: { authorization: `Bearer sk-${key}` } }))
      .status

  test('the old key is refused from then on; quota, limits and the rest stay', async () => {
    const token = await create({ remain_quota: 500, allow_ips: '127.0.0.1', model_limits: 'a' })
    expect(await models(token.key)).toBe(200)
    const { data } = (await self.post(`/api/token/${token.id}/rotate`, {})).body
    expect(data).toEqual({ ...token, key: expect.stringMatching(/^[A-Za-z0-9]{48}$/) })
    expect(data.key).not.toBe(token.key)
    expect([await models(token.key), await models(data.key)]).toEqual([401, 200])
    expect((await self.get('/api/token/')).body.data).toEqual([data])
    expect(await gateway.services.ledger.verify()).toEqual([])
  })

  test('neither key is in any record, and an old one is never free again', async () => {
    const token = await create()
    const { data } = (await self.post(`/api/token/${token.id}/rotate`, {})).body
    const entries = await gateway.services.audit.list({ target: `token:${token.id}` })
    expect(entries.map(({ action }) => action)).toEqual(['token.rotate', 'token.create'])
    for (const key of [token.key, data.key]) expect(JSON.stringify(entries)).not.toContain(key)
    const again = { user_id: self.id, key: token.key }
    await expect(gateway.services.tokens.create(TEST_ACTOR, again)).rejects.toThrow('value.invalid')
  })

  test('a token of somebody else, of an admin’s lower users too, does not exist', async () => {
    const token = await create()
    expect(await code(other.post(`/api/token/${token.id}/rotate`, {}))).toBe('token.not_found')
    expect(await code(self.post('/api/token/987654/rotate', {}))).toBe('token.not_found')
    await self.delete(`/api/token/${token.id}`)
    expect(await code(self.post(`/api/token/${token.id}/rotate`, {}))).toBe('token.not_found')
    expect(await models(token.key)).toBe(401)
  })

  test('one that is switched off, exhausted or expired stays what it is', async () => {
    const token = await create({ remain_quota: 0 })
    await self.put('/api/token/?status_only=true', { id: token.id, status: 2 })
    const { data } = (await self.post(`/api/token/${token.id}/rotate`, {})).body
    expect(data.status).toBe(2)
    expect(await models(data.key)).toBe(401)
  })
})
