import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { CHANNEL_FIELDS } from '../../cli/commands/channel/view'
import { LOG_FIELDS } from '../../cli/commands/log/view'
import { openDatabase } from '../../db/open'
import { acquireServeLock } from '../../db/sqlite/serve-lock'
import { listAudit } from '../../db/tables/audit'
import { serveLockPath } from '../../server/configuration'
import { cliCommand, cliEnv } from '../support/cli'
import { openShell, PASSWORD, type Shell } from './cli-fixture'

let shell: Shell

beforeEach(() => {
  shell = openShell()
})
afterEach(() => shell.remove())

const openDb = () => openDatabase(join(shell.dataDir, 'gw.db'))
const addMain = (...more: string[]) =>
  shell.json(['channel', 'add', 'main', '--key', 'sk-upstream', '--models', 'gpt-4o', ...more])
const createAnn = () => shell.text(['user', 'create', 'ann', '--password', PASSWORD])

describe('channels', () => {
  test('a channel is added, changed, disabled, enabled and deleted', async () => {
    const channel = Object(await addMain('--group', 'default,vip'))
    expect(Object.keys(channel)).toEqual([...CHANNEL_FIELDS])
    expect(channel).toMatchObject({ id: 1, name: 'main', type: 1, status: 1, allow_private: 1 })
    const set = await shell.json(['channel', 'set', 'main', '--priority', '-5', '--tag', 't'])
    expect(set).toMatchObject({ priority: -5, tag: 't', models: 'gpt-4o' })
    const disabled = Object(await shell.json(['channel', 'disable', '1', '--reason', 'leak']))
    expect(disabled.status).toBe(2)
    expect(disabled.other_info).toContain('leak')
    expect(await shell.json(['channel', 'enable', 'main'])).toMatchObject({ status: 1 })
    expect(await shell.text(['channel', 'delete', 'main', '--yes', '--quiet'])).toBe('1')
    expect((await shell.gw(['channel', 'show', 'main'])).code).toBe(3)
  })

  test('the key goes in by stdin or environment and never comes out', async () => {
    const args = ['channel', 'add', 'x', '--type', 'gemini', '--models', 'm']
    const first = await shell.gw([...args, '--key', '-'], { input: 'secret-one\n' })
    const second = await shell.gw(args, { env: { GW_CHANNEL_KEY: 'secret-two' } })
    const rest = await shell.gw(['channel', 'list', '--json'])
    expect([first.code, second.code, rest.code]).toEqual([0, 0, 0])
    const printed = [first, second, rest].map(({ stdout, stderr }) => stdout + stderr).join('')
    expect(printed).not.toMatch(/secret-(one|two)/)
    expect(rest.json()).toMatchObject([{ type: 24 }, { type: 24 }])
  })

  test('without --models the models of the type are taken', async () => {
    const added = Object(await shell.json(['channel', 'add', 'd', '--type', '43', '--key', 'k']))
    expect(added.models.split(',').length).toBeGreaterThan(0)
    expect(added.models).toContain('deepseek')
  })

  test('several keys make several channels, as an array', async () => {
    const args = ['channel', 'add', 'x', '--models', 'm', '--key', '-']
    expect(await shell.json(args, { input: 'a\nb\n' })).toBeArrayOfSize(2)
    const { code, stderr } = await shell.gw(['channel', 'disable', 'x'])
    expect(code).toBe(2)
    expect(stderr).toContain('use the id')
  })

  test('a test of an upstream that nobody answers for fails with exit 1', async () => {
    await addMain('--base-url', 'http://127.0.0.1:1')
    const { code, stdout, stderr } = await shell.gw(['channel', 'test', 'main', '--json'])
    expect(code).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({ id: 1, model: 'gpt-4o', ok: false })
    expect(JSON.parse(stderr).error.code).toBe('channel.test_failed')
    expect(stdout + stderr).not.toContain('sk-upstream')
  })
})

describe('options', () => {
  beforeEach(async () => {
    await shell.text(['db', 'migrate'])
  })

  test('an option is read, set, and set back', async () => {
    expect(await shell.text(['option', 'get', 'RetryTimes'])).toBe('2')
    expect(await shell.json(['option', 'set', 'RetryTimes', '5'])).toMatchObject({ value: '5' })
    expect(await shell.text(['option', 'list', '--changed', '--quiet'])).toBe('RetryTimes')
    await shell.text(['option', 'set', 'RetryTimes', '--reset'])
    expect(await shell.text(['option', 'get', 'RetryTimes'])).toBe('2')
  })

  test('a table goes through stdin and comes back as JSON', async () => {
    const input = '{"a":1.25,"b":2}'
    await shell.text(['option', 'set', 'ModelRatio', '-'], { input })
    expect(JSON.parse(await shell.text(['option', 'get', 'ModelRatio']))).toEqual(JSON.parse(input))
  })

  test('a secret is stored and never printed', async () => {
    const set = await shell.gw(['option', 'set', 'SMTPToken', '-'], { input: 'hush-hush' })
    const list = await shell.gw(['option', 'list', '--json'])
    const get = await shell.gw(['option', 'get', 'SMTPToken'])
    expect([set.code, list.code, get.code]).toEqual([0, 0, 4])
    const printed = [set, list, get].map(({ stdout, stderr }) => stdout + stderr).join('')
    expect(printed).not.toContain('hush-hush')
  })

  test.each([
    [['option', 'get', 'Nope'], 3, 'option.unknown'],
    [['option', 'set', 'Nope', '1'], 3, 'option.unknown'],
    [['option', 'set', 'RetryTimes', 'x'], 2, 'option.invalid'],
    [['option', 'set', 'ModelRatio', '{'], 2, 'option.invalid'],
    [['option', 'set', 'GitHubOAuthEnabled', 'true'], 1, 'option.needs'],
    [['channel', 'show', '9'], 3, 'channel.not_found'],
    [['channel', 'delete', 'x'], 3, 'channel.not_found'],
    [
      ['channel', 'add', 'x', '--key', 'k', '--models', 'm', '--type', '999'],
      2,
      'channel.type_unknown',
    ],
    [
      ['channel', 'add', 'x', '--key', 'k', '--models', 'm', '--setting', '{"a":1}'],
      2,
      'channel.field_invalid',
    ],
  ] as const)('gw %p exits %d with %s', async (args, exit, errorCode) => {
    const { code, stdout, stderr } = await shell.gw([...args, '--json'])
    expect({ code, stdout }).toEqual({ code: exit, stdout: '' })
    expect(JSON.parse(stderr).error.code).toBe(errorCode)
  })
})

describe('logs', () => {
  test('rows are listed newest first with the documented fields', async () => {
    await createAnn()
    await shell.text(['user', 'set', 'ann', '--add-quota', '5'])
    await shell.text(['user', 'set', 'ann', '--add-quota', '6'])
    const rows = Object(await shell.json(['log', 'list', '--user', 'ann', '--type', 'admin']))
    expect(rows.map((row: { content: string }) => row.content)).toEqual([
      'An administrator changed the balance from $0.00001 to $0.000022',
      'An administrator changed the balance from $0.00 to $0.00001',
    ])
    expect(Object.keys(rows[0])).toEqual([...LOG_FIELDS])
    expect(await shell.json(['log', 'list', '--user', 'bob'])).toEqual([])
  })

  test('a follower prints what others write, and Ctrl-C ends it with exit 0', async () => {
    await createAnn()
    await using tail = Bun.spawn(cliCommand(['log', 'tail', '--json'], shell), {
      env: cliEnv(),
      stdout: 'pipe',
      stderr: 'pipe',
    })
    await shell.text(['user', 'set', 'ann', '--add-quota', '5'])
    const reader = tail.stdout.getReader()
    const { value = new Uint8Array() } = await reader.read()
    expect(JSON.parse(new TextDecoder().decode(value))).toMatchObject({ username: 'ann', type: 3 })
    tail.kill('SIGINT')
    expect(await tail.exited).toBe(0)
    expect(await new Response(tail.stderr).text()).toBe('')
  })

  test('a reader that goes away early is no error', async () => {
    await createAnn()
    const command = cliCommand(['log', 'tail', '--json'], shell).map((part) => `'${part}'`)
    await using piped = Bun.spawn(
      ['bash', '-c', `${command.join(' ')} | head -n 1; echo "$\{PIPESTATUS[0]}"`],
      {
        env: cliEnv(),
        stdout: 'pipe',
        stderr: 'pipe',
      },
    )
    const output = new Response(piped.stdout).text()
    // The pipe breaks at the row after the one that was read.
    for (let round = 0; piped.exitCode === null && round < 20; round += 1) {
      await shell.text(['user', 'set', 'ann', '--add-quota', '1'])
    }
    const lines = (await output).trim().split('\n')
    expect(lines).toHaveLength(2)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ username: 'ann' })
    expect(lines[1]).toBe('0')
    expect(await new Response(piped.stderr).text()).toBe('')
  })
})

describe('ledger and database', () => {
  test('a balance edited behind our back is found, named, and exits 1', async () => {
    await createAnn()
    const db = await openDb()
    await db.kysely
      .updateTable('users')
      .set({ quota: 12_345 })
      .where('username', '=', 'ann')
      .execute()
    await db.close()
    const { code, stdout, stderr } = await shell.gw(['ledger', 'verify', '--json'])
    expect(code).toBe(1)
    expect(JSON.parse(stdout)).toEqual([
      { account: 'user:2', check: 'quota', expected: 0, actual: 12_345 },
    ])
    expect(JSON.parse(stderr).error.code).toBe('ledger.differs')
  })

  test('every change is on record under the person at the shell, without secrets', async () => {
    await createAnn()
    await addMain()
    await shell.text(['token', 'create', 'app', '--user', 'ann'])
    await shell.text(['option', 'set', 'SMTPToken', 'hush-hush'])
    await shell.text(['channel', 'disable', 'main'])
    await shell.text(['user', 'password', 'ann', '--password', 'another password'])
    const db = await openDb()
    const entries = await listAudit(db.lists, { limit: 100 })
    await db.close()
    expect(entries.map((entry) => entry.action)).toEqual([
      'user.password',
      'channel.disable',
      'option.set',
      'token.create',
      'channel.create',
      'user.create',
      // Of root, with the database.
      'user.create',
    ])
    expect(entries.every((entry) => entry.actor.startsWith('cli:'))).toBe(true)
    const text = JSON.stringify(entries)
    expect(text).not.toMatch(/hush-hush|another password|correct horse|sk-upstream/)
  })

  test('migrating twice does nothing the second time', async () => {
    expect(Object(await shell.json(['db', 'migrate'])).applied.length).toBeGreaterThan(0)
    expect(await shell.json(['db', 'migrate'])).toEqual({ applied: [] })
  })

  test('a database newer than the program is refused by every command', async () => {
    await createAnn()
    const db = await openDb()
    const newer = { name: '9999-from-the-future', checksum: 'x', applied_at: 0 }
    await db.kysely.insertInto('migrations').values(newer).execute()
    await db.close()
    for (const args of [
      ['user', 'list'],
      ['db', 'migrate'],
      ['ledger', 'verify'],
    ]) {
      const { code, stderr } = await shell.gw([...args, '--json'])
      expect(code).toBe(1)
      expect(JSON.parse(stderr).error.code).toBe('db.too_new')
    }
  })

  test('a newer database that was only added to is worked with', async () => {
    await createAnn()
    const db = await openDb()
    const newer = { name: '9999-from-the-future', checksum: 'x', applied_at: 0, additive: 1 }
    await db.kysely.insertInto('migrations').values(newer).execute()
    await db.close()
    expect(await shell.json(['user', 'show', 'ann'])).toMatchObject({ username: 'ann' })
    expect(await shell.json(['db', 'migrate'])).toEqual({ applied: [] })
  })

  test('tables are not changed under a running server', async () => {
    await createAnn()
    const db = await openDb()
    await db.kysely.deleteFrom('migrations').execute()
    await db.close()
    const lock = acquireServeLock(serveLockPath(join(shell.dataDir, 'gw.db')))
    const { code, stderr } = await shell.gw(['user', 'list', '--json'])
    lock?.release()
    expect(code).toBe(1)
    expect(JSON.parse(stderr).error.code).toBe('db.needs_migration')
  })

  test('a backup is a whole database of the owner alone, and is never overwritten', async () => {
    await createAnn()
    const path = join(shell.dataDir, 'copy.db')
    expect(await shell.json(['db', 'backup', path])).toEqual({ path, months: [] })
    expect(statSync(path).mode & 0o777).toBe(0o600)
    const { code } = await shell.gw(['db', 'backup', path])
    expect(code).toBe(1)
    const env = { GW_DATABASE_URL: path }
    const copied = await shell.gw(['user', 'list', '--quiet'], { dataDir: undefined, env })
    expect(copied.stdout).toBe('2\n1\n')
  })

  test('a sealing key that has changed is told, not hidden', async () => {
    await createAnn()
    await shell.text(['token', 'create', 'app', '--user', 'ann'])
    const env = { GW_SECRET_KEY: 'another key, at least 16 long' }
    const { code, stderr } = await shell.gw(['token', 'show', '1', '--reveal', '--json'], { env })
    expect(code).toBe(1)
    expect(JSON.parse(stderr).error.code).toBe('secret.unreadable')
  })

  test('a data folder that cannot be made is a plain failure', async () => {
    const { code, stderr } = await shell.gw(['db', 'migrate'], { dataDir: '/proc/nowhere' })
    expect(code).toBe(1)
    expect(stderr.trim().split('\n')).toHaveLength(1)
    expect(stderr).toStartWith('error: ')
  })
})
