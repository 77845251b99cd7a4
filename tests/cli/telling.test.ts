/** What single rows, errors and help tell an operator. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { CONFIGURATION_ROWS } from '../../server/configuration-rows'
import { runCli } from '../support/cli'
import { startGateway } from '../support/gateway'
import { startUpstream } from '../support/upstream'
import { openShell, PASSWORD, type Shell } from './cli-fixture'

let shell: Shell
beforeAll(async () => {
  shell = openShell()
  const add = ['channel', 'add', 'main', '--key', 'k', '--models', 'a,b,c,d,e,f', '--tag', 'blue']
  const more = ['--base-url', 'http://127.0.0.1:1', '--model-mapping', '{"a":"z"}']
  await shell.text([...add, ...more, '--setting', '{"force_format":true}'])
  await shell.text(['user', 'create', 'ann', '--password', PASSWORD, '--email', 'ann@b.example'])
  const limits = ['--models', 'gpt-4o', '--ips', '192.0.2.0/24', '--quota', '750000']
  await shell.text(['token', 'create', 'app', '--user', 'ann', ...limits])
})
afterAll(() => shell.remove())

describe('show', () => {
  test('of a channel has where it leads, how it is set, and why it is off', async () => {
    await shell.text(['channel', 'disable', 'main', '--reason', 'upstream is down'])
    const shown = await shell.text(['channel', 'show', 'main'])
    for (const part of [
      'http://127.0.0.1:1',
      'blue',
      '{"a":"z"}',
      'force_format',
      'upstream is down',
      'a,b,c,d,e,f',
    ])
      expect(shown).toContain(part)
    // 0 would be a sum.
    expect(shown).toMatch(/BALANCE +not read yet$/m)
  })

  test('of a token has models, addresses, owner and dollars', async () => {
    const shown = await shell.text(['token', 'show', 'app'])
    for (const part of ['gpt-4o', '192.0.2.0/24', 'ann', '$1.50']) expect(shown).toContain(part)
  })

  test('of a user has the e-mail, and tells what is left from what was spent', async () => {
    const shown = await shell.text(['user', 'show', 'ann'])
    expect(shown).toContain('ann@b.example')
    expect(shown).toMatch(/BALANCE +\$\d/)
    expect(shown).toMatch(/SPENT +\$0/)
  })
})

test('a token that is shown can be made again from what was shown', async () => {
  const shown = await shell.gw(['token', 'show', 'app', '--json'])
  const { code, stdout } = await shell.gw(['token', 'create', '-', '--json'], {
    input: shown.stdout,
  })
  expect(code).toBe(0)
  const { id, key, key_hint, created_time, accessed_time, ...again } = JSON.parse(stdout)
  expect([id, key]).toEqual([2, expect.stringMatching(/^sk-/)])
  expect(shown.json()).toMatchObject(again)
  const wrong = await shell.gw(['token', 'create', '-'], { input: '{"nope":1}' })
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('no field "nope"')])
})

describe('why an upstream was not reached', () => {
  const add = (name: string, url: string) =>
    shell.text(['channel', 'add', name, '--key', 'k', '--models', 'm', '--base-url', url])
  const outcome = async (name: string, lang: string) =>
    (await shell.gw(['--lang', lang, 'channel', 'test', name])).stderr

  test('a port where nobody listens, in both languages', async () => {
    await add('dead', 'http://127.0.0.1:1')
    expect(await outcome('dead', 'en')).toContain('connection refused')
    expect(await outcome('dead', 'zh')).toContain('连接被拒绝')
  })

  test('a name that nobody knows, also to the doctor', async () => {
    await add('dns', 'http://no-such-host.invalid')
    expect(await outcome('dns', 'en')).toContain('host name was not found')
    const { stdout } = await shell.gw(['doctor', '--json'])
    const row = JSON.parse(stdout).find(({ message }: { message: string }) =>
      message.includes('no-such-host'),
    )
    expect(row.message).toContain('host name was not found')
    expect(row.message).not.toContain('not allowed')
  })

  test('a server that does not speak TLS', async () => {
    using plain = Bun.listen({
      hostname: '127.0.0.1',
      port: 0,
      socket: { data: (socket) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n') },
    })
    await add('plain', `https://127.0.0.1:${plain.port}`)
    expect(await outcome('plain', 'en')).toContain('TLS')
  })

  test('a list of models that cannot be had is a failure, not wrong usage', async () => {
    expect((await shell.gw(['channel', 'models', 'dead'])).code).toBe(1)
  })

  test('balances that cannot be read are named, and exit 1', async () => {
    const { code, stdout, stderr } = await shell.gw(['channel', 'balance', '--all'])
    expect(code).toBe(1)
    expect(stdout).toContain('failed')
    expect(stderr).toContain('dead')
    const parsed = await shell.gw(['channel', 'balance', '--all', '--json'])
    expect(JSON.parse(parsed.stdout).failures).toContainEqual({
      id: expect.any(Number),
      name: 'dead',
      reason: expect.stringContaining('connection refused'),
    })
  })
})

describe('help', () => {
  test('of serve lists every variable of the environment', async () => {
    const { stdout } = await runCli(['help', 'serve'])
    for (const { name } of CONFIGURATION_ROWS) expect(stdout).toContain(name)
  })

  test('says what a credit is, and what the numbers of JSON count', async () => {
    expect((await runCli(['help'])).stdout).toContain('500000 are $1')
    const { stdout } = await runCli(['help', 'log', 'list'])
    expect(stdout).toContain('created_at in epoch seconds')
    expect((await runCli(['help', 'user', 'list'])).stdout).toContain('epoch milliseconds')
  })
})

test('the doctor knows the variables that commands take secrets from', async () => {
  const env = { GW_TOKEN_KEY: 'x', GW_PASSWORD: 'x', GW_USER_PASSWORD: 'x', GW_ACCESS_TOKEN: 'x' }
  const { stdout } = await shell.gw(['doctor', '--offline', '--json'], { env })
  const rows = JSON.parse(stdout).filter(({ id }: { id: string }) => id === 'configuration')
  expect(rows).toMatchObject([{ status: 'ok' }])
})

test('gw chat finds the server of its folder, whatever its port', async () => {
  await using gateway = await startGateway()
  const env = { GW_TOKEN_KEY: 'sk-wrong', PORT: '1' }
  const { stderr } = await gateway.cli(['chat', 'hi', '--model', 'm'], { env })
  expect(stderr).toContain('401')
})

describe('gw login', () => {
  test('names the reason that nobody answers, and announces nothing', async () => {
    const args = ['login', 'http://127.0.0.1:1', '--username', 'root', '--password', '-']
    const { code, stderr } = await runCli(args, { input: 'secret password' })
    expect(code).toBe(5)
    expect(stderr).toContain('connection refused')
    expect(stderr).not.toContain('access token')
  })

  test('tells an address that is no gateway from a wrong password', async () => {
    await using other = await startUpstream({ status: 404, body: '<html></html>' })
    const args = ['login', other.url, '--username', 'root', '--password', '-']
    const { stderr } = await runCli(args, { input: 'secret password' })
    expect(stderr).toContain('404')
    expect(stderr).not.toContain('access token')
  })
})
