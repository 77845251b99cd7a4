/** `gw admin` in a real pseudo terminal: what it draws, and what it leaves behind. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { runCli } from '../support/cli'
import { type Gateway, startGateway } from '../support/gateway'
import { seedDatabase, TEST_ACTOR } from '../support/seed'
import { tempDir } from '../support/temp-dir'
import { runInTerminal } from '../support/terminal'

const SMALL = { columns: 80, rows: 24 }
const folder = tempDir('tui')
const dataDir = folder.path

beforeAll(async () => {
  await seedDatabase(
    { users: [{ username: '张伟' }], tokens: [{ name: '我的应用', remain_quota: 500_000 }] },
    { dataDir, env: {} },
  )
})
afterAll(() => folder.remove())

test('a database without root says how to make one', async () => {
  await using program = runInTerminal(['admin'], { ...SMALL, dataDir })
  await program.shows('no root user yet')
  expect(await program.exited()).not.toBe(0)
})

describe('on a database with root', () => {
  let gateway: Gateway
  beforeAll(async () => {
    gateway = await startGateway({ tokens: [{ name: '我的应用', remain_quota: 500_000 }] })
    await gateway.services.users.ensureRoot(TEST_ACTOR, { password: 'correct horse battery' })
  })
  afterAll(async () => {
    await gateway[Symbol.asyncDispose]()
  })
  const open = (size = SMALL) => runInTerminal(['admin'], { ...size, dataDir: gateway.dataDir })

  test('goes through the server that runs, and q gives the terminal back', async () => {
    await using program = open()
    await program.shows('gw · ')
    await program.shows(`127.0.0.1:${gateway.port}`)
    program.press('t')
    await program.shows('我的应用')
    expect(program.isOnAlternateScreen()).toBeTrue()
    program.press('\u0019')
    await program.shows('Copied: 我的应用')
    const copied = Buffer.from('我的应用').toString('base64')
    expect(program.written()).toContain(`\u001b]52;c;${copied}\u0007`)
    program.press('q')
    expect(await program.exited()).toBe(0)
    await program.givesBack()
  })

  test('works on the database itself when no server runs', async () => {
    const users = [{ username: 'ann' }]
    await using resting = await startGateway({ users, tokens: [{ name: 'at rest' }] })
    await resting.services.users.ensureRoot(TEST_ACTOR, { password: 'correct horse battery' })
    await resting.stop()
    await using program = runInTerminal(['admin'], { ...SMALL, dataDir: resting.dataDir })
    await program.shows('No gateway is running on this database')
    await program.shows('Who spent most')
    program.press('t')
    await program.shows('at rest')
    program.press('d')
    await program.shows('[y/n]')
    program.press('y')
    await program.shows('- Disabled')
    program.press('q')
    expect(await program.exited()).toBe(0)
    const audit = await resting.cli(['audit', 'list', '--json'])
    expect(audit.stdout).toContain('token.set')
  })

  test('fills a wide terminal, and follows when it changes', async () => {
    await using program = open({ columns: 200, rows: 50 })
    program.press('t')
    await program.shows('我的应用')
    expect(program.lines().at(-1)).toContain('q quit')
    expect(program.lines()[0]).toContain('root @')
    program.resize(80, 24)
    await program.shows('q quit')
    await program.shows('我的应用')
    program.press('q')
    expect(await program.exited()).toBe(0)
  })

  test('a command of the person runs for a row, outside of the screens', async () => {
    using config = tempDir('tui-config')
    const command = { view: 'token', key: '"', title: 'Say it', command: ['echo', 'row {name};ls'] }
    await Bun.write(`${config.path}/gw/commands.json`, JSON.stringify([command]))
    const env = { XDG_CONFIG_HOME: config.path }
    await using program = runInTerminal(['admin'], { ...SMALL, dataDir: gateway.dataDir, env })
    await program.shows('q quit')
    program.press('t')
    await program.shows('我的应用')
    program.press('"')
    await program.shows('Press Enter to go back')
    expect(program.lines().join('\n')).toContain('row 我的应用;ls')
    program.press('\r')
    await program.shows('q quit')
    await Bun.write(`${config.path}/gw/commands.json`, '{}')
    await using refused = runInTerminal(['admin'], { ...SMALL, dataDir: gateway.dataDir, env })
    await refused.shows('not a list of commands')
    expect(await refused.exited()).toBe(2)
  })

  const ENDINGS = {
    'Ctrl-C': (program: ReturnType<typeof open>) => program.press('\u0003'),
    SIGTERM: (program: ReturnType<typeof open>) => program.kill('SIGTERM'),
    SIGHUP: (program: ReturnType<typeof open>) => program.kill('SIGHUP'),
  }
  for (const [name, end] of Object.entries(ENDINGS)) {
    test(`${name} gives the terminal back`, async () => {
      await using program = open()
      await program.shows('q quit')
      end(program)
      expect(await program.exited()).toBe(0)
      await program.givesBack()
    })
  }

  test('a terminal that vanishes ends the program', async () => {
    await using program = open()
    await program.shows('q quit')
    program.vanish()
    await program.exited()
  })

  test('sign-ins from the terminal end with it, or when it is next opened', async () => {
    await using program = open()
    await program.shows('q quit')
    program.press('q')
    expect(await program.exited()).toBe(0)
    const { items } = await gateway.services.users.list({ role: 100 })
    const sessions = await gateway.services.sessions.list({
      userId: items[0]?.id ?? 0,
      currentKey: '',
    })
    expect(sessions.filter(({ user_agent }) => user_agent.startsWith('gw admin'))).toEqual([])
  })
})

test('without a terminal it is wrong usage, with a hint', async () => {
  const { code, stderr } = await runCli(['admin'], { dataDir })
  expect(code).toBe(2)
  expect(stderr).toContain('needs a terminal')
})

test('a terminal that cannot draw is wrong usage as well, and gets no escapes', async () => {
  const env = { TERM: 'dumb', NO_COLOR: '' }
  const program = runInTerminal(['admin'], { columns: 80, rows: 24, dataDir, env })
  await program.shows('TERM=dumb')
  expect(await program.exited()).toBe(2)
  expect(program.isOnAlternateScreen()).toBe(false)
  await program[Symbol.asyncDispose]()
})
