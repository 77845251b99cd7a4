/** `gw login` and `gw logout`: which gateway `gw admin` works on. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { API_PASSWORD, type ApiCaller, apiClient, NO_LIMITS } from '../support/api'
import { runCli } from '../support/cli'
import { type Gateway, startGateway } from '../support/gateway'
import { tempDir } from '../support/temp-dir'
import { runInTerminal } from '../support/terminal'
import { waitUntil } from '../support/wait-until'

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

describe('without a credential', () => {
  const terminal = { columns: 120, rows: 30 }
  const browser = tempDir('browser')
  const opened = join(browser.path, 'opened')
  const script = join(browser.path, 'xdg-open')
  writeFileSync(
    script,
    `#!/bin/sh\nprintf %s "$1" > '${opened}.part'\nmv '${opened}.part' '${opened}'\n`,
  )
  chmodSync(script, 0o755)
  afterAll(browser.remove)
  const env = {
    DISPLAY: ':0',
    PATH: `${browser.path}:${process.env.PATH}`,
    XDG_CONFIG_HOME: home.path,
  }

  const isLinux = process.platform === 'linux'
  test.if(isLinux)('the browser of this machine is opened at the page of the code', async () => {
    await using program = runInTerminal(['login', gateway.url], { ...terminal, env })
    await program.shows('the code there must be')
    await waitUntil('the browser is opened', async () => existsSync(opened))
    const { pathname, searchParams } = new URL(readFileSync(opened, 'utf8'))
    const code = searchParams.get('code') ?? ''
    expect(pathname).toBe('/device')
    await program.shows(`the code there must be ${code}`)
    const decision = { user_code: code, approve: false }
    expect((await root.post('/api/oauth/device/login', decision)).body.success).toBe(true)
    await program.shows('the login was denied')
    expect(await program.exited()).toBe(4)
  })

  test('--no-browser only says where to go', async () => {
    const args = ['login', gateway.url, '--no-browser']
    await using program = runInTerminal(args, { ...terminal, env })
    await program.shows(`open ${gateway.url}/device?code=`)
    program.kill('SIGTERM')
    await program.exited()
  })

  test('an older gateway is asked by password', async () => {
    using older = Bun.serve({ port: 0, fetch: () => new Response('<html>', { status: 404 }) })
    const { href } = older.url
    await using program = runInTerminal(['login', href, '--no-browser'], { ...terminal, env })
    await program.shows('user name:')
    program.kill('SIGTERM')
    await program.exited()
    const { code, stderr } = await gw(['login', href])
    expect([code, stderr]).toEqual([2, expect.stringContaining('--username')])
  })
})
