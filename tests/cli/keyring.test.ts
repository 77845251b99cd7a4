/** Where access tokens of contexts are kept: in the keyring of the system, or in a file. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { accessTokenOf, forgetToken, keptContext } from '../../cli/runtime/context-tokens'
import { type SystemSecrets, systemKeyring } from '../../cli/runtime/keyring'
import { API_PASSWORD, type ApiCaller, apiClient, NO_LIMITS } from '../support/api'
import { cliCommand, cliEnv, runCli } from '../support/cli'
import { type Gateway, startGateway } from '../support/gateway'
import { tempDir } from '../support/temp-dir'

const STORED = { url: 'https://a.example', user_id: 1, username: 'root', access_token: 'secret' }

function secretsIn(entries: Map<string, string>): SystemSecrets {
  const keyOf = ({ service, name }: { service: string; name: string }) => `${service}: ${name}`
  return {
    get: async (entry) => entries.get(keyOf(entry)) ?? null,
    set: async ({ value, ...entry }) => void entries.set(keyOf(entry), value),
    delete: async (entry) => entries.delete(keyOf(entry)),
  }
}

describe('an access token', () => {
  test('is kept in the keyring, read from there and forgotten', async () => {
    const entries = new Map<string, string>()
    const keyring = systemKeyring({}, secretsIn(entries))
    const kept = await keptContext('prod', STORED, keyring)
    expect(kept).toEqual({ url: 'https://a.example', user_id: 1, username: 'root' })
    expect([...entries]).toEqual([['gw: prod https://a.example', 'secret']])
    const named = { name: 'prod', ...kept }
    expect(await accessTokenOf(named, keyring)).toBe('secret')
    await forgetToken(named, keyring)
    expect(entries.size).toBe(0)
    expect(accessTokenOf(named, keyring)).rejects.toMatchObject({ code: 'keyring.absent' })
  })

  test('is not sent to another address that somebody has written into the file', async () => {
    const keyring = systemKeyring({}, secretsIn(new Map()))
    const kept = await keptContext('prod', STORED, keyring)
    const moved = { name: 'prod', ...kept, url: 'https://b.example' }
    expect(accessTokenOf(moved, keyring)).rejects.toMatchObject({ code: 'keyring.absent' })
  })

  test('stays in the file where the keyring is locked, silent or switched off', async () => {
    const refuse = async () => {
      throw new Error('Cannot create an item in a locked collection')
    }
    const silent = () => new Promise<never>(() => {})
    const locked = systemKeyring({}, { get: refuse, set: refuse, delete: refuse })
    const mute = systemKeyring({}, { get: silent, set: silent, delete: silent }, 1)
    for (const keyring of [locked, mute, systemKeyring({ GW_KEYRING: 'off' })]) {
      expect(await keptContext('prod', STORED, keyring)).toEqual(STORED)
    }
    const { access_token, ...bare } = STORED
    const named = { name: 'prod', ...bare }
    expect(accessTokenOf(named, mute)).rejects.toMatchObject({ code: 'keyring.closed' })
    expect(accessTokenOf(named, locked)).rejects.toThrow('locked collection')
    expect(await forgetToken(named, locked)).toContain('locked')
  })
})

const home = tempDir('home')
const file = join(home.path, 'gw', 'contexts.json')
let gateway: Gateway
let root: ApiCaller
let accessToken: string

beforeAll(async () => {
  gateway = await startGateway({ env: NO_LIMITS })
  root = await apiClient(gateway).as('root')
  const { body } = await root.post('/api/user/token', { original_password: API_PASSWORD })
  accessToken = body.data
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  home.remove()
})

const LOGIN = ['--access-token', '-', '--user']

describe('gw login', () => {
  // A bus that is not there: no keyring of this machine is reached.
  const headless = { GW_KEYRING: '', DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere', HOME: '/' }
  const isClientSide = process.platform === 'linux'

  test.if(isClientSide)('says that there is no keyring, and keeps the file', async () => {
    const env = { XDG_CONFIG_HOME: home.path, ...headless }
    const args = ['login', gateway.url, '--name', 'prod', ...LOGIN, String(root.id)]
    const { code, stderr } = await runCli(args, { input: accessToken, env })
    expect([code, stderr]).toEqual([0, expect.stringContaining('no keyring here')])
    expect(readFileSync(file, 'utf8')).toContain(accessToken)
    const { stdout } = await runCli(['context', 'list', '--fields', 'name,token_in'], { env })
    expect(stdout).toMatch(/prod +file/)
    const insecure = await runCli([...args, '--insecure-storage'], { input: accessToken, env })
    expect(insecure.stderr).not.toContain('no keyring')
  })
})

const DAEMON = Bun.which('gnome-keyring-daemon')
const BUS = Bun.which('dbus-run-session')

test.if(DAEMON !== null && BUS !== null)(
  'a Secret Service has it, and it moves along',
  async () => {
    const place = tempDir('keyring')
    const run = join(place.path, 'run')
    mkdirSync(run)
    chmodSync(run, 0o700)
    const gw = (args: readonly string[]) =>
      cliCommand(args)
        .map((word) => `'${word}'`)
        .join(' ')
    const script = join(place.path, 'script.sh')
    const login = ['login', gateway.url, '--name', 'one', ...LOGIN, String(root.id)]
    const steps = [
      `printf x | '${DAEMON}' --unlock --components=secrets >/dev/null 2>&1`,
      `printf %s "$TOKEN" | ${gw(login)}`,
      gw(['context', 'rename', 'one', 'two']),
      gw(['context', 'list', '--fields', 'name,token_in']),
      gw(['api', 'GET', '/api/user/self']),
      gw(['user', 'list', '--quiet']),
      gw(['logout', 'two']),
    ]
    writeFileSync(script, `set -e\n${steps.join('\n')}\n`)
    const child = Bun.spawn([String(BUS), '--', 'bash', script], {
      env: cliEnv({
        GW_KEYRING: '',
        HOME: place.path,
        TOKEN: accessToken,
        XDG_CONFIG_HOME: place.path,
        XDG_RUNTIME_DIR: run,
      }),
      stdout: 'pipe',
      stderr: 'pipe',
    })
    const [stdout, stderr] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
    ])
    expect([await child.exited, stderr]).toEqual([0, expect.stringContaining('keyring of this')])
    expect(stdout).toMatch(/two +keyring/)
    expect(stdout).toContain('"username": "root"')
    expect(readFileSync(join(place.path, 'gw', 'contexts.json'), 'utf8')).not.toContain(accessToken)
    place.remove()
  },
)
