/** Every command on a gateway elsewhere does what it does on the machine itself. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { cpSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isClientSide } from '../../cli/command/command'
import { COMMANDS } from '../../cli/commands'
import { API_PASSWORD, type ApiCaller, apiClient, NO_LIMITS } from '../support/api'
import { type CliOptions, type CliResult, runCli } from '../support/cli'
import { type Gateway, startGateway } from '../support/gateway'
import { tempDir } from '../support/temp-dir'
import { CALLS, type CommandCall } from './command-calls'

const folder = tempDir('elsewhere')
const copy = join(folder.path, 'copy')
const work = join(folder.path, 'work')
let gateway: Gateway
let root: ApiCaller
let accessToken: string

beforeAll(async () => {
  mkdirSync(work)
  const first = await startGateway({ env: NO_LIMITS })
  await apiClient(first).as('root')
  await first.stop()
  cpSync(first.dataDir, copy, { recursive: true })
  gateway = await startGateway({ env: NO_LIMITS, restartOf: first })
  root = await apiClient(gateway).as('root')
  accessToken = await newToken()
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  folder.remove()
})

async function newToken(scopes?: readonly string[]): Promise<string> {
  if (scopes === undefined) {
    const { body } = await root.post('/api/user/token', { original_password: API_PASSWORD })
    return body.data
  }
  const name = scopes.join(' ') || 'none'
  const { body } = await root.post('/api/access_token/', {
    name,
    scopes,
  })
  return body.data.token
}

const there = (
  argv: readonly string[],
  { env, ...options }: CliOptions = {},
  token = accessToken,
) =>
  runCli(argv, {
    cwd: work,
    ...options,
    env: { ...env, GW_URL: gateway.url, GW_ACCESS_TOKEN: token, GW_USER_ID: String(root.id) },
  })

const here = ({ argv, input, env }: CommandCall) =>
  runCli(argv, { dataDir: copy, cwd: work, input, env })

/** Times and random names differ, and so do the folders. */
const plain = (text: string) =>
  text.replace(/\d{4}-\d\d-\d\d \d\d:\d\d(?::\d\d)?Z?/g, 'TIME').replace(/\b\d{10,13}\b/g, 'NUMBER')

const told = ({ code, stdout, stderr }: CliResult) => ({
  code,
  stdout: plain(stdout),
  stderr: plain(stderr),
})

describe('what every command does', () => {
  test('is the same here and elsewhere', async () => {
    const [onMachine, elsewhere]: object[][] = [[], []]
    const unexpected: object[] = []
    for (const one of CALLS) {
      const [a, b] = await Promise.all([here(one), there(one.argv, one)])
      const line = one.argv.join(' ')
      const shown = one.isAboutProcess ? ({ code }: CliResult) => ({ code }) : told
      if (a.code !== (one.code ?? 0)) unexpected.push({ line, code: a.code, said: a.stderr })
      onMachine?.push({ line, ...shown(a) })
      elsewhere?.push({ line, ...shown(b) })
    }
    expect(unexpected).toEqual([])
    expect(elsewhere).toEqual(onMachine)
  }, 240_000)

  test('is tried with every one of them', () => {
    const tried = CALLS.map(({ argv }) => `${argv.join(' ')} `)
    const untried = COMMANDS.filter(
      (row) =>
        row.localOnly !== true &&
        !isClientSide(row, { args: {}, flags: {} }) &&
        row.hidden !== true &&
        !tried.some((line) => line.startsWith(`${row.path.join(' ')} `)),
    ).map(({ path }) => path.join(' '))
    // It goes on until it is stopped.
    expect(untried).toEqual(['log tail'])
  })
})

describe('a command elsewhere', () => {
  test('reads and makes files where its caller is', async () => {
    writeFileSync(join(work, 'prices.json'), '{"model_ratio":{"gpt-4o":9}}')
    const diff = await there(['price', 'diff', 'prices.json', '--json'])
    expect(diff.stdout).toContain('gpt-4o')
    const made = await there(['export', '--out', 'out.json', '--json'])
    expect(made.json()).toMatchObject({ path: join(work, 'out.json'), secrets: false })
    expect(statSync(join(work, 'out.json')).mode & 0o777).toBe(0o600)
    expect(JSON.parse(readFileSync(join(work, 'out.json'), 'utf8'))).toHaveProperty('users')
    const again = await there(['export', '--out', 'out.json'])
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('exists already') })
  })

  test('brings a configuration file up to date where its caller is', async () => {
    const path = join(work, 'gw.yaml')
    writeFileSync(path, '# Ours.\nversion: 1\nroutes: {}\n')
    expect(await there(['pull', '-f', 'gw.yaml'])).toMatchObject({ code: 0, stdout: `${path}\n` })
    expect(readFileSync(path, 'utf8')).toStartWith('# Ours.\nversion: 1\nroutes:')
    const ring = 'version: 1\nchannels: {a: {key: keyring:gw-test-of-nothing, models: [m]}}\n'
    const asked = await there(['diff', '-f', '-'], { input: ring })
    expect(asked.stderr).toMatch(/keyring/)
    expect(asked.code).not.toBe(0)
  })

  test('writes the audit log in the name of the caller', async () => {
    await there(['option', 'set', 'SystemName', 'Named'])
    const { stdout } = await there(['audit', 'list', '--limit', '1', '--json'])
    expect(JSON.parse(stdout)).toMatchObject([
      { action: 'option.set', actor: 'cli:root', actor_id: root.id },
    ])
  })

  test('speaks the language of its caller', async () => {
    const { stderr } = await there(['user', 'show', 'nobody'], { env: { GW_LANG: 'zh' } })
    expect(stderr).toStartWith('错误')
  })

  test('has no gateway and no folder but its own', async () => {
    const { body } = await root.post('/api/command/', request(['--data', copy, 'status']))
    expect(JSON.stringify(body)).toContain('exit\\":0')
    expect(await there(['--data', copy, 'user', 'list', '--quiet'])).toMatchObject({ code: 0 })
    expect(existsSync(join(work, 'data'))).toBe(false)
  })
})

describe('is refused', () => {
  test('what only works on the machine', async () => {
    for (const argv of [
      ['db', 'backup', 'x'],
      ['access-token', 'create', 'root', 'x'],
    ]) {
      const { code, stderr } = await there(argv)
      expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('machine') })
    }
    const shown = await there(['token', 'show', '1', '--reveal'])
    expect(shown).toMatchObject({ code: 2, stdout: '' })
    const { body } = await root.post('/api/command/', request(['db', 'backup', 'x']))
    expect(JSON.stringify(body)).toContain('exit\\":2')
  })

  test("to set one's own password by it", async () => {
    const { code } = await there(['user', 'password', 'root', '--password', 'another123'])
    expect(code).not.toBe(0)
    expect((await there(['user', 'list', '--quiet'])).code).toBe(0)
  })

  test('what the access token is not for', async () => {
    const reader = await newToken(['log:read', 'user:read'])
    expect((await there(['user', 'list', '--quiet'], {}, reader)).code).toBe(0)
    for (const argv of [['user', 'set', 'root', '--quota', '1'], ['export'], ['price', 'list']]) {
      const { code, stderr } = await there(argv, {}, reader)
      expect({ code, stderr }).toEqual({ code: 4, stderr: expect.stringContaining(':') })
    }
  })

  test('everybody but root', async () => {
    const admin = await apiClient(gateway).as('admin')
    const { body } = await admin.post('/api/command/', request(['user', 'list']))
    expect(body).toMatchObject({ success: false, code: 'permission.root_needed' })
  })
})

describe('a hostile gateway', () => {
  const NEEDS = [
    { file: '/etc/passwd' },
    { variables: ['HOME'] },
    { secrets: ['bank'] },
    { stdin: true },
  ] as const
  for (const need of NEEDS) {
    test(`is not given ${JSON.stringify(need)}`, async () => {
      const { bodies, result } = await met({ need })
      expect(result).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('nothing was given'),
      })
      expect(bodies).toHaveLength(1)
    })
  }

  test('makes no file that its caller does not name', async () => {
    const path = join(work, 'planted')
    const { result } = await met({ save: { path, text: 'x', replaces: false } })
    expect(result.code).toBe(1)
    expect(existsSync(path)).toBe(false)
  })

  /** What a command does whose gateway answers with this, and what it sent. */
  async function met(frame: object) {
    const bodies: unknown[] = []
    await using server = Bun.serve({
      port: 0,
      async fetch(asked) {
        bodies.push(await asked.json())
        return new Response(`${JSON.stringify(frame)}\n{"exit":0}\n`, {
          headers: { 'content-type': 'application/x-ndjson' },
        })
      },
    })
    const env = { GW_URL: `http://127.0.0.1:${server.port}`, GW_ACCESS_TOKEN: 'x' }
    const result = await runCli(['price', 'diff', 'prices.json'], { cwd: work, env, input: 'no' })
    return { bodies, result }
  }
})

function request(argv: readonly string[]) {
  return {
    argv,
    language: 'en',
    time_zone: 'UTC',
    folder: '/',
    terminal: { out: false, err: false, color: false, columns: 0, rows: 0, asks: false },
    given: {},
  }
}
