import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { hashKey } from '../../server/services/seal'
import { type Fixture, OPERATOR, openFixture, PASSWORD, person, refusal } from './services-fixture'

let gw: Fixture
let annId: number

beforeEach(async () => {
  gw = await openFixture()
  annId = (await gw.users.create(OPERATOR, { username: 'ann', password: PASSWORD })).id
})
afterEach(async () => {
  await gw.close()
})

type CreateInput = Partial<Parameters<Fixture['tokens']['create']>[1]>

async function create(input: CreateInput = {}) {
  const [token] = await gw.tokens.create(OPERATOR, { user_id: annId, name: 'app', ...input })
  if (token === undefined) {
    throw new Error('no token was made')
  }
  return token
}

const set = (id: number, change: Omit<Parameters<Fixture['tokens']['set']>[1], 'id'>) =>
  gw.tokens.set(OPERATOR, { id, ...change })

const seconds = () => Math.floor(gw.clock.ms / 1000)

describe('creating', () => {
  test('the key has 48 letters and digits, stored as hash and sealed copy only', async () => {
    const token = await create()
    expect(token.key).toMatch(/^[0-9A-Za-z]{48}$/)
    const row = await gw.db.kysely.selectFrom('tokens').selectAll().executeTakeFirstOrThrow()
    expect(row.key_hash).toBe(hashKey(token.key))
    expect(JSON.stringify(row)).not.toContain(token.key)
    expect(row.key_hint).toBe(`${token.key.slice(0, 3)}***${token.key.slice(-3)}`)
  })

  test('the key can be revealed again, on record', async () => {
    const token = await create()
    expect((await gw.tokens.reveal(OPERATOR, token.id)).key).toBe(token.key)
    const [entry] = await gw.audit.list()
    expect(entry).toMatchObject({ action: 'token.reveal', target: `token:${token.id}` })
  })

  test('lists, shows and audit entries have no key', async () => {
    const { key, id } = await create()
    const seen = [
      await gw.tokens.list(),
      await gw.tokens.show(OPERATOR, id),
      await gw.audit.list({ target: `token:${id}` }),
    ]
    expect(JSON.stringify(seen)).not.toContain(key)
  })

  test('the first quota is a grant in the ledger', async () => {
    await create({ remain_quota: 5000 })
    expect(await gw.ledger.history({ userId: annId })).toMatchObject([
      { kind: 'grant', user_delta: 0, token_delta: 5000 },
    ])
    expect(await gw.ledger.verify()).toEqual([])
  })

  test('a batch gets distinct keys and suffixed names', async () => {
    const made = await gw.tokens.create(OPERATOR, { user_id: annId, name: 'app', count: 3 })
    expect(new Set(made.map((token) => token.key)).size).toBe(3)
    expect(made.map((token) => token.name.replace(/-\w{6}$/, '-xxxxxx'))).toEqual([
      'app',
      'app-xxxxxx',
      'app-xxxxxx',
    ])
  })

  test('a list of models switches the limit on, tidied', async () => {
    const token = await create({ model_limits: ' gpt-4o, ,gpt-4o,o3 ' })
    expect(token).toMatchObject({ model_limits: 'gpt-4o,o3', model_limits_enabled: 1 })
  })

  test('an existing key is taken over with or without its prefix, once', async () => {
    const key = 'k'.repeat(48)
    expect((await create({ key: `sk-${key}` })).key).toBe(key)
    expect(await refusal(create({ key }))).toBe('value.invalid')
  })

  test('the key of a revoked token cannot be used again', async () => {
    const { id, key } = await create()
    await gw.tokens.revoke(OPERATOR, id)
    expect(await refusal(create({ key }))).toBe('value.invalid')
  })

  test.each([
    [{ name: 'n'.repeat(31) }, 'token.name_too_long'],
    [{ remain_quota: -1 }, 'token.quota_invalid'],
    [{ remain_quota: 0.5 }, 'token.quota_invalid'],
    [{ expired_time: 1_600_000_000 }, 'token.expiry_invalid'],
    [{ expired_time: -2 }, 'token.expiry_invalid'],
    [{ allow_ips: '10.0.0.1\n10.0.0.0/33' }, 'token.ip_list_invalid'],
    [{ allow_ips: '10.1' }, 'token.ip_list_invalid'],
    [{ group: 'nowhere' }, 'group.not_found'],
    [{ group: 'svip' }, 'group.not_allowed'],
    [{ count: 0 }, 'token.count_invalid'],
    [{ count: 101 }, 'token.count_invalid'],
    [{ count: 2, key: 'k'.repeat(48) }, 'token.count_invalid'],
    [{ key: 'short' }, 'value.invalid'],
    [{ key: `sk-${'k'.repeat(40)}-7` }, 'value.invalid'],
    [{ user_id: 999 }, 'user.not_found'],
  ] as const)('%p is refused and leaves nothing', async (input, id) => {
    expect(await refusal(create(input))).toBe(id)
    expect((await gw.tokens.list()).total).toBe(0)
  })

  test('a person makes tokens for himself only', async () => {
    const attempt = gw.tokens.create(person(10, annId + 1), { user_id: annId })
    expect(await refusal(attempt)).toBe('permission.denied')
  })
})

describe('changing', () => {
  test('others’ tokens do not exist for a person', async () => {
    const { id } = await create()
    const stranger = person(100, annId + 1)
    expect(await refusal(gw.tokens.show(stranger, id))).toBe('token.not_found')
    expect(await refusal(gw.tokens.set(stranger, { id, name: 'x' }))).toBe('token.not_found')
    expect(await refusal(gw.tokens.revoke(stranger, id))).toBe('token.not_found')
    expect(await refusal(gw.tokens.reveal(stranger, id))).toBe('token.not_found')
  })

  test('the balance changes through the ledger, and only if it is what was read', async () => {
    const { id } = await create({ remain_quota: 100 })
    expect((await set(id, { remain_quota: 30 })).remain_quota).toBe(30)
    expect(await refusal(set(id, { remain_quota: 50, expected_quota: 100 }))).toBe('value.invalid')
    expect(await refusal(set(id, { remain_quota: -1 }))).toBe('token.quota_invalid')
    expect((await gw.tokens.show(OPERATOR, id)).remain_quota).toBe(30)
    expect(await gw.ledger.verify()).toEqual([])
  })

  test('an expired token comes back by itself when its expiry moves, not before', async () => {
    const { id } = await create({ remain_quota: 5, expired_time: seconds() + 60 })
    gw.clock.ms += 61_000
    expect(await refusal(set(id, { status: 1 }))).toBe('token.cannot_enable_expired')
    expect((await set(id, { name: 'renamed' })).status).toBe(3)
    expect((await set(id, { expired_time: -1 })).status).toBe(1)
  })

  test('an exhausted token cannot be enabled until its quota is raised', async () => {
    const { id } = await create({ remain_quota: 5 })
    expect((await set(id, { remain_quota: 0 })).status).toBe(4)
    expect(await refusal(set(id, { status: 1 }))).toBe('token.cannot_enable_exhausted')
    expect((await set(id, { remain_quota: 1 })).status).toBe(1)
    await set(id, { remain_quota: 0 })
    expect((await set(id, { unlimited_quota: true })).status).toBe(1)
  })

  test('a disabled token stays disabled whatever else changes', async () => {
    const { id } = await create({ remain_quota: 5 })
    expect((await set(id, { status: 2 })).status).toBe(2)
    expect((await set(id, { remain_quota: 50, expired_time: -1 })).status).toBe(2)
    expect((await set(id, { status: 1 })).status).toBe(1)
  })

  test('people set no other status than enabled and disabled', async () => {
    const { id } = await create({ remain_quota: 5 })
    expect(await refusal(set(id, { status: 4 }))).toBe('value.invalid')
  })
})

describe('revoking and finding', () => {
  test('a revoked token is gone from lists and its balance stays explained', async () => {
    const { id } = await create({ remain_quota: 9 })
    await gw.tokens.revoke(OPERATOR, id)
    expect(await refusal(gw.tokens.show(OPERATOR, id))).toBe('token.not_found')
    expect((await gw.tokens.list()).total).toBe(0)
    expect(await gw.ledger.verify()).toEqual([])
  })

  test('a whole key finds its token, a part of it finds nothing', async () => {
    const { id, key } = await create()
    await create({ name: 'other' })
    const found = await gw.tokens.list({ key: `sk-${key}` })
    expect(found.items.map((token) => token.id)).toEqual([id])
    expect((await gw.tokens.list({ key: key.slice(0, 20) })).items).toEqual([])
  })

  test('a name that two tokens have is refused rather than guessed', async () => {
    await create()
    expect(await gw.tokens.findByName({ name: 'app' })).toMatchObject({ name: 'app' })
    await create()
    expect(await refusal(gw.tokens.findByName({ name: 'app' }))).toBe('value.invalid')
    expect(await refusal(gw.tokens.findByName({ name: 'none' }))).toBe('token.not_found')
  })
})
