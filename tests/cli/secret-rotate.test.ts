/** A new sealing key while the gateway serves, and what still opens afterwards. */
import { Database } from 'bun:sqlite'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { migrate } from '../../db/migrate'
import { openDatabase } from '../../db/open'
import { addKeyToFile, keyFilePath } from '../../server/services/seal-key-file'
import { SEALED_PLACES } from '../../server/services/secrets/sealed-columns'
import { startAimock } from '../support/aimock'
import { API_PASSWORD, type ApiCaller, type ApiClient, apiClient, NO_LIMITS } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'
import { addApp } from '../support/second-factor'
import { tempDir } from '../support/temp-dir'
import { openShell, type Shell } from './cli-fixture'

interface KeyRow {
  readonly key: string
  readonly state: string
  readonly texts: number
}

const keysIn = async (gateway: Gateway) =>
  (await gateway.cli(['secret', 'list', '--json'])).json() as KeyRow[]
const lines = (dataDir: string) => readFileSync(keyFilePath(dataDir), 'utf8').trim().split('\n')

describe('a key file, while the gateway serves', () => {
  let upstream: Awaited<ReturnType<typeof startAimock>>
  let gateway: Gateway
  let api: ApiClient
  let root: ApiCaller
  let recoveryCode: string
  let username: string
  let link: string
  let made: unknown
  let linked: number
  let appSecretsBefore: unknown
  const backup = () => join(gateway.dataDir, 'before.db')
  const database = () => new Database(join(gateway.dataDir, 'gw.db'))

  const call = async () => {
    const { choices } = await gateway.openai().chat.completions.create({
      model: 'gpt-4o',
      messages: [{ role: 'user', content: 'hello' }],
    })
    return choices[0]?.message.content
  }

  const once = () =>
    root.post(
      '/api/token/',
      { name: 'once', unlimited_quota: true },
      { headers: { 'idempotency-key': 'one' } },
    )

  beforeAll(async () => {
    upstream = await startAimock()
    upstream.says(/./, 'hi')
    gateway = await startGateway({
      env: NO_LIMITS,
      channels: [{ base_url: upstream.url, models: 'gpt-4o', key: 'sk-one\nsk-two' }],
    })
    api = apiClient(gateway)
    root = await api.as('root')
    const admin = await api.as('admin')
    username = (await admin.get('/api/user/self')).body.data.username
    const { recoveryCodes } = await addApp(admin, Date.now())
    recoveryCode = recoveryCodes[0] ?? ''
    await gateway.cli(['option', 'set', 'SMTPToken', 'mail-secret'])
    await gateway.cli(['channel', 'add', 'many', '--key', 'sk-c\nsk-d', '--models', 'm'])
    expect(await call()).toBe('hi')
    await gateway.idle()
    const { body } = await root.get('/api/log/?type=2')
    const { request_id: id } = body.data.items[0]
    link = (await root.post(`/api/receipt/${id}/link`)).body.data.path
    appSecretsBefore = database().query('select secret_sealed from second_factors').all()
    made = (await once()).body
    await gateway.services.audit.link()
    linked = (await gateway.services.audit.verify()).linked
    await gateway.cli(['db', 'backup', backup()])
  })
  afterAll(async () => {
    await gateway[Symbol.asyncDispose]()
    await upstream.stop()
  })

  test('seals everything anew and says which backups need the old key', async () => {
    const [before] = await keysIn(gateway)
    expect(before).toMatchObject({ state: 'present' })
    expect(before?.texts).toBeGreaterThan(5)
    const { code, stdout, stderr } = await gateway.cli(['secret', 'rotate', '--yes', '--json'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const rotation = JSON.parse(stdout)
    expect(rotation).toMatchObject({ former: [before?.key], unreadable: 0 })
    expect(rotation.resealed).toBe(before?.texts)
    const [present, former, ...rest] = await keysIn(gateway)
    expect([present, former, rest]).toEqual([
      { key: rotation.key, state: 'present', texts: before?.texts ?? 0 },
      { key: before?.key ?? '', state: 'former', texts: 0 },
      [],
    ])
    expect(lines(gateway.dataDir)).toHaveLength(2)
    expect(statSync(keyFilePath(gateway.dataDir)).mode & 0o077).toBe(0)
    expect(database().query('select secret_sealed from second_factors').all()).not.toEqual(
      appSecretsBefore as unknown[],
    )
  })

  test('the running gateway relays, opens and seals under the new key', async () => {
    expect(await call()).toBe('hi')
    const { body } = await root.post('/api/token/', { name: 'after', unlimited_quota: true })
    expect(body.success).toBe(true)
    const [present, former] = await keysIn(gateway)
    expect(former?.texts).toBe(0)
    const row = database().query('select key_sealed from tokens order by id desc').get()
    expect(row).toMatchObject({ key_sealed: expect.stringContaining(`v1:${present?.key}:`) })
    // A request that is repeated is answered with what was kept of it.
    expect((await once()).body).toEqual(made)
    // A channel is still found by its whole key.
    const found = await gateway.cli(['channel', 'list', '--search', 'sk-c', '--json'])
    expect(found.json()).toMatchObject([{ name: 'many' }])
  })

  test('hashes of before still open: recovery codes, receipt links, the audit chain', async () => {
    const { pathname, search } = new URL(link, gateway.url)
    const shown = await fetch(`${gateway.url}/api${pathname}/signed${search}`)
    expect(await shown.json()).toMatchObject({ success: true })
    const verify = await gateway.cli(['audit', 'verify', '--json'])
    expect(verify.code).toBe(0)
    const first = await api.post('/api/user/login', { username, password: API_PASSWORD })
    const cookie = first.headers.get('set-cookie')?.split(';')[0] ?? ''
    const second = { code: recoveryCode }
    const login = await api.post('/api/user/login/2fa', second, { headers: { cookie } })
    expect(login.body.success).toBe(true)
  })

  test('the audit log says who did it, and a newest link under the old key is told', async () => {
    const audit = await gateway.cli(['audit', 'list', '--action', 'secret.rotate', '--json'])
    expect(audit.json()).toMatchObject([
      { actor: 'cli:operator', after: expect.stringContaining('resealed') },
    ])
    const db = database()
    db.run('delete from audit_links where chain > ?', [linked])
    db.close()
    const verify = await gateway.cli(['audit', 'verify', '--json'])
    expect(verify.json()).toMatchObject({ problem: { kind: 'other_key' } })
  })

  test('an older backup opens as long as its key is there', async () => {
    const check = () => gateway.cli(['db', 'restore', backup(), '--verify'])
    expect((await check()).code).toBe(0)
    const file = keyFilePath(gateway.dataDir)
    const [present, former] = lines(gateway.dataDir)
    writeFileSync(file, `${present}\n`)
    expect((await check()).code).toBe(1)
    writeFileSync(file, `${present}\n${former}\n`)
  })
})

test('every column that is named as sealed is put under the new key', async () => {
  using folder = tempDir('columns')
  const db = await openDatabase(join(folder.path, 'gw.db'))
  await migrate(db, { nowMs: 0 })
  const { rows } = await sql<{ place: string }>`
    select m.name || '.' || p.name as place from sqlite_master m, pragma_table_info(m.name) p
    where m.type = 'table' and p.name like '%_sealed'`.execute(db.reader)
  await db.close()
  const known = SEALED_PLACES.map(({ table, column }) => `${table}.${column}`)
  const places = [...known, 'channels.key_sealed', 'channels.proxy_sealed']
  expect(rows.map(({ place }) => place).filter((place) => !places.includes(place))).toEqual([])
  expect(rows.length).toBeGreaterThan(4)
})

describe('offline', () => {
  let shell: Shell
  beforeEach(() => {
    shell = openShell()
  })
  afterEach(() => shell.remove())

  test('what was cut off goes on with the key it has made', async () => {
    await shell.json(['channel', 'add', 'one', '--key', 'sk-a', '--models', 'm'])
    await shell.json(['channel', 'add', 'two', '--key', 'sk-b', '--models', 'm'])
    // As far as a rotation comes that is killed at once.
    addKeyToFile(shell.dataDir)
    const rotated = await shell.json(['secret', 'rotate', '--yes'])
    expect(rotated).toMatchObject({ resealed: 2, unreadable: 0 })
    expect(lines(shell.dataDir)).toHaveLength(2)
    const again = await shell.text(['secret', 'rotate', '--yes'])
    expect(again).toMatch(/^2 texts have the key [0-9a-f]{8} now; backups .*secret\.key$/)
    expect(lines(shell.dataDir)).toHaveLength(3)
    expect((await shell.gw(['doctor', '--json'])).stdout).not.toContain('secret.unreadable')
  })

  test('a key of the environment is changed there, with the former one beside it', async () => {
    const [old, next] = ['the old key, long enough', 'the next key, long enough']
    const run = (args: readonly string[], env: Record<string, string>) => shell.gw(args, { env })
    await run(['channel', 'add', 'one', '--key', 'sk-a', '--models', 'm'], { GW_SECRET_KEY: old })
    const early = await run(['secret', 'rotate', '--yes'], { GW_SECRET_KEY: old })
    expect(early.code).toBe(2)
    expect(early.stderr).toContain('GW_SECRET_KEY_FALLBACKS')
    const env = { GW_SECRET_KEY: next, GW_SECRET_KEY_FALLBACKS: old }
    const done = await run(['secret', 'rotate', '--yes', '--json'], env)
    expect(done.json()).toMatchObject({ resealed: 1, unreadable: 0 })
    const alone = await run(['secret', 'list', '--json'], { GW_SECRET_KEY: next })
    expect(alone.json()).toMatchObject([{ state: 'present', texts: 1 }])
  })

  test('what no key opens is counted and left as it is', async () => {
    const env = { GW_SECRET_KEY: 'a key that is gone now' }
    await shell.gw(['channel', 'add', 'one', '--key', 'sk-a', '--models', 'm'], { env })
    const other = { GW_SECRET_KEY: 'another key, long enough' }
    await shell.gw(['channel', 'add', 'two', '--key', 'sk-b', '--models', 'm'], { env: other })
    const fallback = { GW_SECRET_KEY: 'the newest of all keys' }
    const done = await shell.gw(['secret', 'rotate', '--yes', '--json'], {
      env: { ...fallback, GW_SECRET_KEY_FALLBACKS: other.GW_SECRET_KEY },
    })
    expect(done.code).toBe(1)
    expect(done.json()).toMatchObject({ resealed: 1, unreadable: 1 })
    const keys = await shell.gw(['secret', 'list', '--json'], { env: fallback })
    expect(keys.json()).toMatchObject([{ state: 'present' }, { state: 'missing', texts: 1 }])
  })
})
