/** The second factor at the command line: logging in with one, and taking it off. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { API_PASSWORD, type ApiClient, apiClient, NO_LIMITS } from '../support/api'
import { runCli } from '../support/cli'
import { type Gateway, startGateway } from '../support/gateway'
import { addApp, totpCode } from '../support/second-factor'
import { tempDir } from '../support/temp-dir'

const home = tempDir('home')
let gateway: Gateway
let api: ApiClient

beforeAll(async () => {
  gateway = await startGateway({ env: NO_LIMITS })
  api = apiClient(gateway)
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  home.remove()
})

async function withApp() {
  const caller = await api.as('admin')
  const { body } = await caller.get('/api/user/self')
  return { ...(await addApp(caller, Date.now())), username: body.data.username, id: caller.id }
}

function logIn(username: string, more: readonly string[]) {
  const args = ['login', gateway.url, '--username', username, '--password', '-', '--json', ...more]
  return runCli(args, { input: API_PASSWORD, env: { XDG_CONFIG_HOME: home.path } })
}

test('"gw login" asks for the code, and takes it as a flag', async () => {
  const { username, id, recoveryCodes } = await withApp()
  const missing = await logIn(username, [])
  expect(missing.code).toBe(2)
  expect(missing.stderr).toContain('--code')
  const wrong = await logIn(username, ['--code', '000000'])
  expect(wrong.code).toBe(1)
  expect(wrong.stderr).toContain('code is wrong')
  const right = await logIn(username, ['--code', recoveryCodes[0] ?? ''])
  expect(JSON.parse(right.stdout)).toMatchObject({ user_id: id, username })
})

test('an operator sees and removes the factors of a user', async () => {
  const { username, id, secret } = await withApp()
  const show = await gateway.cli(['second-factor', 'show', username, '--json'])
  expect(JSON.parse(show.stdout)).toEqual({
    user_id: id,
    app: true,
    passkeys: 0,
    recovery_codes: 10,
    required: false,
  })
  const stats = await gateway.cli(['second-factor', 'stats', '--json'])
  expect(JSON.parse(stats.stdout)).toMatchObject({ with_passkey: 0 })
  const reset = ['second-factor', 'reset', username]
  expect((await gateway.cli([...reset, '--passkeys', '--yes'])).code).not.toBe(0)
  const trial = await gateway.cli([...reset, '--dry-run'])
  expect(trial.stderr).toContain('nothing was changed')
  const done = await gateway.cli([...reset, '--yes', '--json'])
  expect(JSON.parse(done.stdout)).toEqual({ user_id: id, removed: 1 })
  expect((await logIn(username, ['--code', totpCode(secret, Date.now())])).code).toBe(0)
})
