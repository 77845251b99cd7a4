import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { API_PASSWORD, type ApiCaller, type ApiClient } from '../support/api'
import type { Gateway } from '../support/gateway'
import { TEST_ACTOR } from '../support/seed'
import { codeOf as code, type House, newUserOf, openHouse, START_MS } from './house'

const clock = { ms: START_MS }

let house: House
let gateway: Gateway
let api: ApiClient
let root: ApiCaller
let admin: ApiCaller
let rootId: number

beforeAll(async () => {
  house = await openHouse(clock)
  ;({ gateway, api, root, admin, rootId } = house)
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
})
beforeEach(() => {
  clock.ms = START_MS
})

const newUser = (facts: { role?: number; quota?: number; group?: string } = {}) =>
  newUserOf(house, facts)

describe('the list', () => {
  test('pages from 1, newest first, and tells deregistered users by a time', async () => {
    const user = await newUser()
    await root.delete(`/api/user/${user.id}`)
    const { body } = await admin.get('/api/user/?p=0&page_size=2')
    expect(body.data).toMatchObject({ page: 1, page_size: 2 })
    expect(body.data.items).toHaveLength(2)
    expect(body.data.items[0]).toMatchObject({
      id: user.id,
      DeletedAt: new Date(START_MS).toISOString(),
      password: '',
      access_token: null,
    })
    const second = await admin.get('/api/user/?p=2&page_size=2')
    expect(second.body.data.items[0].id).toBeLessThan(body.data.items[1].id)
  })

  test('a page has ten rows when nobody says, and at most a hundred', async () => {
    const sizeOf = async (query: string) =>
      (await admin.get(`/api/user${query}`)).body.data.page_size
    expect(await sizeOf('')).toBe(10)
    expect(await sizeOf('?page_size=abc')).toBe(10)
    expect(await sizeOf('?page_size=-5')).toBe(10)
    expect(await sizeOf('?page_size=1000000')).toBe(100)
  })

  test('is found by part of a name, by id and by group, with wildcards as letters', async () => {
    const user = await newUser({ group: 'svip' })
    const found = async (query: string) => {
      const { body } = await admin.get(`/api/user/search?page_size=100&${query}`)
      return body.data.items.map(({ id }: { id: number }) => id)
    }
    expect(await found(`keyword=${user.username.toUpperCase()}`)).toEqual([user.id])
    expect(await found(`keyword=${user.id}&group=`)).toContain(user.id)
    expect(await found('keyword=&group=svip')).toContain(user.id)
    expect(await found(`keyword=${user.username}&group=vip`)).toEqual([])
    expect(await found('keyword=%25')).toEqual([])
    expect(await found('keyword=_')).toEqual([])
  })

  test('a status that only an older gateway knew is disabled before it is enabled', async () => {
    const user = await newUser()
    const db = new Database(join(gateway.dataDir, 'gw.db'))
    db.run(`update users set status = 3 where id = ${user.id}`)
    db.close()
    const enable = () => root.post('/api/user/manage', { id: user.id, action: 'enable' })
    expect((await enable()).body).toMatchObject({ success: false, code: 'user.status_unknown' })
    await root.post('/api/user/manage', { id: user.id, action: 'disable' })
    expect((await enable()).body.success).toBe(true)
  })

  test('who has left is found apart from who is banned, and is counted apart', async () => {
    const [banned, left] = [await newUser(), await newUser()]
    await root.post('/api/user/manage', { id: banned.id, action: 'disable' })
    await root.delete(`/api/user/${left.id}`)
    const found = async (query: string) => {
      const { body } = await admin.get(`/api/user/search?page_size=100&${query}`)
      return body.data.items.map(({ id }: { id: number }) => id)
    }
    const ofStatus = await found('status=2')
    expect(ofStatus).toContain(banned.id)
    expect(ofStatus).not.toContain(left.id)
    const gone = await found('deregistered=true')
    expect(gone).toContain(left.id)
    expect(gone).not.toContain(banned.id)
    const { states } = (await admin.get('/api/stats/counts?noun=user')).body.data
    expect(states).toContainEqual({ status: 'deregistered', count: gone.length })
    expect(states).toContainEqual({ status: 2, count: ofStatus.length })
  })

  test('is narrowed to a role', async () => {
    const { body } = await admin.get('/api/user/search?role=100')
    expect(body.data.items.map(({ id }: { id: number }) => id)).toEqual([rootId])
  })
})

describe('adding to a balance', () => {
  const quotaOf = async (id: number) => (await root.get(`/api/user/${id}`)).body.data.quota

  test('adds to whatever it is, also less than nothing, but not below zero', async () => {
    const { id } = await newUser({ quota: 100 })
    await admin.put('/api/user/', { id, add_quota: 50 })
    await admin.put('/api/user/', { id, add_quota: -30 })
    expect(await quotaOf(id)).toBe(120)
    expect(await code(admin.put('/api/user/', { id, add_quota: 2 ** 53 }))).toBeString()
    expect(await quotaOf(id)).toBe(120)
  })

  test('does not go together with a new balance', async () => {
    const { id } = await newUser({ quota: 100 })
    const { body } = await admin.put('/api/user/', { id, quota: 5, add_quota: 50 })
    expect(body).toMatchObject({ success: false, code: 'value.invalid' })
    expect(await quotaOf(id)).toBe(100)
  })
})

test('signing somebody out ends every session of the user, and nothing else', async () => {
  const user = await newUser()
  const { username } = user
  const session = await api.login(username, API_PASSWORD)
  expect((await session.get('/api/user/self')).status).toBe(200)
  const { body } = await admin.post('/api/user/manage', { id: user.id, action: 'sign_out' })
  expect(body.data).toEqual({ role: 1, status: 1 })
  expect((await session.get('/api/user/self')).status).toBe(401)
})

describe('the hierarchy', () => {
  test('an admin neither sees nor touches admins and root', async () => {
    const peer = await newUser({ role: 10 })
    for (const id of [peer.id, rootId]) {
      expect(await code(admin.get(`/api/user/${id}`))).toBe('user.outranked')
      expect(await code(admin.put('/api/user/', { id, display_name: 'x' }))).toBe('user.outranked')
      expect(await code(admin.delete(`/api/user/${id}`))).toBe('user.outranked')
      expect(await code(admin.get(`/api/user/${id}/statement`))).toBe('user.outranked')
      for (const action of ['promote', 'demote', 'enable', 'disable', 'sign_out', 'delete']) {
        const answer = admin.post('/api/user/manage', { id, action })
        expect(await code(answer)).toBe('user.outranked')
      }
    }
  })

  test('an admin cannot promote, nor create above, nor lift a level by editing', async () => {
    const user = await newUser()
    const promote = await admin.post('/api/user/manage', { id: user.id, action: 'promote' })
    expect(promote.body).toMatchObject({
      success: false,
      code: 'user.promotion_needs_root',
      message: 'An administrator cannot promote other users to administrator',
    })
    const above = { username: 'above', password: API_PASSWORD, role: 10 }
    expect(await code(admin.post('/api/user/', above))).toBe('user.outranked')
    expect(await code(admin.put('/api/user/', { id: user.id, role: 10 }))).toBe('user.outranked')
    const made = await root.post('/api/user/', above)
    expect(made.body).toMatchObject({ success: true, data: { role: 10 } })
    const odd = { ...above, username: 'odd', role: 50 }
    expect(await code(root.post('/api/user/', odd))).toBe('user.role_invalid')
  })

  test('root can be neither disabled, deleted nor demoted, but edits its own quota', async () => {
    for (const action of ['demote', 'disable', 'delete']) {
      const { body } = await root.post('/api/user/manage', { id: rootId, action })
      expect(body.code).toBe('user.root_protected')
    }
    expect(await code(root.delete(`/api/user/${rootId}`))).toBe('user.root_protected')
    const { data } = (await root.get(`/api/user/${rootId}`)).body
    const edit = await root.put('/api/user/', { ...data, quota: data.quota + 5 })
    expect(edit.body.data.quota).toBe(data.quota + 5)
  })

  test('promoting and demoting answer the new role and end the sessions', async () => {
    const user = await newUser()
    const manage = async (action: string) =>
      (await root.post('/api/user/manage', { id: user.id, action })).body
    const before = await user.login()
    expect(await manage('promote')).toMatchObject({ success: true, data: { role: 10, status: 1 } })
    expect((await before.get('/api/user/self')).status).toBe(401)
    expect((await manage('promote')).code).toBe('user.already_admin')
    const asAdmin = await user.login()
    expect((await asAdmin.get('/api/user/')).body.success).toBe(true)
    expect((await manage('demote')).data).toEqual({ role: 1, status: 1 })
    expect((await asAdmin.get('/api/user/')).status).toBe(401)
    expect((await manage('demote')).code).toBe('user.already_ordinary')
  })

  test('disabling, enabling and deleting answer the state', async () => {
    const user = await newUser()
    const manage = async (action: string) =>
      (await admin.post('/api/user/manage', { id: user.id, action })).body
    expect((await manage('disable')).data).toEqual({ role: 1, status: 2 })
    expect((await manage('enable')).data).toEqual({ role: 1, status: 1 })
    expect((await manage('delete')).data).toEqual({ role: 1, status: 2 })
    expect((await manage('enable')).code).toBe('user.not_found')
    expect((await manage('toString')).code).toBe('user.action_unknown')
  })
})

describe('creating', () => {
  test('makes an ordinary user with the quota of new users', async () => {
    await gateway.services.options.set(TEST_ACTOR, { key: 'QuotaForNewUser', value: '777' })
    const wish = { username: 'fresh', password: API_PASSWORD, quota: 9_000_000, group: 'vip' }
    const { body } = await admin.post('/api/user/', wish)
    await gateway.services.options.set(TEST_ACTOR, { key: 'QuotaForNewUser', value: '0' })
    expect(body.data).toMatchObject({
      username: 'fresh',
      display_name: 'fresh',
      role: 1,
      group: 'default',
      quota: 777,
    })
    await api.login('fresh')
  })

  test('wants a name and a password', async () => {
    const create = (body: object) => code(admin.post('/api/user/', body))
    const empty = 'user.name_or_password_empty'
    expect(await create({ username: ' ', password: API_PASSWORD })).toBe(empty)
    expect(await create({ username: 'nopassword', password: '' })).toBe(empty)
    expect(await create({ username: 'short', password: 'short' })).toBe('user.password_too_short')
    expect(await create({ username: 'root', password: API_PASSWORD })).toBe('user.name_taken')
    const { body } = await admin.post('/api/user/', { username: 'x' })
    expect(body.message).toBe('Invalid password: it is missing')
  })
})

describe('editing', () => {
  test('what is not sent stays', async () => {
    const user = await newUser({ group: 'vip', quota: 50 })
    await admin.put('/api/user/', { id: user.id, display_name: 'New' })
    const { body } = await admin.get(`/api/user/${user.id}`)
    expect(body.data).toMatchObject({
      username: user.username,
      display_name: 'New',
      group: 'vip',
      quota: 50,
    })
  })

  test('the whole object comes back without harm, and unknown fields are ignored', async () => {
    const user = await newUser()
    const { data } = (await admin.get(`/api/user/${user.id}`)).body
    const sent = { ...data, status: 2, email: 'x@example.com', aff_quota: 5, github_id: 'x' }
    expect((await admin.put('/api/user/', sent)).body.success).toBe(true)
    expect((await admin.get(`/api/user/${user.id}`)).body.data).toEqual(data)
  })

  test('a quota moves by the ledger, with a log row of type 3', async () => {
    const user = await newUser({ quota: 100 })
    const { body } = await admin.put('/api/user/', { id: user.id, quota: 350, expected_quota: 100 })
    expect(body.data.quota).toBe(350)
    expect(await gateway.services.ledger.verify()).toEqual([])
    const { items } = await gateway.services.logs.list({ userId: user.id, type: 3 })
    expect(items).toHaveLength(1)
  })

  test('a quota that has moved since it was read is not overwritten', async () => {
    const user = await newUser({ quota: 100 })
    const stale = admin.put('/api/user/', { id: user.id, quota: 350, expected_quota: 99 })
    expect(await code(stale)).toBe('value.invalid')
    expect(await code(admin.put('/api/user/', { id: user.id, quota: -1 }))).toBe(
      'user.quota_invalid',
    )
    expect((await admin.get(`/api/user/${user.id}`)).body.data.quota).toBe(100)
  })

  test('a password set by an admin works at once and ends the sessions', async () => {
    const user = await newUser()
    const self = await user.login()
    await admin.put('/api/user/', { id: user.id, password: 'set by the admin' })
    expect((await self.get('/api/user/self')).status).toBe(401)
    await api.login(user.username, 'set by the admin')
  })

  test('unknown users and groups are refused', async () => {
    const user = await newUser()
    expect(await code(admin.put('/api/user/', { id: 999_999 }))).toBe('user.not_found')
    const noGroup = admin.put('/api/user/', { id: user.id, group: 'nowhere' })
    expect(await code(noGroup)).toBe('group.not_found')
    expect(await code(admin.get('/api/user/999999'))).toBe('user.not_found')
    expect(await code(admin.get('/api/user/abc'))).toBe('value.invalid')
  })

  test('every change is on record, with secrets masked', async () => {
    const user = await newUser()
    await admin.put('/api/user/', { id: user.id, password: 'set by the admin', group: 'vip' })
    const [entry] = await gateway.services.audit.list({ target: `user:${user.id}` })
    expect(entry).toMatchObject({ action: 'user.set', actor_id: admin.id, ip: '127.0.0.1' })
    expect(JSON.parse(entry?.after ?? '')).toEqual({ group: 'vip', password: '***' })
  })
})

test('a deregistered user’s name stays taken and the row says when it left', async () => {
  const user = await newUser()
  const answer = await admin.delete(`/api/user/${user.id}/`)
  expect(answer.body).toEqual({ success: true, message: '' })
  const again = { username: user.username, password: API_PASSWORD }
  expect(await code(admin.post('/api/user/', again))).toBe('user.name_taken')
  expect(await code(admin.delete(`/api/user/${user.id}`))).toBe('user.not_found')
})
