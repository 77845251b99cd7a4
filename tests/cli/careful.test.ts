/** Asking first, trying without doing, and whole bodies instead of flags. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { COMMANDS } from '../../cli/commands'
import { openDatabase } from '../../db/open'
import { openShell, PASSWORD, type Shell } from './cli-fixture'

let shell: Shell

beforeAll(async () => {
  shell = openShell()
  const input = JSON.stringify({
    users: [{ username: 'ann', quota: 500 }],
    channels: ['a', 'b'].map((name) => ({ name, key: name, models: 'm', tag: 't', status: 2 })),
    tokens: [{ username: 'ann', name: 'app', key: 'k'.repeat(48) }],
    options: [{ key: 'RetryTimes', value: '4' }],
  })
  await shell.text(['import', '-', '--quiet'], { input })
  await shell.text(['redemption', 'create', 'gift', '--quota', '5'])
})
afterAll(() => shell.remove())

/** Everything that a change would show in. */
async function state(): Promise<string> {
  const db = await openDatabase(join(shell.dataDir, 'gw.db'), { readonly: true })
  const tables = ['users', 'channels', 'tokens', 'redemptions', 'options', 'audit_log'] as const
  const read = tables.map((table) => db.reader.selectFrom(table).selectAll().execute())
  const text = JSON.stringify(await Promise.all(read))
  await db.close()
  return text
}

const DESTRUCTIVE = [
  ['user', 'delete', 'ann'],
  ['channel', 'delete', 'a'],
  ['channel', 'delete-disabled'],
  ['token', 'revoke', 'app'],
  ['redemption', 'delete', '1'],
  ['log', 'delete', '--before', '1h'],
] as const

describe('what cannot be taken back', () => {
  test('is refused where nobody can be asked, and tried with --dry-run', async () => {
    const before = await state()
    for (const command of DESTRUCTIVE) {
      const refused = await shell.gw([...command])
      expect([command, refused.code, refused.stdout]).toEqual([command, 2, ''])
      expect(refused.stderr).toContain('--yes')
      const tried = await shell.gw([...command, '--dry-run'])
      expect([command, tried.code]).toEqual([command, 0])
      expect(tried.stderr).toContain('dry run: nothing was changed')
    }
    expect(await state()).toBe(before)
  })

  test('has both flags in every command of its kind', () => {
    const verbs = /^(delete|delete-disabled|revoke)$/
    for (const { path, flags } of COMMANDS) {
      if (!verbs.test(path.at(-1) ?? '') || path[0] === 'session') continue
      expect([path, 'yes' in flags, 'dry-run' in flags]).toEqual([path, true, true])
    }
  })
})

describe('a trial', () => {
  test.each([
    [['option', 'set', 'RetryTimes', '7'], { key: 'RetryTimes', value: '7' }],
    [['option', 'set', 'RetryTimes', '--reset'], { key: 'RetryTimes', value: '2' }],
    [['channel', 'tag', 'set', 't', '--priority', '9'], { tag: 't', changed: 2 }],
    [['channel', 'set', 'a', '--test-model', 'm'], { id: 1, test_model: 'm' }],
    [['user', 'set', 'ann', '--add-quota', '5'], { username: 'ann', quota: 505 }],
  ])('of %j shows the outcome and changes nothing', async (command, outcome) => {
    const before = await state()
    expect(await shell.json([...command, '--dry-run'])).toMatchObject(outcome)
    expect(await state()).toBe(before)
    expect(await shell.json(command)).toMatchObject(outcome)
    expect(await state()).not.toBe(before)
  })

  test('is refused as the deed itself would be', async () => {
    const refused = await shell.gw(['option', 'set', 'RetryTimes', 'x', '--dry-run', '--json'])
    expect([refused.code, JSON.parse(refused.stderr).error.code]).toEqual([2, 'option.invalid'])
    const gone = await shell.gw(['channel', 'tag', 'set', 'nope', '--dry-run', '--json'])
    expect([gone.code, JSON.parse(gone.stderr).error.code]).toEqual([3, 'channel.tag_not_found'])
  })
})

describe('a body on stdin', () => {
  const put = (args: readonly string[], body: unknown) =>
    shell.json([...args, '-'], { input: JSON.stringify(body) })

  test('makes and changes what flags would', async () => {
    const channel = { name: 'c', key: 'k', models: ['x', 'y'], setting: { cut_policy: 'drain' } }
    const added = Object(await put(['channel', 'add'], { ...channel, auto_ban: 0 }))
    expect(added).toMatchObject({ name: 'c', models: 'x,y', auto_ban: 0 })
    expect(JSON.parse(added.setting)).toEqual({ cut_policy: 'drain' })
    expect(await put(['channel', 'set', 'c'], { tag: null, weight: 3 })).toMatchObject({
      weight: 3,
    })
    const user = { username: 'bob', password: PASSWORD, quota: 900 }
    expect(await put(['user', 'create'], user)).toMatchObject({ username: 'bob', quota: 900 })
    expect(await put(['user', 'set', 'bob'], { group: 'default', add_quota: 1 })).toMatchObject({
      quota: 901,
    })
    const token = { name: 'x', user: 'bob', remain_quota: 7, expired_time: -1, model_limits: ['x'] }
    expect(await put(['token', 'create'], token)).toMatchObject({ name: 'x', remain_quota: 7 })
    const codes = await put(['redemption', 'create'], { name: 'n', quota: 5, count: 2 })
    expect(codes).toBeArrayOfSize(2)
    expect(await put(['redemption', 'set', '1'], { quota: 6 })).toMatchObject({ quota: 6 })
  })

  test('comes second to flags that are written', async () => {
    const input = '{"priority":1,"weight":2}'
    const set = await shell.json(['channel', 'set', 'a', '-', '--priority', '5'], { input })
    expect(set).toMatchObject({ priority: 5, weight: 2 })
  })

  test('of one channel fits another one', async () => {
    const fields = ['--fields', 'models,group,priority,tag']
    const input = await shell.text(['channel', 'show', 'a', '--json', ...fields])
    expect(await shell.json(['channel', 'set', 'b', '-'], { input })).toMatchObject({ name: 'b' })
  })

  test('sets many options, all or none', async () => {
    const set = await put(['option', 'set'], { RetryTimes: 5, ModelRatio: { a: 2 } })
    expect(set).toMatchObject([{ key: 'RetryTimes', value: '5' }, { key: 'ModelRatio' }])
    const input = '{"RetryTimes":6,"Nope":1}'
    expect((await shell.gw(['option', 'set', '-'], { input })).code).toBe(3)
    expect(await shell.text(['option', 'get', 'RetryTimes'])).toBe('5')
  })

  test.each([
    [['channel', 'set', 'a', '-'], '{"status":1}', 'known are name, type'],
    [['channel', 'set', 'a', '-'], '[]', 'not a JSON object'],
    [['channel', 'set', 'a', '-'], '', 'nothing came on stdin'],
    [['channel', 'set', 'a', '-'], '{"priority":"high"}', 'whole number'],
    [['channel', 'set', 'a', 'b'], '', 'too many arguments'],
    [['option', 'set', '-', '3'], '{}', 'give nothing else'],
    [['user', 'create', '-'], '{"username":"x","role":"king"}', 'user, admin'],
  ] as const)('gw %j of %p is wrong usage', async (args, input, why) => {
    const { code, stdout, stderr } = await shell.gw(args, { input })
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain(why)
  })
})

test('what is done in the end is what the trial said', async () => {
  const tried = await shell.json(['channel', 'delete-disabled', '--dry-run'])
  expect(tried).toEqual({ deleted: 2 })
  expect(await shell.json(['channel', 'delete-disabled', '--yes'])).toEqual(Object(tried))
  const user = Object(await shell.json(['user', 'delete', 'ann', '--dry-run']))
  expect(user.deleted_at).toBeGreaterThan(0)
  expect(Object(await shell.json(['user', 'show', 'ann'])).deleted_at).toBeNull()
})
