/**
 * Coding agents, as npm and PyPI have them, run on the gateway: by `gw launch`, which touches no
 * file of theirs, and by themselves after `gw setup`. Their homes say before that they call
 * somebody else, who is not there.
 */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { HOMES } from '../cli/agents/homes'
import { cliCommand, cliEnv } from '../support/cli'
import { type Gateway, startGateway } from '../support/gateway'
import { TEST_ACTOR } from '../support/seed'
import { type TempDir, tempDir } from '../support/temp-dir'
import { startUpstream, type Upstream } from '../support/upstream'
import { commandOf, INSTALL_LIMIT_MS, type Package } from './agents/packages'
import { AGENTS } from './agents/programs'
import { VENDORS, working } from './agents/vendors'

const LIMIT_MS = 50_000
/** Of one call: 1,000 tokens in at $2.50 a million, and 100 out at $10. */
const CALL_USD = 0.0035

interface Program {
  readonly binary: string
  readonly package: Package
  readonly asks: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

function packageOf(name: string): Package {
  const agent = AGENTS[name]
  if (agent === undefined) throw new Error(`no agent ${name}`)
  return agent.package
}

const PROGRAMS: Readonly<Record<string, Program>> = {
  claude: {
    binary: 'claude',
    package: packageOf('Claude Code'),
    asks: ['-p', 'hi'],
    env: { CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1', DISABLE_AUTOUPDATER: '1' },
  },
  codex: {
    binary: 'codex',
    package: packageOf('Codex'),
    asks: [
      ...['-c', 'analytics.enabled=false', '-c', 'features.plugins=false'],
      ...['-c', 'features.apps=false', '-c', 'check_for_update_on_startup=false'],
      ...['exec', '--skip-git-repo-check', 'hi'],
    ],
  },
  gemini: {
    binary: 'gemini',
    package: packageOf('Gemini CLI'),
    asks: ['--skip-trust', '-p', 'hi'],
  },
  opencode: {
    binary: 'opencode',
    package: packageOf('opencode'),
    asks: ['run', 'hi'],
    env: AGENTS.opencode?.env({ home: '', file: '', url: '', key: '', model: '' }) ?? {},
  },
  qwen: {
    binary: 'qwen',
    package: {
      name: '@qwen-code/qwen-code',
      version: '0.24.4',
      programs: ['@qwen-code/qwen-code/cli-entry.js'],
    },
    asks: ['-p', 'hi'],
  },
  aider: {
    binary: 'aider',
    package: { registry: 'pypi', name: 'aider-chat', version: '0.86.2', programs: ['aider'] },
    asks: [
      ...['--no-git', '--yes-always', '--no-check-update', '--no-show-model-warnings'],
      ...['--analytics-disable', '--no-show-release-notes', '--message', 'say hi'],
    ],
  },
  continue: {
    binary: 'cn',
    package: {
      name: '@continuedev/cli',
      version: '1.5.47',
      programs: ['@continuedev/cli/dist/cn.js'],
    },
    asks: ['-p', 'hi'],
    env: { CONTINUE_TELEMETRY_ENABLED: '0' },
  },
  cline: {
    binary: 'cline',
    package: { name: 'cline', version: '3.0.65', programs: ['@cline/cli-*/bin/cline'] },
    asks: ['say hi'],
    // Sessions would share a program that stays.
    env: { CLINE_SESSION_BACKEND_MODE: 'local' },
  },
}

/** Agents that look for news find nobody. */
const NOWHERE = {
  HTTP_PROXY: 'http://127.0.0.1:9',
  HTTPS_PROXY: 'http://127.0.0.1:9',
  NO_PROXY: '127.0.0.1,localhost',
  no_proxy: '127.0.0.1,localhost',
}

/** aider is for no other. */
const PYTHON = Bun.spawnSync(['python3', '-c', 'import sys, pip; print(sys.version_info[1])'])
const HAS_PYTHON = /^1[012]$/.test(PYTHON.stdout.toString().trim())

let upstream: Upstream
let gateway: Gateway
let bin: TempDir
const homes: TempDir[] = []

beforeAll(async () => {
  upstream = await startUpstream([])
  upstream.script(working(VENDORS.openai, []))
  gateway = await startGateway({
    users: [{ username: 'ann' }],
    tokens: [],
    channels: [{ type: VENDORS.openai.type, models: VENDORS.openai.model, upstream }],
  })
  bin = tempDir('bin')
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await upstream.stop()
  for (const folder of [bin, ...homes]) folder.remove()
})

function putOnPath(binary: string, command: readonly string[]): void {
  const path = join(bin.path, binary)
  writeFileSync(path, `#!/bin/sh\nexec ${command.map((word) => `'${word}'`).join(' ')} "$@"\n`)
  chmodSync(path, 0o755)
}

/** Of somebody who has set every agent to another gateway, with what they would fetch. */
function newHome(): string {
  const home = tempDir('home')
  homes.push(home)
  for (const { file, before } of Object.values(HOMES)) {
    mkdirSync(dirname(join(home.path, file)), { recursive: true })
    writeFileSync(join(home.path, file), before)
  }
  const plugins = { packages: { '': { dependencies: { '@opencode-ai/plugin': '*' } } } }
  mkdirSync(join(home.path, '.config/opencode/node_modules'))
  writeFileSync(join(home.path, '.config/opencode/package-lock.json'), JSON.stringify(plugins))
  return home.path
}

const settingsIn = (home: string) =>
  Object.values(HOMES).map(({ file }) => readFileSync(join(home, file), 'utf8'))

interface Ran {
  readonly code: number
  readonly said: string
  readonly told: string
}

async function run(home: string, command: readonly string[], env = {}): Promise<Ran> {
  const child = Bun.spawn([...command], {
    cwd: home,
    env: cliEnv({
      ...{ PATH: `${bin.path}:${process.env.PATH}`, HOME: home },
      ...NOWHERE,
      ...env,
    }),
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
    timeout: LIMIT_MS,
  })
  const [said, told, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  return { code, said, told }
}

/** For a user of the gateway that runs here. */
const gw = (home: string, [command = '', ...args]: readonly string[], env = {}) =>
  run(home, cliCommand([command, '--user', 'ann', ...args], { dataDir: gateway.dataDir }), env)

/** Fails with what it has told where it did not answer. */
function expectAnswer({ code, said, told }: Ran): void {
  if (code !== 0 || !said.includes('Done.')) throw new Error(`exit ${code}\n${said}\n${told}`)
}

/** Calls of the line that says what a session cost, whose dollars are theirs. */
function callsOf({ told }: Ran, name: RegExp): number {
  const line = told.split('\n').find((one) => name.test(one)) ?? told
  const [, usd, calls, read, written] =
    /: \$([\d.]+), calls (\d+), tokens (\d+) in, (\d+) out$/.exec(line)?.map(Number) ?? []
  expect([line, usd]).toEqual([line, Number(((calls ?? 0) * CALL_USD).toFixed(6))])
  expect([read, written]).toEqual([(calls ?? 0) * 1000, (calls ?? 0) * 100])
  return calls ?? 0
}

const tokens = async () => (await gateway.services.tokens.list({})).items.map(({ name }) => name)

for (const [id, program] of Object.entries(PROGRAMS)) {
  const isThere = program.package.registry !== 'pypi' || HAS_PYTHON
  describe.skipIf(!isThere)(isThere ? id : `${id} (needs pip of Python 3.10 to 3.12)`, () => {
    let home = ''
    beforeAll(async () => {
      putOnPath(program.binary, await commandOf(program.package))
      home = newHome()
    }, INSTALL_LIMIT_MS)

    test(
      'answers by "gw launch", which says what it cost and changes no settings',
      async () => {
        const before = settingsIn(home)
        const ran = await gw(home, ['launch', id, '--', ...program.asks], program.env)
        expectAnswer(ran)
        expect(callsOf(ran, /^[\w ]+, gpt-4o: /)).toBeGreaterThan(0)
        expect(settingsIn(home)).toEqual(before)
        expect(await tokens()).toEqual([])
      },
      LIMIT_MS + 5000,
    )

    test(
      'answers by itself after "gw setup"',
      async () => {
        const set = await gw(home, ['setup', id])
        expect([set.code, set.told]).toEqual([0, expect.stringContaining('wrote')])
        expectAnswer(await run(home, [program.binary, ...program.asks], program.env))
        await gateway.idle()
        const [token] = (await gateway.services.tokens.list({})).items
        expect(token?.used_quota).toBeGreaterThanOrEqual(CALL_USD * 500_000)
        await gw(home, ['setup', id, '--undo', '--force'])
        expect(await tokens()).toEqual([])
      },
      LIMIT_MS + 5000,
    )
  })
}

describe('gw launch', () => {
  const standIn = [process.execPath, join(import.meta.dir, 'agents/stand-in.ts')]
  const home = () => {
    const folder = tempDir('home')
    homes.push(folder)
    putOnPath('claude', standIn)
    return folder.path
  }

  test('refuses what the budget does not hold, and exits as the agent does', async () => {
    const ran = await gw(home(), ['launch', 'claude', '--budget', '0.01', '--', 'hi'])
    expect([ran.code, ran.said]).toEqual([7, expect.stringMatching(/^[34] calls\n$/)])
    expect(ran.told).toContain(`$0.010000, calls ${ran.said[0]}`)
    expect(await tokens()).toEqual([])
  })

  test('counts what a given key calls in the session, and leaves the key', async () => {
    const [made] = await gateway.services.tokens.create(TEST_ACTOR, {
      ...{ user_id: gateway.userIds[0] ?? 0, name: 'mine', remain_quota: 8000 },
    })
    const key = `sk-${made?.key}`
    const args = ['launch', 'claude', '--key', key, '--url', gateway.url, '--', 'hi']
    const nowhere = await run(home(), cliCommand(args, { dataDir: join(bin.path, 'nothing') }))
    expect([nowhere.code, nowhere.told]).toEqual([7, expect.stringContaining('$0.016000, calls 5')])
    expect(await tokens()).toEqual(['mine'])
    await gateway.services.tokens.revoke(TEST_ACTOR, made?.id ?? 0)
  })

  test('hands on the signals that it gets, and ends the token then too', async () => {
    const child = Bun.spawn(
      cliCommand(['launch', 'claude', '--user', 'ann', '--', 'wait'], { dataDir: gateway.dataDir }),
      {
        env: cliEnv({ PATH: `${bin.path}:${process.env.PATH}`, HOME: home() }),
        stdin: 'ignore',
        stdout: 'pipe',
        stderr: 'pipe',
      },
    )
    const { value } = await child.stdout.getReader().read()
    expect(new TextDecoder().decode(value)).toBe('ready\n')
    child.kill('SIGTERM')
    expect(await child.exited).toBe(9)
    expect(await new Response(child.stderr).text()).toContain('Claude Code: no calls')
    expect(await tokens()).toEqual([])
  })

  test('says what is missing: the agent, or a server', async () => {
    const empty = { PATH: '/nowhere' }
    const missing = await gw(home(), ['launch', 'codex'], empty)
    expect([missing.code, missing.told]).toEqual([3, expect.stringContaining('not installed')])
    const nothing = join(bin.path, 'nothing')
    const nowhere = await run(home(), cliCommand(['launch', 'claude'], { dataDir: nothing }))
    expect([nowhere.code, nowhere.told]).toEqual([5, expect.stringContaining('"gw serve"')])
  })
})
