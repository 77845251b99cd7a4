import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { listAudit } from '../../db/tables/audit'
import { ROLE } from '../../server/domain/accounts/roles'
import { GatewayError } from '../../server/domain/errors/gateway-error'
import { messageOf } from '../../server/domain/errors/message'
import type { ImportedRow } from '../../server/services/transfer/import-run'
import { type Fixture, OPERATOR, openFixture, PASSWORD, person, refusal } from './services-fixture'

const KEY = 'k'.repeat(48)

let here: Fixture

beforeEach(async () => {
  here = await openFixture()
})
afterEach(() => here.close())

interface Choice {
  readonly update?: boolean
  readonly dryRun?: boolean
  readonly mostRows?: number
}

function read(document: object, choice: Choice = {}): Promise<readonly ImportedRow[]> {
  const text = JSON.stringify(document)
  return here.transfer.import(OPERATOR, { text, update: false, dryRun: false, ...choice })
}

/** What became of each row, shortly. */
async function outcome(document: object, choice?: Choice): Promise<string[]> {
  const rows = await read(document, choice)
  return rows.map(({ noun, name, action, note }) => `${noun} ${name}: ${action} ${note}`.trim())
}

/** What a person is told when the file is refused. */
async function told(document: object, choice?: Choice): Promise<string> {
  try {
    await read(document, choice)
    return ''
  } catch (error) {
    if (error instanceof GatewayError) return messageOf(error, 'en')
    throw error
  }
}

const createAnn = () =>
  here.users.create(OPERATOR, { username: 'ann', password: PASSWORD, quota: 1000 })
const ann = { username: 'ann' }
const channel = { name: 'c', key: 'sk-up', models: 'm' }
const userCount = async () => (await here.users.list()).total

describe('who may', () => {
  test('is root: an admin neither exports nor imports', async () => {
    const admin = person(ROLE.admin, 1)
    const input = { text: '{"users":[]}', update: false, dryRun: false }
    expect(await refusal(here.transfer.import(admin, input))).toBe('permission.root_needed')
    const wish = { withSecrets: false }
    expect(await refusal(here.transfer.export(admin, wish))).toBe('permission.root_needed')
  })
})

describe('a file with one bad row', () => {
  test.each([
    [{ users: [{ ...ann, email: 'no address' }] }, 'users[0] (ann)'],
    [{ users: [{ ...ann, password_hash: 'plain' }] }, 'argon2id or bcrypt'],
    [{ users: [{ ...ann, role: 50 }] }, 'Invalid user role'],
    [{ users: [{ ...ann, status: 3 }] }, 'must be 1 or 2'],
    [{ users: [{ ...ann, group: 'gold' }] }, 'group gold does not exist'],
    [{ users: [{ username: 'a b' }] }, 'spaces or control characters'],
    [{ channels: [{ ...channel, type: 9999 }] }, 'Unknown channel type: 9999'],
    [{ channels: [{ ...channel, models: '' }] }, 'at least one model'],
    [{ channels: [{ ...channel, status: 4 }] }, 'must be between 0 and 3'],
    [{ channels: [{ ...channel, group: 'gold' }] }, 'group gold does not exist'],
    [{ channels: [{ ...channel, setting: '{"prxy":"x"}' }] }, 'unknown key prxy'],
    [{ users: [ann], tokens: [{ ...ann, name: 't', key: 'short' }] }, '32 to 128 letters'],
    [{ users: [ann], tokens: [{ ...ann, status: 9 }] }, 'must be between 1 and 4'],
    [{ users: [ann], tokens: [{ ...ann, group: 'gold' }] }, 'group gold does not exist'],
    [{ users: [ann], tokens: [{ ...ann, allow_ips: '1.2.3' }] }, '1.2.3'],
    [{ options: [{ key: 'RetryTimes', value: 'x' }] }, 'option RetryTimes'],
    [{ options: [{ key: 'GroupRatio', value: '{"vip":1}' }] }, 'cannot be removed'],
  ])('%j changes nothing and says where and why', async (document, said) => {
    const good = { users: [{ username: 'zed', quota: 5 }] }
    const all = {
      ...document,
      users: [...good.users, ...('users' in document ? document.users : [])],
    }
    expect(await told(all)).toContain(said.replace('users[0]', 'users[1]'))
    expect(await userCount()).toBe(0)
    expect(here.changes).toEqual([])
    expect(await here.ledger.verify()).toEqual([])
  })

  test('an address, a login elsewhere and root stay whose they are', async () => {
    await here.users.create(OPERATOR, { ...ann, password: PASSWORD, email: 'a@example.com' })
    await read({ users: [{ username: 'gil', github_id: '42' }] })
    expect(await told({ users: [{ username: 'bob', email: 'A@example.com' }] })).toContain('bob')
    expect(await told({ users: [{ username: 'bob', github_id: '42' }] })).toContain('bound')
    await here.users.ensureRoot(OPERATOR, { password: PASSWORD })
    for (const change of [{ role: ROLE.admin }, { role: ROLE.root, status: 2 }]) {
      const demoted = { users: [{ username: 'root', ...change }] }
      expect(await told(demoted, { update: true })).toContain('cannot be disabled')
    }
  })
})

describe('what is here already', () => {
  test('is left alone, and is taken over only on request', async () => {
    await createAnn()
    const file = { users: [{ ...ann, display_name: 'Ann B', quota: 400 }] }
    expect(await outcome(file)).toEqual(['user ann: skip exists'])
    expect(await here.users.show('ann')).toMatchObject({ display_name: 'ann', quota: 1000 })
    expect(await outcome(file, { update: true })).toEqual(['user ann: update'])
    expect(await here.users.show('ann')).toMatchObject({ display_name: 'Ann B', quota: 400 })
    expect(await here.ledger.verify()).toEqual([])
    const [entry] = await listAudit(here.db.lists, { action: 'user.import', limit: 1 })
    expect(entry).toMatchObject({ target: 'user:1' })
    expect(entry?.after).toContain('"quota":400')
  })

  test('a dry run tells all of it and does none of it', async () => {
    await createAnn()
    const file = {
      users: [{ ...ann, quota: 1 }, { username: 'bob' }],
      tokens: [{ ...ann, name: 't' }],
    }
    const expected = [
      'user ann: update',
      'user bob: create password_missing',
      'token t: create key_new',
    ]
    expect(await outcome(file, { update: true, dryRun: true })).toEqual(expected)
    expect((await read(file, { dryRun: true })).map(({ id, key }) => [id, key])).toEqual([
      [0, ''],
      [0, ''],
      [0, ''],
    ])
    expect(await userCount()).toBe(1)
    expect((await here.users.show('ann')).quota).toBe(1000)
    expect(await outcome(file, { update: true })).toEqual(expected)
  })

  test('names of the deregistered and keys of the revoked stay taken', async () => {
    const { id } = await createAnn()
    await read({ tokens: [{ ...ann, name: 't', key: KEY }] })
    await here.tokens.revoke(OPERATOR, 1)
    const again = { tokens: [{ ...ann, name: 't', key: KEY }] }
    expect(await outcome(again, { update: true })).toEqual(['token t: skip deleted_here'])
    await here.users.remove(OPERATOR, id)
    expect(await outcome({ users: [ann], ...again }, { update: true })).toEqual([
      'user ann: skip deleted_here',
      'token t: skip owner_missing',
    ])
  })

  test('a key of somebody else is not moved over', async () => {
    await createAnn()
    await read({ users: [{ username: 'bob' }], tokens: [{ ...ann, name: 't', key: KEY }] })
    const stolen = { tokens: [{ username: 'bob', name: 't', key: `sk-${KEY}` }] }
    expect(await outcome(stolen, { update: true })).toEqual(['token t: skip key_of_another_user'])
  })

  test('a new password, role or ban ends the sign-ins', async () => {
    const { id } = await createAnn()
    const login = { userId: id, username: 'ann', ip: '', userAgent: '' }
    await here.sessions.start(OPERATOR, login)
    const list = () => here.sessions.list({ userId: id, currentKey: '' })
    const { users } = await here.transfer.export(OPERATOR, { withSecrets: false })
    await read({ users }, { update: true })
    expect(await list()).toBeArrayOfSize(1)
    await read({ users: users.map((user) => ({ ...user, status: 2 })) }, { update: true })
    expect(await list()).toEqual([])
  })

  test('a file that is too long for a running server is refused unread', async () => {
    const users = ['a', 'b', 'c'].map((username) => ({ username }))
    expect(await told({ users }, { mostRows: 2 })).toContain('at most 2 rows')
    expect(await told({ users }, { mostRows: 3 })).toBe('')
  })
})

describe('channels', () => {
  test('of one name are told apart by their keys, or not guessed at', async () => {
    const channels = [
      { ...channel, key: 'one' },
      { ...channel, key: 'two' },
    ]
    const made = ['channel c: create', 'channel c: create']
    expect(await outcome({ channels })).toEqual(made)
    expect(await outcome({ channels })).toEqual([
      'channel c: skip exists',
      'channel c: skip exists',
    ])
    expect(await outcome({ channels: [{ ...channel, key: 'three' }] })).toEqual([
      'channel c: skip ambiguous',
    ])
    expect(await outcome({ channels: [{ ...channel, key: '' }] })).toEqual([
      'channel c: skip ambiguous',
    ])
    expect((await here.channels.list()).total).toBe(2)
  })

  test('without a key wait disabled; with one here they keep it', async () => {
    const keyless = { channels: [{ ...channel, key: '', priority: 5 }] }
    expect(await outcome(keyless)).toEqual(['channel c: create key_missing'])
    expect(await here.channels.show('c')).toMatchObject({ status: 2, priority: 5 })
    await here.channels.set(OPERATOR, { id: 1, key: 'sk-real' })
    await here.channels.enable(OPERATOR, { id: 1 })
    expect(await outcome(keyless, { update: true })).toEqual(['channel c: update'])
    expect(await here.channels.show('c')).toMatchObject({ status: 1 })
    const { channels } = await here.transfer.export(OPERATOR, { withSecrets: true })
    expect(channels[0]?.key).toBe('sk-real')
  })

  test('of unknown status are not relayed to', async () => {
    await read({ channels: [{ ...channel, status: 0 }] })
    expect(await here.channels.show('c')).toMatchObject({ status: 2 })
  })
})

describe('tokens', () => {
  test('without keys get new ones, once, and are known by their names after that', async () => {
    const file = {
      users: [ann],
      tokens: [
        { ...ann, name: 't' },
        { ...ann, name: 't' },
      ],
    }
    const made = (await read(file)).filter(({ noun }) => noun === 'token')
    expect(made.map(({ note }) => note)).toEqual(['key_new', 'key_new'])
    expect(new Set(made.map(({ key }) => key)).size).toBe(2)
    expect(made[0]?.key).toMatch(/^[0-9A-Za-z]{48}$/)
    const again = (await read(file)).filter(({ noun }) => noun === 'token')
    expect(again.map(({ action, note, key }) => [action, note, key])).toEqual([
      ['skip', 'ambiguous', ''],
      ['skip', 'ambiguous', ''],
    ])
  })

  test('are as expired, exhausted or disabled as they were', async () => {
    const states = [
      { name: 'old', expired_time: 1000, remain_quota: 5, status: 1 },
      { name: 'empty', remain_quota: 0, status: 1 },
      { name: 'off', remain_quota: 5, status: 2 },
      { name: 'overdrawn', remain_quota: -3, status: 4 },
      { name: 'never', expired_time: 0, remain_quota: 5, status: 1 },
    ]
    await read({ users: [ann], tokens: states.map((state) => ({ ...ann, ...state })) })
    const { items } = await here.tokens.list({ page_size: 100 })
    expect(items.map(({ name, status }) => `${name} ${status}`).toSorted()).toEqual([
      'empty 4',
      'never 1',
      'off 2',
      'old 3',
      'overdrawn 4',
    ])
    expect(await here.ledger.verify()).toEqual([])
  })
})

describe('options', () => {
  const option = (key: string, value: string) => ({ options: [{ key, value }] })

  test('keep an imported number of retries, whatever the default', async () => {
    await read(option('RetryTimes', '0'))
    expect((await here.options.get('RetryTimes')).value).toBe('0')
  })

  test('that nobody knows, blank secrets and equal values are passed over', async () => {
    await read(option('SMTPToken', 'first'))
    const options = [
      { key: 'NoSuchOption', value: '1' },
      { key: 'SMTPToken', value: '' },
      { key: 'SMTPToken', value: 'first' },
      { key: 'SMTPToken', value: 'second' },
    ]
    expect(await outcome({ options })).toEqual([
      'option NoSuchOption: skip option_unknown',
      'option SMTPToken: skip blank',
      'option SMTPToken: skip same',
      'option SMTPToken: skip exists',
    ])
    expect(await outcome(option('SMTPToken', 'second'), { update: true })).toEqual([
      'option SMTPToken: update',
    ])
    const stored = await here.transfer.export(OPERATOR, { withSecrets: true })
    expect(stored.options).toEqual([{ key: 'SMTPToken', value: 'second' }])
  })

  test('switches find what they need, wherever it stands in the file', async () => {
    const alone = option('GitHubOAuthEnabled', 'true')
    expect(await outcome(alone)).toEqual(['option GitHubOAuthEnabled: skip option_needs'])
    const options = [
      ...alone.options,
      { key: 'GitHubClientId', value: 'id' },
      { key: 'GitHubClientSecret', value: 'hush' },
    ]
    expect(await outcome({ options })).toEqual([
      'option GitHubClientId: create',
      'option GitHubClientSecret: create',
      'option GitHubOAuthEnabled: create',
    ])
  })

  test('groups of the file hold for the users of the file', async () => {
    const { options } = option('GroupRatio', '{"default":1,"gold":2}')
    expect(await outcome({ options, users: [{ ...ann, group: 'gold' }] })).toEqual([
      'option GroupRatio: create',
      'user ann: create password_missing',
    ])
  })
})

test('a secret of a webhook travels only when secrets do, and is sealed again', async () => {
  const { id } = await createAnn()
  const actor = { ...person(ROLE.user, id), name: 'ann' }
  await here.notifications.setSetting(actor, {
    notify_type: 'webhook',
    quota_warning_threshold: 5,
    webhook_url: 'https://example.com/hook',
    webhook_secret: 'hush',
    language: 'en',
  })
  const bare = await here.transfer.export(OPERATOR, { withSecrets: false })
  const full = await here.transfer.export(OPERATOR, { withSecrets: true })
  expect(JSON.stringify(bare)).not.toContain('webhook_secret')
  expect(full.users[0]?.setting).toContain('"webhook_secret":"hush"')
  const there = await openFixture(undefined, {})
  try {
    const input = { text: JSON.stringify(full), update: false, dryRun: false }
    await there.transfer.import(OPERATOR, input)
    const { setting } = await there.users.show('ann')
    expect(setting).toContain('example.com/hook')
    expect(setting).not.toContain('hush')
    const back = await there.transfer.export(OPERATOR, { withSecrets: true })
    expect(back.users).toEqual(full.users)
  } finally {
    await there.close()
  }
  await read(bare, { update: true })
  const after = await here.transfer.export(OPERATOR, { withSecrets: true })
  expect(after.users[0]?.setting).toContain('hush')
})

test('who invited whom is kept, in whatever order they stand', async () => {
  await createAnn()
  await read({
    users: [
      { id: 1, username: 'invited', inviter_id: 2 },
      { id: 2, username: 'host', aff_code: 'HOST', aff_count: 1, aff_quota: 50 },
    ],
  })
  const host = await here.users.show('host')
  expect(host).toMatchObject({ aff_code: 'HOST', aff_count: 1, aff_quota: 50 })
  expect((await here.users.show('invited')).inviter_id).toBe(host.id)
})

test('what was used elsewhere counts as used, once, and the ledger explains it', async () => {
  const file = {
    users: [{ username: 'ann', quota: 700, used_quota: 300 }],
    tokens: [{ username: 'ann', name: 't', key: KEY, remain_quota: 50, used_quota: 120 }],
  }
  const used = async () => {
    const [token] = (await here.tokens.list({})).items
    const user = await here.users.show('ann')
    return [user.quota, user.used_quota, token?.remain_quota, token?.used_quota]
  }
  await read(file)
  expect(await used()).toEqual([700, 300, 50, 120])
  await read(file, { update: true })
  expect(await used()).toEqual([700, 300, 50, 120])
  const older = { users: [{ username: 'ann', quota: 700, used_quota: 100 }] }
  await read(older, { update: true })
  expect(await used()).toEqual([700, 300, 50, 120])
  expect(await here.ledger.verify()).toEqual([])
})

test('nothing of an export is lost on the way to an empty gateway', async () => {
  await createAnn()
  await read({
    options: [{ key: 'GroupRatio', value: '{"default":1,"gold":2}' }],
    channels: [{ ...channel, tag: 't', weight: 3, group: 'default,gold', used_quota: 9 }],
    tokens: [{ ...ann, name: 't', key: KEY, remain_quota: 30, allow_ips: '10.0.0.0/8' }],
  })
  const first = await here.transfer.export(OPERATOR, { withSecrets: true })
  const there = await openFixture()
  try {
    const input = { text: JSON.stringify(first), update: false, dryRun: false }
    await there.transfer.import(OPERATOR, input)
    const second = await there.transfer.export(OPERATOR, { withSecrets: true })
    expect(second).toEqual(first)
    expect(await there.ledger.verify()).toEqual([])
    expect(there.changes.toSorted()).toEqual(['channels', 'options', 'tokens', 'users'])
  } finally {
    await there.close()
  }
})
