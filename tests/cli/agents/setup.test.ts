/** `gw setup` for a user of a gateway elsewhere: what it writes, and that it takes it all back. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { AGENTS } from '../../../cli/agents/rows'
import type { TokenJson } from '../../../server/domain/endpoints/token'
import { TOKEN_STATUS } from '../../../server/domain/status'
import { API_PASSWORD, type ApiCaller, apiClient, NO_LIMITS } from '../../support/api'
import { type CliOptions, runCli } from '../../support/cli'
import { type Gateway, startGateway } from '../../support/gateway'
import { type TempDir, tempDir } from '../../support/temp-dir'
import { HOMES, type Home } from './homes'

let gateway: Gateway
let ann: ApiCaller
let access: Record<string, string>
const homes: TempDir[] = []

beforeAll(async () => {
  gateway = await startGateway({
    env: NO_LIMITS,
    tokens: [],
    channels: [{ models: ['gpt-4o', 'text-embedding-3-small'] }],
  })
  ann = await apiClient(gateway).as('user')
  const { body } = await ann.post('/api/user/token', { original_password: API_PASSWORD })
  access = { GW_URL: gateway.url, GW_ACCESS_TOKEN: body.data, GW_USER_ID: String(ann.id) }
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  for (const home of homes) home.remove()
})

/** A person with a home of its own, and perhaps with settings there. */
function person(settings?: Home) {
  const home = tempDir('home')
  homes.push(home)
  const path = join(home.path, settings?.file ?? '')
  if (settings !== undefined) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, settings.before)
    chmodSync(path, 0o644)
  }
  const gw = (args: readonly string[], { env, ...options }: CliOptions = {}) =>
    runCli(['setup', ...args], { ...options, env: { HOME: home.path, ...access, ...env } })
  return { path, home: home.path, gw }
}

const tokens = async (): Promise<readonly TokenJson[]> =>
  (await ann.get('/api/token/?size=100')).body.data
const names = async () => (await tokens()).map(({ name }) => name.replace(/@.*/, ''))

/** Files of a home, but for the record and for what Bun keeps there. */
const filesIn = (home: string) =>
  readdirSync(home, { recursive: true, encoding: 'utf8' }).filter(
    (path) => statSync(join(home, path)).isFile() && !/^\.(?:bun|config\/gw)\//.test(path),
  )

const filled = (says: object, key: string) =>
  JSON.parse(JSON.stringify(says).replaceAll('<url>', gateway.url).replaceAll('<key>', key))

describe.each(Object.entries(HOMES))('the settings of %s', (agent, settings) => {
  test('get the gateway and keep the rest, and come back to the last byte', async () => {
    const { path, gw } = person(settings)
    const set = await gw([agent, '--budget', '2', '--json'])
    expect([set.code, set.stderr]).toEqual([0, ''])
    expect(set.json()).toMatchObject({ agent, address: expect.stringContaining(gateway.url) })
    const text = readFileSync(path, 'utf8')
    for (const part of settings.stays) expect(text).toContain(part)
    const token = (await tokens()).find(({ name }) => name.startsWith(`${agent}@`))
    expect(token).toMatchObject({ remain_quota: 1_000_000, status: TOKEN_STATUS.enabled })
    expect(settings.parse(text)).toMatchObject(filled(settings.says, `sk-${token?.key}`))
    expect(statSync(path).mode & 0o777).toBe(0o600)

    const undone = await gw([agent, '--undo'])
    expect([undone.code, undone.stderr]).toEqual([0, expect.stringContaining('restored')])
    expect(readFileSync(path, 'utf8')).toBe(settings.before)
    expect(statSync(path).mode & 0o777).toBe(0o644)
    expect(await names()).not.toContain(agent)
  })
})

describe('gw setup', () => {
  test('makes what was not there, and leaves nothing of it behind', async () => {
    const { home, gw } = person()
    for (const { id } of AGENTS) expect((await gw([id, '--model', 'gpt-4o'])).code).toBe(0)
    expect(filesIn(home)).toHaveLength(10)
    expect((await names()).toSorted()).toEqual(AGENTS.map(({ id }) => id).toSorted())
    for (const { id } of AGENTS) expect((await gw([id, '--undo'])).code).toBe(0)
    expect([filesIn(home), await names()]).toEqual([[], []])
    expect(readdirSync(home).filter((name) => !['.bun', '.config'].includes(name))).toEqual([])
  })

  test('lists the agents, where they are and what they call', async () => {
    const { home, gw } = person(HOMES.qwen)
    mkdirSync(join(home, 'bin'))
    writeFileSync(join(home, 'bin/claude'), '#!/bin/sh\n', { mode: 0o755 })
    const env = { PATH: `${home}/bin:${process.env.PATH}` }
    await gw(['claude'], { env })
    const rows = (await gw(['--json'], { env })).json()
    expect(rows).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          ...{ agent: 'claude', found: `${home}/bin/claude`, address: gateway.url, is_set: 1 },
        }),
        expect.objectContaining({ agent: 'qwen', found: `${home}/.qwen`, is_set: 0 }),
        expect.objectContaining({ agent: 'cursor', found: '', address: '', token_id: 0 }),
      ]),
    )
    await gw(['claude', '--undo'])
  })

  test('calls with one token as often as it is repeated, and gives it another budget', async () => {
    const { path, gw } = person(HOMES.claude)
    await gw(['claude'])
    const [first] = await tokens()
    await gw(['claude', '--budget', '0.5'])
    const [second, ...others] = await tokens()
    expect([second?.id, second?.remain_quota, others]).toEqual([first?.id, 250_000, []])
    expect((await gw(['claude', '--undo'])).code).toBe(0)
    expect(readFileSync(path, 'utf8')).toBe(HOMES.claude?.before ?? '')
  })

  test('undoes nothing that was changed since, unless it is forced', async () => {
    const { path, gw } = person(HOMES.aider)
    await gw(['aider'])
    writeFileSync(path, `${readFileSync(path, 'utf8')}# later\n`)
    const refused = await gw(['aider', '--undo'])
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringContaining('was changed since'),
    ])
    expect(await names()).toEqual(['aider'])
    // Nor does a setup in between make it forget.
    await gw(['aider'])
    expect((await gw(['aider', '--undo'])).code).toBe(1)
    expect((await gw(['aider', '--undo', '--force'])).code).toBe(0)
    expect(readFileSync(path, 'utf8')).toBe(HOMES.aider?.before ?? '')
    expect(await names()).toEqual([])
  })

  test('keeps what was there where only its owner can read it', async () => {
    const { home, gw } = person(HOMES.codex)
    await gw(['codex'])
    const record = join(home, '.config/gw/agents/codex.json')
    expect(statSync(record).mode & 0o777).toBe(0o600)
    expect(readFileSync(record, 'utf8')).not.toContain((await tokens())[0]?.key ?? '')
    await gw(['codex', '--undo'])
    expect(existsSync(record)).toBeFalse()
  })

  test('writes through a link and leaves it one', async () => {
    const { home, gw } = person()
    mkdirSync(join(home, 'dotfiles'))
    writeFileSync(join(home, 'dotfiles/aider.yml'), 'dark-mode: true\n')
    symlinkSync(join(home, 'dotfiles/aider.yml'), join(home, '.aider.conf.yml'))
    await gw(['aider'])
    expect(readFileSync(join(home, 'dotfiles/aider.yml'), 'utf8')).toContain(gateway.url)
    await gw(['aider', '--undo'])
    expect(readFileSync(join(home, 'dotfiles/aider.yml'), 'utf8')).toBe('dark-mode: true\n')
  })

  test('only shows with --dry-run, without a token and without a key', async () => {
    const { path, gw } = person(HOMES.codex)
    writeFileSync(path, `api_key = "secret-of-somebody"\n${HOMES.codex?.before}`)
    const before = readFileSync(path, 'utf8')
    const { code, stdout } = await gw(['codex', '--dry-run'])
    expect(code).toBe(0)
    expect(stdout).toContain('+model = "gpt-4o" # best')
    expect(stdout).toContain('api_key = "…"')
    expect(stdout).not.toContain('secret-of-somebody')
    expect([readFileSync(path, 'utf8'), await names()]).toEqual([before, []])
  })

  test('only prints with --print, with the key that it has just made', async () => {
    const { home, gw } = person()
    const { stdout } = await gw(['cline', '--print'])
    const [token] = await tokens()
    expect(stdout).toContain(`sk-${token?.key}`)
    expect((await gw(['cline', '--print'])).stdout).not.toContain(token?.key ?? '')
    expect(filesIn(home)).toEqual([])
    await ann.delete(`/api/token/${token?.id}`)
  })

  test('says what to do in Cursor, whose settings no file holds', async () => {
    const { gw } = person()
    const { stderr } = await gw(['cursor'])
    const [token] = await tokens()
    expect(stderr).toContain(`paste sk-${token?.key}`)
    expect(stderr).toContain(`Override OpenAI Base URL: ${gateway.url}/v1`)
    await gw(['cursor', '--undo'])
    expect(await names()).toEqual([])
  })

  test('takes a key that there is, and revokes it not', async () => {
    const { home, gw } = person()
    const { body } = await ann.post('/api/token/', { name: 'mine', unlimited_quota: true })
    const key = `sk-${body.data[0].key}`
    const env = { GW_URL: '', GW_ACCESS_TOKEN: '' }
    const set = await gw(['opencode', '--key', '-', '--url', gateway.url], { env, input: key })
    expect([set.code, set.stdout + set.stderr]).toEqual([0, expect.not.stringContaining(key)])
    const file = join(home, '.config/opencode/opencode.json')
    expect(readFileSync(file, 'utf8')).toContain(key)
    expect((await gw(['opencode', '--undo'], { env })).code).toBe(0)
    expect([filesIn(home), await names()]).toEqual([[], ['mine']])
    await ann.delete(`/api/token/${body.data[0].id}`)
  })

  test('is done for another user where the database is', async () => {
    const { gw } = person()
    const { username } = await gateway.services.users.show(ann.id)
    const options = { env: { GW_URL: '' }, dataDir: gateway.dataDir }
    expect((await gw(['zed', '--user', username], options)).code).toBe(0)
    expect(await names()).toEqual(['zed'])
    expect((await gw(['zed', '--undo'], options)).code).toBe(0)
    expect(await names()).toEqual([])
  })

  const SPOILED: Home = {
    ...{ file: '.claude/settings.json', before: '{ "env": ', stays: [] },
    ...{ says: {}, parse: JSON.parse },
  }
  const WRONG = [
    ['a file that is no JSON', ['claude'], {}, 1, 'is left alone'],
    ['no server', ['codex'], { GW_URL: '' }, 5, 'start "gw serve"'],
    ['an amount that is none', ['codex', '--budget', 'much'], {}, 2, 'must be dollars'],
    ['a key and a budget', ['codex', '--key', 'k', '--budget', '1'], {}, 2, 'exclude each other'],
    ['somebody else elsewhere', ['codex', '--user', 'root'], {}, 2, 'this machine only'],
    ['an agent that nobody knows', ['frob'], {}, 2, 'must be one of'],
    ['an undo of nothing', ['codex', '--undo'], {}, 3, 'has set up no Codex'],
  ] as const
  test.each(WRONG)('refuses %s and changes nothing', async (_, args, env, code, why) => {
    const { home, path, gw } = person(SPOILED)
    const dataDir = 'GW_URL' in env ? join(home, 'nothing') : undefined
    const refused = await gw(args, { env, dataDir })
    expect([refused.code, refused.stderr]).toEqual([code, expect.stringContaining(why)])
    expect([readFileSync(path, 'utf8'), filesIn(home).length]).toEqual(['{ "env": ', 1])
    expect(await names()).toEqual([])
  })
})
