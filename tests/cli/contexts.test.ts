/** `gw context` and `gw api`: one command line for the gateways of a user, here and elsewhere. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { API_PASSWORD, type ApiCaller, apiClient, NO_LIMITS } from '../support/api'
import { type CliOptions, runCli } from '../support/cli'
import { type Gateway, startGateway } from '../support/gateway'
import { tempDir } from '../support/temp-dir'

const home = tempDir('home')
const here = tempDir('here')
const file = join(home.path, 'gw', 'contexts.json')
let gateway: Gateway
let root: ApiCaller
let accessToken: string

beforeAll(async () => {
  gateway = await startGateway({ env: NO_LIMITS, tokens: [{ name: 'elsewhere' }] })
  root = await apiClient(gateway).as('root')
  const { body } = await root.post('/api/user/token', { original_password: API_PASSWORD })
  accessToken = body.data
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  home.remove()
  here.remove()
})

const gw = (args: readonly string[], { env, ...options }: CliOptions = {}) =>
  runCli(args, { ...options, env: { XDG_CONFIG_HOME: home.path, ...env } })

const add = (name: string) =>
  gw(['context', 'add', name, gateway.url, '--access-token', '-', '--user', String(root.id)], {
    input: accessToken,
  })

const names = async () => (await gw(['context', 'list', '--quiet'])).stdout.trim().split('\n')
const current = async () => (await gw(['context', 'show', '--quiet'])).stdout.trim()

describe('contexts', () => {
  test('are added, used, renamed and removed; "local" is always there', async () => {
    expect(await names()).toEqual(['local'])
    expect((await add('one')).code).toBe(0)
    expect((await add('two')).code).toBe(0)
    expect(await names()).toEqual(['local', 'one', 'two'])
    expect(await current()).toBe('local')
    await gw(['context', 'use', 'two'])
    await gw(['context', 'rename', 'two', 'prod'])
    expect(await current()).toBe('prod')
    const { stdout } = await gw(['context', 'show', '--json'])
    expect(JSON.parse(stdout)).toEqual({
      ...{ name: 'prod', is_current: 1, url: gateway.url, user_id: root.id, username: 'root' },
      token_in: 'file',
    })
    await gw(['context', 'remove', 'prod'])
    expect([await names(), await current()]).toEqual([['local', 'one'], 'local'])
  })

  test('are kept where only their owner can read, and no command prints a token', async () => {
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readFileSync(file, 'utf8')).toContain(accessToken)
    const { stdout, stderr } = await gw(['context', 'show', 'one', '--json'])
    expect(stdout + stderr).not.toContain(accessToken)
  })

  const WRONG = [
    ['a name twice', ['context', 'add', 'one', 'http://127.0.0.1:1'], 'there is a context one'],
    ['the name local', ['context', 'add', 'local', 'http://127.0.0.1:1'], '"local" always'],
    ['a name with blanks', ['context', 'rename', 'one', 'o n e'], 'letters, digits'],
    ['an unknown one', ['context', 'use', 'none'], 'there is no context none'],
    ['an unknown flag', ['--context', 'none', 'api', 'GET', '/api/status'], 'no context none'],
    ['two places', ['--context', 'one', '--data', '/tmp', 'api', 'GET', '/'], 'exclude each other'],
    ['local, which stays', ['context', 'remove', 'local'], '"local" always'],
  ] as const
  for (const [name, args, why] of WRONG) {
    test(`${name} is wrong usage`, async () => {
      const { code, stderr } = await gw(args)
      expect([code, stderr.includes(why) ? why : stderr]).toEqual([2, why])
    })
  }

  test('a file spoiled by hand is put aside, not lost', async () => {
    const spoiled = tempDir('spoiled')
    const path = join(spoiled.path, 'gw', 'contexts.json')
    mkdirSync(join(spoiled.path, 'gw'))
    writeFileSync(path, '{"contexts": {')
    const env = { XDG_CONFIG_HOME: spoiled.path }
    expect((await gw(['context', 'use', 'local'], { env })).code).toBe(0)
    expect(readFileSync(`${path}.damaged`, 'utf8')).toBe('{"contexts": {')
    spoiled.remove()
  })

  test('what "gw login" stored before becomes the current context', async () => {
    const former = tempDir('former')
    const path = join(former.path, 'gw', 'login.json')
    mkdirSync(join(former.path, 'gw'))
    const stored = { url: `${gateway.url}/`, user_id: root.id, username: 'root' }
    writeFileSync(path, JSON.stringify({ ...stored, access_token: accessToken }))
    const env = { XDG_CONFIG_HOME: former.path }
    const answer = await gw(['api', 'GET', '/api/user/self'], { env })
    expect(answer.json()).toMatchObject({ data: { username: 'root' } })
    const { host } = new URL(gateway.url)
    await gw(['context', 'rename', host, 'prod'], { env })
    expect(existsSync(path)).toBeFalse()
    expect((await gw(['context', 'show', '--quiet'], { env })).stdout).toBe('prod\n')
    former.remove()
  })
})

describe('a command that works on the machine of the gateway only', () => {
  const NAMED = [
    ['--context', ['--context', 'one'], {}],
    ['GW_CONTEXT', [], { GW_CONTEXT: 'one' }],
    ['GW_URL', [], { GW_URL: 'http://127.0.0.1:1', GW_ACCESS_TOKEN: 'x' }],
  ] as const
  for (const [name, flags, env] of NAMED) {
    test(`does nothing where ${name} names a gateway elsewhere`, async () => {
      const { code, stderr } = await gw([...flags, 'db', 'check'], { env })
      expect([code, stderr]).toEqual([2, expect.stringContaining('works on the machine')])
    })
  }

  test('works where --context or --data says so', async () => {
    const env = { GW_CONTEXT: 'one' }
    const dataDir = here.path
    expect((await gw(['channel', 'add', 'c', '--key', 'k'], { dataDir, env })).code).toBe(0)
    const named = { GW_DATA: here.path, ...env }
    const listed = await gw(['--context', 'local', 'channel', 'list', '--quiet'], { env: named })
    expect([listed.code, listed.stdout]).toEqual([0, '1\n'])
  })
})

test('models are called where the context says; a key is not shown elsewhere', async () => {
  const embed = ['embed', '--model', 'none', 'x']
  await gw(['context', 'use', 'one'])
  const here = await gw(['--context', 'local', ...embed], { env: { GW_TOKEN_KEY: '' } })
  expect([here.code, here.stderr]).toEqual([2, expect.stringContaining('give --key')])
  const there = await gw(['--context', 'one', ...embed, '--key', 'sk-wrong'])
  expect([there.code, there.stderr]).toEqual([1, expect.stringContaining('401')])
  const unnamed = await gw([...embed, '--key', 'sk-wrong'], { env: { PORT: '1' } })
  expect([unnamed.code, unnamed.stderr.includes('401')]).toEqual([5, false])
  await gw(['context', 'use', 'local'])
})

describe('gw api', () => {
  /** The same database at rest, and a gateway that listens elsewhere. */
  const PLACES: readonly (readonly [string, () => CliOptions])[] = [
    ['of this machine', () => ({ dataDir: here.path })],
    ['of a context', () => ({ env: { GW_CONTEXT: 'one' } })],
    [
      'of the environment',
      () => ({
        env: {
          GW_URL: gateway.url,
          GW_ACCESS_TOKEN: accessToken,
          GW_USER_ID: String(root.id),
          XDG_CONFIG_HOME: here.path,
        },
      }),
    ],
  ]
  for (const [name, options] of PLACES) {
    test(`reads, writes and lists on the gateway ${name}`, async () => {
      const self = await gw(['api', 'GET', 'api/user/self'], options())
      expect(self.json()).toMatchObject({ success: true, data: { username: 'root' } })
      const fields = ['-f', 'name=42', '-F', 'unlimited_quota=true', '-F', 'expired_time=-1']
      const made = await gw(['api', 'POST', '/api/token/', ...fields], options())
      expect([made.code, made.json()]).toMatchObject([0, { success: true }])
      const many = { input: '{"name":"by file","remain_quota":1,"expired_time":-1}', ...options() }
      expect((await gw(['api', 'POST', '/api/token/', '--input', '-'], many)).code).toBe(0)
      const lists = ['api', 'GET', '/api/token/', '-f', 'page_size=1', '--paginate']
      const listed = await gw(lists, options())
      expect(listed.json()).toContainEqual(
        expect.objectContaining({ name: '42', unlimited_quota: true }),
      )
      const lines = (await gw([...lists, '--output', 'ndjson'], options())).stdout.trim()
      expect(lines.split('\n').map((line) => JSON.parse(line).name)).toEqual(
        expect.arrayContaining(['42', 'by file']),
      )
    })
  }

  test('lists of every kind are followed to their last page, each row once', async () => {
    const env = { GW_CONTEXT: 'one' }
    for (const path of ['/api/log/', '/api/channel/', '/api/user/', '/api/token/', '/api/audit/']) {
      const listed = await gw(['api', 'GET', path, '--paginate', '-f', 'page_size=2'], { env })
      const rows = listed.json()
      if (!Array.isArray(rows)) throw new Error(`${path}: ${listed.stdout}`)
      const ids = rows.map(({ id }) => id)
      expect([path, new Set(ids).size]).toEqual([path, ids.length])
      const whole = await root.get(`${path}?page_size=100`)
      const { total } = whole.body.data?.total === undefined ? whole.body : whole.body.data
      if (path !== '/api/audit/') expect([path, ids.length]).toEqual([path, total ?? ids.length])
    }
  })

  test('a refusal is printed, and told by the exit code', async () => {
    const env = { GW_CONTEXT: 'one' }
    const codes = async (args: readonly string[], more: Record<string, string> = {}) => {
      const { code, stdout, stderr } = await gw(['api', ...args], { env: { ...env, ...more } })
      return { code, isPrinted: stdout.includes('"success": false'), isTold: stderr.length > 10 }
    }
    const refused = { isPrinted: true, isTold: true }
    expect(await codes(['POST', '/api/token/', '-f', `name=${'n'.repeat(60)}`])).toMatchObject(
      refused,
    )
    expect(await codes(['GET', '/api/nothing'])).toMatchObject({ code: 3, isTold: true })
    const wrong = { GW_CONTEXT: '', GW_URL: gateway.url, GW_ACCESS_TOKEN: 'wrong' }
    expect(await codes(['GET', '/api/user/self'], wrong)).toMatchObject({ code: 4, ...refused })
    const away = { GW_CONTEXT: '', GW_URL: 'http://127.0.0.1:1', GW_ACCESS_TOKEN: 'x' }
    expect(await codes(['GET', '/api/status'], away)).toMatchObject({ code: 5, isTold: true })
  })

  const WRONG = [
    ['a field without a value', ['POST', '/api/token/', '-f', 'name'], 'KEY=VALUE'],
    ['a body with GET', ['GET', '/api/status', '--input', '-'], 'GET has no body'],
    ['a body that is no JSON', ['PUT', '/api/token/', '--input', '-'], 'must be JSON'],
    ['pages of what changes', ['POST', '/api/token/', '--paginate'], 'goes with GET'],
    ['pages of what is no list', ['GET', '/api/status', '--paginate'], 'this is none'],
    ['another method', ['GRAB', '/api/status'], 'must be one of GET'],
  ] as const
  for (const [name, args, why] of WRONG) {
    test(`${name} is wrong usage`, async () => {
      const options = { env: { GW_CONTEXT: 'one' }, input: '{' }
      const { code, stderr } = await gw(['api', ...args], options)
      expect([code, stderr.includes(why) ? why : stderr]).toEqual([2, why])
    })
  }

  test('the server of this machine is asked where one runs, and its session ends', async () => {
    const { dataDir } = gateway
    const sessions = async () => (await root.get('/api/user/sessions')).body.data
    const before = await sessions()
    const self = await gw(['api', 'GET', '/api/user/self'], { dataDir })
    expect(self.json()).toMatchObject({ data: { username: 'root' } })
    expect((await sessions()).length).toBe(before.length)
  })

  test('makes no database where there is none', async () => {
    const dataDir = join(home.path, 'nothing')
    const { code, stderr } = await gw(['api', 'GET', '/api/status'], { dataDir })
    expect([code, stderr.includes(dataDir), existsSync(dataDir)]).toEqual([3, true, false])
  })

  test('addresses of the API and names of contexts are completed', async () => {
    const { stdout } = await gw(['__complete', 'path', '/api/token'])
    expect(stdout.match(/^\/api\/token\/\t.*$/gm)).toEqual([
      expect.stringMatching(/GET .* POST .* PUT /),
    ])
    expect((await gw(['__complete', 'context', 'o'])).stdout).toContain(`one\t${gateway.url}`)
  })
})
