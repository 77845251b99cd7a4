/** Moving a gateway: export from one data folder, import into another one. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { clientOf, type GatewayClient, startGateway } from '../support/gateway'
import { fixture, json, startUpstream } from '../support/upstream'
import { openShell, PASSWORD, type Shell } from './cli-fixture'

let here: Shell
let there: Shell

beforeEach(() => {
  here = openShell()
  there = openShell()
})
afterEach(() => {
  here.remove()
  there.remove()
})

async function fill(baseUrl = 'http://127.0.0.1:1'): Promise<string> {
  await here.text(['user', 'create', 'ann', '--password', PASSWORD, '--quota', '900000'])
  const channel = ['channel', 'add', 'main', '--key', 'sk-upstream', '--models', 'gpt-4o-mini']
  await here.text([...channel, '--base-url', baseUrl])
  await here.text(['option', 'set', 'SMTPToken', 'mail-secret'])
  await here.text(['option', 'set', 'RetryTimes', '0'])
  const token = ['token', 'create', 'app', '--user', 'ann', '--quota', '500000', '--quiet']
  return await here.text(token)
}

const CALL = { model: 'gpt-4o-mini', messages: [{ role: 'user', content: 'hi' }] }

describe('a gateway that has moved', () => {
  test('relays with the same keys, logs in with the same passwords, owes the same', async () => {
    await using upstream = await startUpstream(json(fixture('openai/chat-text.json')))
    const key = await fill(upstream.url)
    const path = join(here.dataDir, 'gw.json')
    expect(await here.json(['export', '--with-secrets', '--out', path])).toEqual({
      path,
      secrets: true,
      users: 2,
      channels: 1,
      tokens: 1,
      options: 2,
      plans: 0,
      subscriptions: 0,
    })
    expect(statSync(path).mode & 0o077).toBe(0)
    const rows = await there.json(['import', path])
    expect(rows).toEqual([
      { noun: 'option', name: 'RetryTimes', id: 0, action: 'create', note: '', key: '' },
      { noun: 'option', name: 'SMTPToken', id: 0, action: 'create', note: '', key: '' },
      { noun: 'user', name: 'root', id: 1, action: 'create', note: '', key: '' },
      { noun: 'user', name: 'ann', id: 2, action: 'create', note: '', key: '' },
      { noun: 'channel', name: 'main', id: 1, action: 'create', note: '', key: '' },
      { noun: 'token', name: 'app', id: 1, action: 'create', note: '', key: '' },
    ])
    await using gateway = await startGateway({ restartOf: placeOf(there) })
    const answer = await gateway.post('/v1/chat/completions', CALL, { key })
    expect(answer.status).toBe(200)
    expect(upstream.last().headers.authorization).toBe('Bearer sk-upstream')
    await gateway.idle()
    const login = { username: 'ann', password: PASSWORD }
    const entered = await gateway.post('/api/user/login', login, { key: '' })
    expect(await entered.json()).toMatchObject({ success: true })
    const { quota, used_quota } = Object(await there.json(['user', 'show', 'ann']))
    expect(used_quota).toBeGreaterThan(0)
    expect(quota + used_quota).toBe(900_000)
    expect(await there.json(['ledger', 'verify'])).toEqual([])
  })

  test('takes over the tables of another gateway, bcrypt and all', async () => {
    const bcrypt = await Bun.password.hash(PASSWORD, { algorithm: 'bcrypt', cost: 4 })
    const key = 'Ab3'.repeat(16)
    const tables = {
      options: [
        { key: 'RetryTimes', value: '0' },
        { key: 'SMTPToken', value: 'plain' },
        { key: 'SomethingElse', value: 'x' },
      ],
      users: [
        { id: 7, username: '10086', password: bcrypt.replace('$2b$', '$2a$'), quota: 5000 },
        { id: 8, username: 'gone', password: '', deleted_at: '2024-05-05 00:00:00', remark: 'x' },
      ],
      channels: [
        { id: 1, type: 1, key: 'sk-up', name: 'c', models: 'a,b', tag: null, group: 'default' },
      ],
      tokens: [
        { id: 3, user_id: 7, key: `${key} `, name: 't', unlimited_quota: 1, group: null },
        { id: 4, user_id: 8, key: 'x'.repeat(48), name: 'orphan' },
      ],
    }
    const { code, stdout } = await there.gw(['import', '-', '--quiet'], {
      input: JSON.stringify(tables),
    })
    expect([code, stdout.trim().split('\n')]).toEqual([
      0,
      [
        'skip option SomethingElse',
        'create option RetryTimes',
        'create option SMTPToken',
        'create user 10086',
        'skip user gone',
        'create channel c',
        'create token t',
        'skip token orphan',
        'skip user users.remark',
      ],
    ])
    expect(await there.text(['option', 'get', 'RetryTimes'])).toBe('0')
    expect(await there.text(['token', 'show', '1', '--reveal', '--quiet'])).toBe(`sk-${key}`)
    await using gateway = await startGateway({ restartOf: placeOf(there) })
    const login = { username: '10086', password: PASSWORD }
    const entered = await gateway.post('/api/user/login', login, { key: '' })
    expect(await entered.json()).toMatchObject({ success: true })
    expect(await there.json(['ledger', 'verify'])).toEqual([])
  })
})

/** A server goes on with what the command line has made. */
function placeOf({ dataDir }: Shell): GatewayClient {
  const seeded = { userIds: [], tokenIds: [], keys: [], channelIds: [] }
  return clientOf({ url: '', port: 0, dataDir, seeded })
}

describe('an export', () => {
  test('without secrets names no key, and says so', async () => {
    const key = await fill()
    const text = await here.text(['export'])
    for (const secret of [key, key.slice(3), 'sk-upstream', 'mail-secret', PASSWORD]) {
      expect(text).not.toContain(secret)
    }
    expect(JSON.parse(text)).toMatchObject({
      format: 'gw-export',
      version: 1,
      secrets: false,
      options: [{ key: 'RetryTimes', value: '0' }],
      tokens: [{ username: 'ann', name: 'app', remain_quota: 500_000, key: '' }],
      channels: [{ name: 'main', key: '' }],
    })
    const imported = await there.gw(['import', '-'], { input: text })
    expect(imported.code).toBe(0)
    expect(imported.stdout).toContain('key_missing')
    expect(imported.stdout).toMatch(/sk-[0-9A-Za-z]{48}/)
    expect(imported.stdout).not.toContain(key)
    expect(imported.stderr).toContain('1 channels need their keys')
    expect(await there.json(['channel', 'show', 'main'])).toMatchObject({ status: 2 })
  })

  test('without secrets has no hash of a password, and its users get a new one', async () => {
    await fill()
    const { stdout, stderr } = await here.gw(['export'])
    expect(stdout).not.toContain('argon2')
    expect(stderr).toContain('left out: channel keys, proxy passwords')
    expect(stderr).toContain('--with-secrets')
    const imported = await there.gw(['import', '-'], { input: stdout })
    expect(imported.stdout).toContain('password_missing')
    expect(imported.stderr).toContain('2 users need a new password')
    // At home the same file leaves the passwords as they are.
    const again = await here.gw(['import', '-', '--update', '--yes'], { input: stdout })
    expect(again.code).toBe(0)
    await using gateway = await startGateway({ restartOf: placeOf(here) })
    const login = { username: 'ann', password: PASSWORD }
    const entered = await gateway.post('/api/user/login', login, { key: '' })
    expect(await entered.json()).toMatchObject({ success: true })
  })

  test('without the password of a proxy disables its channel elsewhere, not at home', async () => {
    await fill()
    const proxy = 'http://ann:proxy-secret@8.8.8.8:3128'
    await here.text(['channel', 'set', 'main', '--setting', JSON.stringify({ proxy })])
    const plain = await here.text(['export'])
    expect(plain).not.toContain('proxy-secret')
    const whole = await here.text(['export', '--with-secrets'])
    expect(JSON.parse(whole).channels[0].setting).toBe(JSON.stringify({ proxy }))
    // Somebody adds the key by hand, but not the password.
    const file = JSON.parse(plain)
    file.channels[0].key = 'sk-upstream'
    const input = JSON.stringify(file)
    const imported = await there.gw(['import', '-'], { input })
    expect(imported.stdout).toContain('proxy_password_missing')
    expect(await there.json(['channel', 'show', 'main'])).toMatchObject({
      status: 2,
      setting: '{"proxy":"http://8.8.8.8:3128"}',
    })
    expect((await here.gw(['import', '-', '--update', '--yes'], { input: plain })).code).toBe(0)
    expect(JSON.parse(await here.text(['export', '--with-secrets'])).channels[0].setting).toBe(
      JSON.stringify({ proxy }),
    )
  })

  test('overwrites nothing and writes nowhere else', async () => {
    await fill()
    const path = join(here.dataDir, 'there.txt')
    writeFileSync(path, 'mine')
    const { code, stderr } = await here.gw(['export', '--out', path, '--json'])
    expect([code, JSON.parse(stderr).error.code]).toEqual([1, 'file.exists'])
    expect(readFileSync(path, 'utf8')).toBe('mine')
    const nowhere = join(here.dataDir, 'no', 'such', 'folder.json')
    expect((await here.gw(['export', '--out', nowhere])).code).toBe(1)
  })

  test('with secrets needs the key they were sealed with', async () => {
    await fill()
    const env = { GW_SECRET_KEY: 'another key altogether, 32 chars' }
    const { code, stdout, stderr } = await here.gw(['export', '--with-secrets', '--json'], { env })
    expect([code, stdout, JSON.parse(stderr).error.code]).toEqual([1, '', 'secret.unreadable'])
    expect((await here.gw(['export'], { env })).code).toBe(0)
  })

  test('is on record, with whether secrets went along', async () => {
    await fill()
    await here.text(['export', '--with-secrets'])
    const [entry] = Object(await here.json(['audit', 'list', '--action', 'export.write']))
    expect(JSON.stringify(entry)).toContain('secrets')
    expect(JSON.stringify(entry)).not.toContain('sk-upstream')
  })
})

describe('an import', () => {
  test.each([
    ['{', 2, 'import.unreadable'],
    ['{"format":"gw-export","version":9,"users":[]}', 2, 'import.unreadable'],
    ['{"users":[{"username":"a b"}]}', 2, 'import.row_refused'],
    ['', 2, 'usage'],
  ])('of %p exits %d with %s', async (input, exit, errorCode) => {
    const { code, stdout, stderr } = await there.gw(['import', '-', '--json'], { input })
    expect([code, stdout, JSON.parse(stderr).error.code]).toEqual([exit, '', errorCode])
  })

  test('of a file that is not there exits 1 and says which', async () => {
    const { code, stderr } = await there.gw(['import', '/no/such/file.json'])
    expect(code).toBe(1)
    expect(stderr).toContain('/no/such/file.json')
  })

  test('overwrites only when told to, and twice when nobody can be asked', async () => {
    const input = '{"users":[{"username":"ann","quota":7}]}'
    await there.text(['user', 'create', 'ann', '--password', PASSWORD, '--quota', '1000'])
    const refused = await there.gw(['import', '-', '--update'], { input })
    expect([refused.code, refused.stdout]).toEqual([2, ''])
    expect(refused.stderr).toContain('--yes')
    const tried = ['import', '-', '--update', '--dry-run']
    expect(await there.json(tried, { input })).toMatchObject([{ action: 'update' }])
    expect(await there.json(['user', 'show', 'ann'])).toMatchObject({ quota: 1000 })
    await there.text(['import', '-', '--update', '--yes'], { input })
    expect(await there.json(['user', 'show', 'ann'])).toMatchObject({ quota: 7 })
  })

  test('beside a running server is short, and in force at once', async () => {
    await using gateway = await startGateway({ tokens: [{}] })
    const users = (count: number) =>
      JSON.stringify({ users: Array.from({ length: count }, (_, at) => ({ username: `u${at}` })) })
    const tooLong = await gateway.cli(['import', '-', '--json'], { input: users(151) })
    expect([tooLong.code, JSON.parse(tooLong.stderr).error.code]).toEqual([2, 'import.too_long'])
    expect((await gateway.cli(['import', '-'], { input: users(3) })).code).toBe(0)
    expect((await gateway.services.users.list()).total).toBe(4)
  })
})
