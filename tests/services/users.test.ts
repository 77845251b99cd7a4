import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { passwordMatches } from '../../server/services/users/passwords'
import { type Fixture, OPERATOR, openFixture, PASSWORD, person, refusal } from './services-fixture'

let gw: Fixture

beforeEach(async () => {
  gw = await openFixture()
})
afterEach(async () => {
  await gw.close()
})

const create = (input: Partial<Parameters<Fixture['users']['create']>[1]> = {}) =>
  gw.users.create(OPERATOR, { username: 'ann', password: PASSWORD, ...input })

async function storedHash(id: number): Promise<string> {
  const query = gw.db.kysely.selectFrom('users').select('password_hash').where('id', '=', id)
  return (await query.executeTakeFirstOrThrow()).password_hash
}

describe('creating', () => {
  test('a new user has the granted quota, and the ledger says so', async () => {
    const user = await create({ quota: 500_000 })
    expect(user).toMatchObject({ username: 'ann', role: 1, group: 'default', quota: 500_000 })
    expect(await gw.ledger.history({ userId: user.id })).toMatchObject([
      { kind: 'grant', user_delta: 500_000 },
    ])
    expect(await gw.ledger.verify()).toEqual([])
  })

  test('without a quota the option QuotaForNewUser decides', async () => {
    await gw.options.set(OPERATOR, { key: 'QuotaForNewUser', value: '777' })
    expect((await create()).quota).toBe(777)
  })

  test('a quota of zero is not replaced by the option', async () => {
    await gw.options.set(OPERATOR, { key: 'QuotaForNewUser', value: '777' })
    expect((await create({ quota: 0 })).quota).toBe(0)
  })

  test('the password is stored as an argon2id hash and never shown', async () => {
    const user = await create()
    const hash = await storedHash(user.id)
    expect(hash).toStartWith('$argon2id$v=19$m=19456,t=2,')
    expect(await passwordMatches(PASSWORD, hash)).toBe(true)
    expect(Object.keys(user)).not.toContain('password_hash')
  })

  test('the audit entry names actor and target, and masks nothing it should not hold', async () => {
    const user = await create()
    const [entry] = await gw.audit.list()
    expect(entry).toMatchObject({
      action: 'user.create',
      target: `user:${user.id}`,
      actor: 'cli:tester',
      request_id: 'req-1',
    })
    expect(JSON.stringify(entry)).not.toContain(PASSWORD)
  })

  test.each([
    ['', 'user.name_or_password_empty'],
    ['   ', 'user.name_or_password_empty'],
    ['two words', 'user.name_invalid'],
    ['12345', 'user.name_invalid'],
    ['a\u0000b', 'user.name_invalid'],
    ['x'.repeat(13), 'user.name_too_long'],
  ] as const)('the username %p is refused', async (username, id) => {
    expect(await refusal(create({ username }))).toBe(id)
  })

  test.each([
    ['', 'user.name_or_password_empty'],
    ['seven77', 'user.password_too_short'],
    ['x'.repeat(129), 'user.password_too_long'],
  ] as const)('the password %p is refused', async (password, id) => {
    expect(await refusal(create({ password }))).toBe(id)
  })

  test('names differ by more than letter case', async () => {
    await create()
    expect(await refusal(create({ username: 'ANN' }))).toBe('user.name_taken')
  })

  test('the name of a deleted user stays taken', async () => {
    const user = await create()
    await gw.users.remove(OPERATOR, user.id)
    expect(await refusal(create())).toBe('user.name_taken')
  })

  test('an e-mail address belongs to one living user', async () => {
    const first = await create({ email: 'a@b.example' })
    expect(await refusal(create({ username: 'bob', email: 'A@b.example' }))).toBe(
      'user.email_taken',
    )
    await gw.users.remove(OPERATOR, first.id)
    expect((await create({ username: 'bob', email: 'A@b.example' })).email).toBe('A@b.example')
  })

  test.each(['plain', 'a@b', 'a@b.c, d@e.f', 'a b@c.de'])('%p is no e-mail', async (email) => {
    expect(await refusal(create({ email }))).toBe('user.email_invalid')
  })

  test('a group that does not exist is refused', async () => {
    expect(await refusal(create({ group: 'nowhere' }))).toBe('group.not_found')
  })

  test.each([-1, 1.5, Number.NaN, 2 ** 60])('the quota %p is refused', async (quota) => {
    expect(await refusal(create({ quota }))).toBe('user.quota_invalid')
  })

  test('nobody makes a root, and an admin makes no admin', async () => {
    expect(await refusal(create({ role: 100 }))).toBe('user.role_invalid')
    const byAdmin = gw.users.create(person(10), { username: 'x', password: PASSWORD, role: 10 })
    expect(await refusal(byAdmin)).toBe('user.promotion_needs_root')
  })

  test('a refused creation leaves nothing behind', async () => {
    await refusal(create({ group: 'nowhere' }))
    expect((await gw.users.list()).total).toBe(0)
    expect(await gw.audit.list()).toEqual([])
    expect(gw.changes).toEqual([])
  })
})

describe('changing', () => {
  test('what is not given stays', async () => {
    const user = await create({ email: 'a@b.example', quota: 5 })
    const changed = await gw.users.set(OPERATOR, { id: user.id, group: 'vip' })
    expect(changed).toMatchObject({ email: 'a@b.example', group: 'vip', quota: 5 })
  })

  test('the audit entry holds only what differs', async () => {
    const user = await create()
    await gw.users.set(OPERATOR, { id: user.id, group: 'vip', display_name: 'ann' })
    const [entry] = await gw.audit.list()
    expect(entry).toMatchObject({ before: '{"group":"default"}', after: '{"group":"vip"}' })
  })

  test('quota can be set, added and taken, always through the ledger', async () => {
    const { id } = await create({ quota: 100 })
    expect((await gw.users.set(OPERATOR, { id, quota: { to: 70 } })).quota).toBe(70)
    expect((await gw.users.set(OPERATOR, { id, quota: { add: 50 } })).quota).toBe(120)
    expect((await gw.users.set(OPERATOR, { id, quota: { add: -20 } })).quota).toBe(100)
    const deltas = (await gw.ledger.history({ userId: id })).map((entry) => entry.user_delta)
    expect(deltas).toEqual([-20, 50, -30, 100])
    expect(await gw.ledger.verify()).toEqual([])
  })

  test('a quota read before it changed is refused', async () => {
    const { id } = await create({ quota: 100 })
    const stale = gw.users.set(OPERATOR, { id, quota: { to: 500, expected: 99 } })
    expect(await refusal(stale)).toBe('value.invalid')
    expect((await gw.users.show(id)).quota).toBe(100)
  })

  test('no more can be taken than there is', async () => {
    const { id } = await create({ quota: 100 })
    const tooMuch = gw.users.set(OPERATOR, { id, group: 'vip', quota: { add: -101 } })
    expect(await refusal(tooMuch)).toBe('user.quota_invalid')
    expect(await gw.users.show(id)).toMatchObject({ quota: 100, group: 'default' })
  })

  test('a quota change leaves an admin log row for the user', async () => {
    const { id } = await create({ quota: 100 })
    await gw.users.set(OPERATOR, { id, quota: { to: 5 } })
    const { items } = await gw.logs.list({ userId: id })
    expect(items).toMatchObject([{ type: 3, content: '' }])
    expect(JSON.parse(items[0]?.other ?? '')).toEqual({
      kind: 'quota_set',
      params: { from: 100, to: 5 },
      admin_info: { by: 'tester' },
    })
  })

  test('a taken name is refused, another spelling of the own name is not', async () => {
    const ann = await create()
    await create({ username: 'bob' })
    expect(await refusal(gw.users.set(OPERATOR, { id: ann.id, username: 'BOB' }))).toBe(
      'user.name_taken',
    )
    expect(await gw.users.set(OPERATOR, { id: ann.id, username: 'Ann' })).toMatchObject({
      username: 'Ann',
    })
  })

  test('admins cannot touch admins, nor promote', async () => {
    const admin = await create({ role: 10 })
    const user = await create({ username: 'bob' })
    expect(await refusal(gw.users.set(person(10), { id: admin.id, group: 'vip' }))).toBe(
      'user.outranked',
    )
    expect(await refusal(gw.users.set(person(10), { id: user.id, role: 10 }))).toBe(
      'user.promotion_needs_root',
    )
  })

  test('an unknown or deleted user is not found', async () => {
    const { id } = await create()
    await gw.users.remove(OPERATOR, id)
    expect(await refusal(gw.users.set(OPERATOR, { id, group: 'vip' }))).toBe('user.not_found')
    expect(await refusal(gw.users.set(OPERATOR, { id: 999, group: 'vip' }))).toBe('user.not_found')
    expect(await refusal(gw.users.show('nobody'))).toBe('user.not_found')
  })
})

describe('banning, passwords, deletion', () => {
  async function signIn(userId: number): Promise<void> {
    const now = gw.clock.ms
    const times = { created_at: now, last_seen_at: now, expires_at: now + 1000 }
    const session = { id: `s${userId}`, user_id: userId, ip: '', user_agent: '', ...times }
    await gw.db.kysely.insertInto('sessions').values(session).execute()
  }
  const sessions = async () => await gw.db.kysely.selectFrom('sessions').select('id').execute()

  test.each(['disable', 'setPassword', 'remove'] as const)('%s ends sign-ins', async (verb) => {
    const { id } = await create()
    await signIn(id)
    if (verb === 'setPassword') {
      await gw.users.setPassword(OPERATOR, { id, password: 'another password' })
    } else {
      await gw.users[verb](OPERATOR, id)
    }
    expect(await sessions()).toEqual([])
  })

  test('banning and lifting the ban move the status and tell the snapshot', async () => {
    const { id } = await create()
    expect((await gw.users.disable(OPERATOR, id)).status).toBe(2)
    expect((await gw.users.enable(OPERATOR, id)).status).toBe(1)
    expect(gw.changes).toEqual(['users', 'users', 'users'])
  })

  test('the old password stops working', async () => {
    const { id } = await create()
    await gw.users.setPassword(OPERATOR, { id, password: 'another password' })
    const hash = await storedHash(id)
    expect(await passwordMatches(PASSWORD, hash)).toBe(false)
    expect(await passwordMatches('another password', hash)).toBe(true)
    const [entry] = await gw.audit.list()
    expect(entry).toMatchObject({ action: 'user.password', after: '{"password":"***"}' })
  })

  test('deleting revokes the tokens and keeps the balance explained', async () => {
    const { id } = await create({ quota: 100 })
    await gw.tokens.create(OPERATOR, { user_id: id, name: 'a', remain_quota: 7 })
    await gw.users.remove(OPERATOR, id)
    expect((await gw.tokens.list({ userId: id })).total).toBe(0)
    expect(await gw.ledger.verify()).toEqual([])
    expect((await gw.users.list()).total).toBe(0)
    expect((await gw.users.list({ withDeleted: true })).total).toBe(1)
  })

  test('root can be neither banned, demoted nor deleted, not even from the shell', async () => {
    await gw.users.ensureRoot(OPERATOR)
    const { id } = await gw.users.show('root')
    expect(await refusal(gw.users.disable(OPERATOR, id))).toBe('user.root_protected')
    expect(await refusal(gw.users.remove(OPERATOR, id))).toBe('user.root_protected')
    expect(await refusal(gw.users.set(OPERATOR, { id, role: 1 }))).toBe('user.root_protected')
  })
})

describe('the first start', () => {
  test('root gets a random password, shown once, and the quota by the ledger', async () => {
    const made = await gw.users.ensureRoot(OPERATOR)
    expect(made).toMatchObject({ created: true, username: 'root' })
    expect(made.password).toMatch(/^[0-9A-Za-z]{20}$/)
    const root = await gw.users.show('root')
    expect(root).toMatchObject({ role: 100, quota: 100_000_000 })
    expect(await gw.ledger.verify()).toEqual([])
    expect(await gw.users.ensureRoot(OPERATOR)).toMatchObject({
      created: false,
      password: undefined,
    })
  })

  test('a given password works and is not repeated', async () => {
    const made = await gw.users.ensureRoot(OPERATOR, { password: PASSWORD })
    expect(made).toMatchObject({ created: true, password: undefined })
    const { id } = await gw.users.show('root')
    expect(await passwordMatches(PASSWORD, await storedHash(id))).toBe(true)
  })

  test.each(['123456', '12345678', 'PassWord'])('%p is no password for root', async (password) => {
    const outcome = await refusal(gw.users.ensureRoot(OPERATOR, { password }))
    expect(['value.invalid', 'user.password_too_short']).toContain(outcome)
    expect((await gw.users.list()).total).toBe(0)
  })

  test('two starts at once make one root', async () => {
    const made = await Promise.all([gw.users.ensureRoot(OPERATOR), gw.users.ensureRoot(OPERATOR)])
    expect(made.filter((outcome) => outcome.created)).toHaveLength(1)
    expect((await gw.users.list()).total).toBe(1)
  })
})

describe('listing', () => {
  test('searches names, e-mail and id, with wildcards taken literally', async () => {
    const ann = await create({ email: 'ann@b.example' })
    const bob = await create({ username: 'b_b', display_name: '100%' })
    const find = async (keyword: string) =>
      (await gw.users.list({ keyword })).items.map((user) => user.id)
    expect(await find('ANN@')).toEqual([ann.id])
    expect(await find(String(bob.id))).toEqual([bob.id])
    expect(await find('100%')).toEqual([bob.id])
    expect(await find('%')).toEqual([bob.id])
    expect(await find('_')).toEqual([bob.id])
  })

  test('a page holds at most 100 rows and garbage counts as the first page', async () => {
    await create()
    const page = await gw.users.list({ page: -3, page_size: 100_000 })
    expect(page).toMatchObject({ page: 1, page_size: 100, total: 1 })
    expect((await gw.users.list({ page: 2 })).items).toEqual([])
  })
})

describe('a name that root should have', () => {
  test.each(['in use', 'deregistered'])(
    '%s does not keep a first start from making one',
    async (how) => {
      const { id } = await create({ username: 'Root' })
      if (how === 'deregistered') await gw.users.remove(OPERATOR, id)
      const made = await gw.users.ensureRoot(OPERATOR)
      expect(made).toMatchObject({ created: true, username: 'root2' })
      expect(await gw.users.show('root2')).toMatchObject({ role: 100, quota: 100_000_000 })
      expect(await gw.ledger.verify()).toEqual([])
    },
  )

  test('root without a password gets one at the first start, and only then', async () => {
    expect(await gw.users.ensureRoot(OPERATOR, { isWaiting: true })).toMatchObject({
      created: true,
    })
    const first = await gw.users.ensureRoot(OPERATOR)
    expect(first).toMatchObject({ created: true, username: 'root' })
    expect(first.password).toMatch(/^[0-9A-Za-z]{20}$/)
    expect(await gw.users.ensureRoot(OPERATOR)).toMatchObject({
      created: false,
      password: undefined,
    })
    expect((await gw.users.list()).total).toBe(1)
  })
})
