/** `gw login` and `gw logout`: which gateway `gw admin` works on. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { API_PASSWORD, type ApiCaller, apiClient, NO_LIMITS } from '../support/api'
import { runCli } from '../support/cli'
import { type Gateway, startGateway } from '../support/gateway'
import { tempDir } from '../support/temp-dir'
import { runInTerminal } from '../support/terminal'

const home = tempDir('home')
const file = join(home.path, 'gw', 'contexts.json')
let gateway: Gateway
let root: ApiCaller

beforeAll(async () => {
  gateway = await startGateway({ env: NO_LIMITS, tokens: [{ name: 'elsewhere' }] })
  root = await apiClient(gateway).as('root')
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  home.remove()
})

const gw = (args: readonly string[], input = '') =>
  runCli(args, { input, env: { XDG_CONFIG_HOME: home.path } })

test('by name and password: an access token is kept where only its owner can read', async () => {
  const args = ['login', `${gateway.url}/`, '--username', 'root', '--password', '-', '--json']
  const { code, stdout } = await gw(args, API_PASSWORD)
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toEqual({
    name: new URL(gateway.url).host,
    url: gateway.url,
    user_id: root.id,
    username: 'root',
    file,
    token_in: 'file',
  })
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readFileSync(file, 'utf8')).not.toContain(API_PASSWORD)
})

test('the screens work on the remembered gateway', async () => {
  await using program = runInTerminal(['admin'], {
    columns: 100,
    rows: 30,
    env: { XDG_CONFIG_HOME: home.path },
  })
  await program.shows(gateway.url)
  program.press('t')
  await program.shows('elsewhere')
  program.press('q')
  expect(await program.exited()).toBe(0)
})

test('a database that the environment names comes before the remembered gateway', async () => {
  const data = tempDir('named')
  const env = { XDG_CONFIG_HOME: home.path, GW_DATA: data.path }
  const login = ['login', gateway.url, '--access-token', '-', '--user', String(root.id)]
  const { body } = await root.post('/api/user/token', { original_password: API_PASSWORD })
  const { code, stdout } = await runCli(login, { input: body.data, env })
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: expect.stringContaining('for GW_DATA is set'),
  })
  expect((await runCli(['channel', 'add', 'here', '--key', 'k', '--quiet'], { env })).code).toBe(0)
  await using program = runInTerminal(['admin'], { columns: 100, rows: 30, env })
  await program.shows(data.path)
  program.press('c')
  await program.shows('here')
  program.press('q')
  expect(await program.exited()).toBe(0)
  data.remove()
})

test('by an access token from stdin, which must be right', async () => {
  const { body } = await root.post('/api/user/token', { original_password: API_PASSWORD })
  const args = ['login', gateway.url, '--access-token', '-', '--user', String(root.id)]
  expect((await gw(args, body.data)).code).toBe(0)
  const wrong = await gw(args, 'nonsense')
  expect(wrong.code).toBe(1)
  expect(wrong.stderr).not.toContain('nonsense')
  expect(readFileSync(file, 'utf8')).toContain(body.data)
})

test('a wrong password is told and nothing is kept', async () => {
  await gw(['logout'])
  const args = ['login', gateway.url, '--username', 'root', '--password', '-']
  const { code, stderr } = await gw(args, 'wrong horse battery')
  expect(code).toBe(1)
  expect(stderr.length).toBeGreaterThan(10)
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ current: 'local', contexts: {} })
})

test('an address without http, and a logout without a login, are refused', async () => {
  expect((await gw(['login', 'gateway.example.com'])).code).toBe(2)
  expect((await gw(['logout'])).code).toBe(1)
})

test('without a login an address elsewhere asks for one', async () => {
  await using program = runInTerminal(['admin', '--url', gateway.url], {
    columns: 100,
    rows: 30,
    env: { XDG_CONFIG_HOME: home.path },
  })
  await program.shows('gw login')
  expect(await program.exited()).toBe(2)
})
