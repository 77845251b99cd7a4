import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { chmodSync, existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { CHECK_FIELDS } from '../../cli/commands/check-view'
import { version } from '../../package.json'
import { startGateway } from '../support/gateway'
import { tempDir } from '../support/temp-dir'
import { type DatabaseShell, openFilledShell } from './database-fixture'

let shell: DatabaseShell

beforeEach(async () => {
  shell = await openFilledShell()
  // The channel of the fixture leads nowhere, which is for its own test to complain of.
  await shell.edit(({ kysely }) => kysely.updateTable('channels').set({ status: 2 }).execute())
})
afterEach(() => shell.remove())

interface Row {
  readonly id: string
  readonly status: string
  readonly message: string
  readonly hint: string
}

interface Examination {
  readonly code: number
  /** The worst row of each check. */
  readonly rows: Readonly<Record<string, Row>>
}

const RANKS = ['ok', 'warn', 'fail']

async function examine(
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<Examination> {
  const result = await shell.gw(['doctor', '--json', ...args], { env })
  const rows: Record<string, Row> = {}
  for (const row of result.json() as Row[]) {
    const known = rows[row.id]
    const isWorse = known === undefined || RANKS.indexOf(row.status) > RANKS.indexOf(known.status)
    if (isWorse) rows[row.id] = row
  }
  return { code: result.code, rows }
}

const setOption = (key: string, value: string) =>
  shell.edit(({ kysely }) => kysely.insertInto('options').values({ key, value }).execute())

test('a gateway in order has nothing that fails, and nothing is written', async () => {
  const { code, rows } = await examine()
  expect(code).toBe(0)
  expect(Object.keys(rows)).toEqual([
    'configuration',
    'time-zone',
    'disk',
    'writable',
    'files',
    'rehearsals',
    'settlements',
    'server',
    'migrations',
    'clock',
    'sealed',
    'old-secrets',
    'ledger',
    'holds',
    'options',
    'mail',
    'address',
    'root-password',
    'prices',
    'usage',
    'callable',
    'channels',
  ])
  const result = await shell.gw(['doctor', '--json'])
  expect(Object.keys(Object(result.json())[0])).toEqual([...CHECK_FIELDS])
  const audit = await shell.json(['audit', 'list'])
  expect(JSON.stringify(audit)).not.toContain('doctor')
})

test('where no database is, none is made, and that is no failure', async () => {
  using empty = tempDir('doctor')
  const { code, stdout } = await shell.gw(['doctor'], { dataDir: join(empty.path, 'new') })
  expect(code).toBe(0)
  expect(stdout).toContain('there is no database yet')
  expect(existsSync(join(empty.path, 'new'))).toBe(false)
})

test('wrong and unknown variables are named, with what may have been meant', async () => {
  const { code, rows } = await examine([], { GW_IDLE_TIMEOT_MS: '5', GW_MAX_BODY_MB: 'lots' })
  expect(code).toBe(1)
  expect(rows.configuration?.message).toContain('GW_MAX_BODY_MB')
  const unknown = await examine([], { GW_IDLE_TIMEOT_MS: '5', TZ: 'Mars/Olympus' })
  expect(unknown.code).toBe(0)
  expect(unknown.rows.configuration?.hint).toContain('GW_IDLE_TIMEOUT_MS')
  expect(unknown.rows['time-zone']).toMatchObject({ status: 'warn' })
})

test('files that others can read are named with the command that closes them', async () => {
  chmodSync(shell.file, 0o644)
  chmodSync(join(shell.dataDir, 'secret.key'), 0o640)
  const { code, stdout } = await shell.gw(['doctor'])
  expect(code).toBe(1)
  expect(stdout).toContain(`chmod 600 ${shell.file}`)
  expect(stdout).toContain(`chmod 600 ${join(shell.dataDir, 'secret.key')}`)
})

test('a clock that is behind the newest row fails', async () => {
  await shell.edit(({ kysely }) =>
    kysely.updateTable('audit_log').set({ created_at: 4_000_000_000_000 }).execute(),
  )
  const { code, rows } = await examine()
  expect([code, rows.clock?.status]).toEqual([1, 'fail'])
})

test('another sealing key, a wrong balance and an unreadable option are found', async () => {
  await setOption('RetryTimes', 'many')
  await shell.edit(({ kysely }) => kysely.updateTable('users').set({ quota: 1 }).execute())
  const env = { GW_SECRET_KEY: 'another key, at least 16 long' }
  const { code, rows } = await examine([], env)
  expect(code).toBe(1)
  expect(rows.sealed?.status).toBe('fail')
  expect(rows.ledger?.status).toBe('fail')
  expect(rows.options).toMatchObject({ status: 'warn' })
  expect(rows.options?.message).toContain('RetryTimes')
})

test('a database that lacks migrations is told apart from a broken one', async () => {
  await shell.edit(({ kysely }) =>
    kysely.deleteFrom('migrations').where('name', 'like', '0003%').execute(),
  )
  const { code, rows } = await examine()
  expect(code).toBe(0)
  expect(rows.migrations).toMatchObject({ status: 'warn' })
  expect(rows.migrations?.message).toContain('0003')
})

test('a root whose password everybody tries first fails', async () => {
  const password_hash = await Bun.password.hash('123456', { algorithm: 'bcrypt', cost: 4 })
  await shell.edit(({ kysely }) =>
    kysely.updateTable('users').set({ role: 100, password_hash }).execute(),
  )
  const { code, rows } = await examine()
  expect([code, rows['root-password']?.status]).toEqual([1, 'fail'])
  expect(rows['root-password']?.hint).toContain('gw user password ann')
})

test('mail that is needed and not set up fails, and so does a missing address', async () => {
  await setOption('EmailVerificationEnabled', 'true')
  await setOption('GitHubOAuthEnabled', 'true')
  const { code, rows } = await examine()
  expect(code).toBe(1)
  expect(rows.mail?.status).toBe('fail')
  expect(rows.address).toMatchObject({ status: 'fail' })
  expect(rows.address?.message).toContain('GitHubOAuthEnabled')
  await setOption('SMTPServer', 'mail.example.com')
  await setOption('SMTPFrom', 'gw@example.com')
  await setOption('ServerAddress', 'http://localhost:3000')
  const mended = await examine()
  expect(mended.code).toBe(0)
  expect(mended.rows.mail?.status).toBe('ok')
  expect(mended.rows.address).toMatchObject({ status: 'warn' })
})

test('mail that works lacks the address that its links lead to', async () => {
  await setOption('SMTPServer', 'mail.example.com')
  await setOption('SMTPFrom', 'gw@example.com')
  const { code, rows } = await examine()
  expect([code, rows.mail?.status, rows.address?.status]).toEqual([1, 'ok', 'fail'])
  expect(rows.address?.message).toContain('SMTPServer')
})

describe('channels', () => {
  const addChannel = (...more: string[]) =>
    shell.json(['channel', 'add', 'up', '--key', 'k', '--models', 'gpt-4o', ...more])

  test('a model without a price is named', async () => {
    await shell.json(['channel', 'add', 'x', '--key', 'k', '--models', 'gpt-4o,house-model'])
    const { rows } = await examine(['--offline'])
    expect(rows.prices).toMatchObject({ status: 'warn' })
    expect(rows.prices?.message).toContain('house-model')
    expect(rows.prices?.message).not.toContain('gpt-4o')
    expect(rows.channels).toMatchObject({ status: 'ok' })
  })

  test('a model that its vendor answers no more is named, unless it is mapped', async () => {
    const add = ['channel', 'add', '--type', 'deepseek', '--key', 'k', '--models', 'deepseek-chat']
    const mapping = ['--model-mapping', '{"deepseek-chat":"deepseek-v4-pro"}']
    await shell.json([...add, 'mapped', ...mapping])
    expect((await examine(['--offline'])).rows.callable).toMatchObject({ status: 'ok' })
    await shell.json([...add, 'aged'])
    const { rows } = await examine(['--offline'])
    expect(rows.callable?.message).toContain('deepseek-chat → deepseek-v4-flash')
    expect(rows.callable?.message).not.toContain('mapped')
  })

  test('an upstream that answers anything at all is reached, without the key', async () => {
    const asked: Headers[] = []
    await using upstream = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch: (request) => {
        asked.push(request.headers)
        return new Response('no', { status: 404 })
      },
    })
    await addChannel('--base-url', `${upstream.url}v1`)
    await addChannel('--base-url', upstream.url.href)
    const { code, rows } = await examine()
    expect([code, rows.channels?.status]).toEqual([0, 'ok'])
    // One address is asked once, however many channels use it.
    expect(asked).toHaveLength(1)
    expect(asked[0]?.get('authorization')).toBeNull()
  })

  test('one that does not answer fails; through a proxy, the proxy is what counts', async () => {
    await addChannel('--base-url', 'http://127.0.0.1:1')
    await addChannel('--setting', '{"proxy":"socks5://127.0.0.1:2"}')
    const { code, rows } = await examine()
    expect(code).toBe(1)
    expect(rows.channels?.message).toContain('http://127.0.0.1:1')
    const all = await shell.gw(['doctor'])
    expect(all.stdout).toContain('socks5://127.0.0.1:2')
    expect(all.stdout).not.toContain('api.openai.com')
  })

  test('a channel that may not use private addresses is not followed there', async () => {
    const asked: string[] = []
    await using upstream = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch: ({ url }) => {
        asked.push(url)
        return new Response()
      },
    })
    await addChannel('--base-url', upstream.url.href)
    await shell.edit(({ kysely }) =>
      kysely.updateTable('channels').set({ allow_private: 0 }).execute(),
    )
    const { code, rows } = await examine()
    expect([code, rows.channels?.status]).toEqual([1, 'fail'])
    expect(asked).toEqual([])
  })
})

describe('a running server', () => {
  test('is asked for its version and clock', async () => {
    await using gateway = await startGateway()
    const asked = await gateway.cli(['doctor', '--offline', '--json', '--url', gateway.url])
    const server = Object(asked.json()).find(({ id }: Row) => id === 'server')
    expect(server).toMatchObject({ status: 'ok' })
    expect(server.message).toContain(version)
    const other = { env: { GW_BUILD: '99.0.0' }, binary: false }
    const newer = await gateway.cli(['doctor', '--offline', '--url', `${gateway.url}/`], other)
    expect(newer.stdout).toContain('this program is 99.0.0')
    // Announced nowhere, the address of the settings is tried, where nobody listens.
    rmSync(join(gateway.dataDir, 'serve.address'))
    const elsewhere = await gateway.cli(['doctor', '--offline'], { env: { PORT: '1' } })
    expect(elsewhere.code).toBe(0)
    expect(elsewhere.stdout).toMatch(/warn {2}server .*127\.0\.0\.1:1 does not answer/)
  })

  test('tells of a proxy whose forwarded addresses it does not believe', async () => {
    await using gateway = await startGateway()
    for (const client of ['203.0.113.1', '203.0.113.2', '203.0.113.3']) {
      await fetch(`${gateway.url}/api/status`, { headers: { 'x-forwarded-for': client } })
    }
    const asked = await gateway.cli(['doctor', '--offline'])
    expect(asked.stdout).toMatch(/warn {2}server .*X-Forwarded-For/)
    expect(asked.stdout).toContain('GW_TRUSTED_PROXIES')
  })

  test('that is expected and not there fails', async () => {
    const { code, rows } = await examine(['--url', 'http://127.0.0.1:1'])
    expect([code, rows.server?.status]).toEqual([1, 'fail'])
  })
})

test('findings are told in Chinese', async () => {
  const { stdout } = await shell.gw(['--lang', 'zh', 'doctor', '--offline'])
  expect(stdout).toContain('账本与所有余额一致')
  expect(stdout).not.toMatch(/\{\{|doctor\./)
})
