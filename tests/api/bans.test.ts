/** Users whom an operator keeps out: why and until when is told, and a ban that is over ends. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { codeOf, type House, newUserOf, openHouse, START_MS } from './house'

const clock = { ms: START_MS }
let house: House

beforeAll(async () => {
  house = await openHouse(clock)
})
afterAll(async () => {
  await house.gateway[Symbol.asyncDispose]()
})

const seconds = () => Math.floor(clock.ms / 1000)

async function withKey() {
  const user = await newUserOf(house)
  const caller = await user.login()
  const token = { name: 'app', unlimited_quota: true }
  const [{ key }] = (await caller.post('/api/token/', token)).body.data
  const access = (await caller.post('/api/user/token')).body.data
  return { ...user, key, by: house.api.withAccessToken(user.id, access) }
}

const call = (key: string) => house.gateway.post('/v1/chat/completions', { model: 'm' }, { key })
const ban = (id: number, terms: object) =>
  house.root.post('/api/user/manage', { id, action: 'disable', ...terms })

test('the reason is told to calls and programs, and gone with the ban', async () => {
  const { id, key, by } = await withKey()
  expect((await ban(id, { reason: 'unpaid invoice' })).body.success).toBe(true)
  const refused = await call(key)
  expect(refused.status).toBe(403)
  expect(await refused.text()).toContain('unpaid invoice')
  expect(await codeOf(by.get('/api/user/self'))).toBe('user.banned_because')
  await house.root.post('/api/user/manage', { id, action: 'enable' })
  expect((await by.get('/api/user/self')).body.data).toMatchObject({
    ...{ status: 1, banned_reason: '', banned_until: 0 },
  })
})

test('a ban for a time ends by itself', async () => {
  const { id, key, by } = await withKey()
  expect(await codeOf(ban(id, { until: seconds() - 1 }))).toBe('token.expiry_invalid')
  await ban(id, { until: seconds() + 3600, reason: 'cooling off' })
  expect(await (await call(key)).text()).toContain('until 2025-06-15 16:06 (UTC): cooling off')
  expect(await codeOf(by.get('/api/user/self'))).toBe('user.banned_until')
  await house.gateway.services.users.enableDue()
  expect(await codeOf(by.get('/api/user/self'))).toBe('user.banned_until')
  clock.ms += 3_600_000
  await house.gateway.services.users.enableDue()
  expect((await by.get('/api/user/self')).body.success).toBe(true)
  const { items } = (await house.root.get(`/api/audit/?target=user:${id}`)).body.data
  expect(items[0]).toMatchObject({ actor: 'system:system', action: 'user.enable' })
})

test('the command line bans for a time', async () => {
  const { id } = await newUserOf(house)
  const terms = ['--until', '7d', '--reason', 'unpaid']
  await house.gateway.cli(['user', 'disable', String(id), ...terms])
  const shown = await house.gateway.services.users.show(String(id))
  expect(shown).toMatchObject({ status: 2, banned_reason: 'unpaid' })
  expect(shown.banned_until).toBeGreaterThan(0)
})
