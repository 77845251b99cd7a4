/** `gw rehearse` as an operator runs it: the copy, the faults, the report, what is left behind. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { announcedUrl } from '../../server/services/database-place'
import { cliCommand, cliEnv } from '../support/cli'
import { waitUntil } from '../support/wait-until'
import { openShell, type Shell } from './cli-fixture'

let shell: Shell
/** Where the command makes its folder, so that what it leaves there is its own. */
let temp: string

beforeAll(async () => {
  shell = openShell()
  temp = mkdtempSync(join(tmpdir(), 'gw-test-rehearse-'))
  const options = {
    RetryTimes: 3,
    GroupRatio: { default: 1, vip: 0.5 },
    ModelPrice: { 'per-call-chat': 0.01 },
    SMTPServer: 'mail.invalid',
    SMTPToken: 'mail-secret',
    ServerAddress: 'https://gw.invalid',
  }
  await shell.json(['option', 'set', '-'], { input: JSON.stringify(options) })
  for (const [name, ...more] of CHANNELS) {
    await shell.json(['channel', 'add', name, ...more])
  }
  await shell.json(['user', 'create', 'ann', '--password', 'correct horse battery', '--quota', '5'])
  await shell.json(['token', 'create', 'app', '--user', 'ann', '--quota', '3'])
  // What the site has sealed cannot be opened any more.
  rmSync(join(shell.dataDir, 'secret.key'))
})
afterAll(() => {
  shell.remove()
  rmSync(temp, { recursive: true, force: true })
})

const OUTSIDE = '--base-url https://upstream.invalid'.split(' ')
const CHANNELS: readonly (readonly [string, ...string[]])[] = [
  ['main', '--key', 'sk-a', '--models', 'gpt-4o,gpt-4o-mini', '--group', 'default,vip', ...OUTSIDE],
  [
    ...(['other', '--type', 'anthropic', '--key', 'sk-b', '--models', 'gpt-4o-mini'] as const),
    ...['--setting', '{"proxy":"http://u:p@proxy.invalid:1","cut_policy":"refund"}'],
  ],
  [
    ...(['many', '--key', 'sk-c\nsk-d', '--key-mode', 'random', '--priority', '1'] as const),
    ...['--models', 'gpt-4o,per-call-chat', '--group', 'vip', ...OUTSIDE],
  ],
  ['vectors', '--key', 'sk-e', '--models', 'text-embedding-3-small', ...OUTSIDE],
]

const rehearse = (...flags: readonly string[]) =>
  shell.gw(['rehearse', '--json', ...flags], { env: { TMPDIR: temp } })

describe('a rehearsal with faults', () => {
  test('relays every call, with the money equal, and touches nothing else', async () => {
    const file = join(shell.dataDir, 'gw.db')
    const before = readFileSync(file)
    const { code, stdout, stderr } = await rehearse('--calls', '300', '--faults', '20')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const report = JSON.parse(stdout)
    const { money, faults, seen, channels } = report
    expect(report).toMatchObject({ calls: 300, money_equal: true, retry_times: 3, kept: null })
    expect(money).toMatchObject({ holds: 0, differences: [] })
    expect(money.settled).toBeGreaterThan(0)
    expect([money.settled, money.booked, money.used]).toEqual(Array(3).fill(money.expected))
    expect(report.first_try + report.after_failover + report.failed).toBe(300)
    expect(report.after_failover).toBeGreaterThan(0)
    for (const count of Object.values(faults)) expect(count).toBeGreaterThan(0)
    const failures = seen.map(({ calls }: { calls: number }) => calls)
    expect(failures.reduce((sum: number, count: number) => sum + count, 0)).toBe(report.failed)
    expect(channels.map(({ name }: { name: string }) => name).toSorted()).toEqual([
      'main',
      'many',
      'other',
    ])
    expect(readFileSync(file).equals(before)).toBe(true)
    expect(existsSync(join(shell.dataDir, 'secret.key'))).toBe(false)
    expect(readdirSync(temp)).toEqual([])
  })

  test('without faults answers all of them at the first try', async () => {
    const { stdout } = await rehearse('--calls', '40', '--clients', '4', '--faults', '0')
    expect(JSON.parse(stdout)).toMatchObject({ first_try: 40, failed: 0, seen: [] })
  })

  test('keeps a copy on request, in which nothing leads out', async () => {
    const { stdout } = await rehearse('--calls', '4', '--clients', '2', '--keep')
    const { kept } = JSON.parse(stdout)
    expect(statSync(kept).mode & 0o077).toBe(0)
    const bytes = readdirSync(kept).map((name) => readFileSync(join(kept, name), 'latin1'))
    const shown = await shell.json(['channel', 'list', '--data', kept])
    expect(JSON.stringify(shown)).not.toContain('.invalid')
    const options = JSON.stringify(await shell.json(['option', 'list', '--data', kept]))
    expect(options).not.toContain('.invalid')
    expect(options).toContain('per-call-chat')
    expect(bytes.join('')).not.toContain('mail-secret')
    rmSync(kept, { recursive: true })
  })
})

test('Ctrl-C ends it with 130 and leaves neither folder nor process', async () => {
  const child = Bun.spawn(
    cliCommand(['rehearse', '--calls', '1000000'], { dataDir: shell.dataDir }),
    { env: cliEnv({ TMPDIR: temp }), stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' },
  )
  try {
    const url = await waitUntil('the gateway on the copy listens', () => {
      const [folder] = readdirSync(temp)
      return folder && announcedUrl(join(temp, folder, 'gw.db'))
    })
    child.kill('SIGINT')
    expect(await child.exited).toBe(130)
    await expect(fetch(`${url}/healthz`)).rejects.toThrow()
    expect(readdirSync(temp)).toEqual([])
  } finally {
    child.kill('SIGTERM')
  }
})

test('one that is killed takes its gateway with it, and the next clears what it left', async () => {
  const begin = () =>
    Bun.spawn(cliCommand(['rehearse', '--calls', '1000000'], { dataDir: shell.dataDir }), {
      env: cliEnv({ TMPDIR: temp }),
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'pipe',
    })
  const listening = (folder: string | undefined) =>
    folder && announcedUrl(join(temp, folder, 'gw.db'))
  const killed = begin()
  const url = await waitUntil('the gateway listens', () => listening(readdirSync(temp)[0]))
  killed.kill('SIGKILL')
  await killed.exited
  await waitUntil('the gateway is gone', () =>
    fetch(`${url}/healthz`).then(
      () => undefined,
      () => true,
    ),
  )
  const [left = ''] = readdirSync(temp)
  const living = begin()
  try {
    // The next run has cleared it away before it makes its own.
    await waitUntil('the next gateway listens', () =>
      listening(readdirSync(temp).find((name) => name !== left)),
    )
    expect(readdirSync(temp)).not.toContain(left)
    const own = readdirSync(temp)
    const marked = { pid: await deadProcess(), folder: join(temp, 'gw-rehearsal-dead') }
    mkdirSync(marked.folder)
    writeFileSync(join(marked.folder, 'owner'), `${marked.pid} 1`)
    // The number of a process that lives, and that began at another time.
    mkdirSync(`${marked.folder}-2`)
    writeFileSync(join(`${marked.folder}-2`, 'owner'), `${process.pid} 1`)
    mkdirSync(`${marked.folder}-kept`)
    const env = { TMPDIR: temp }
    const { stdout } = await shell.gw(['doctor', '--offline', '--json'], { env })
    const row = JSON.parse(stdout).find(({ id }: { id: string }) => id === 'rehearsals')
    expect(row).toMatchObject({ status: 'ok', message: expect.stringContaining('2 killed') })
    expect(readdirSync(temp).toSorted()).toEqual([...own, 'gw-rehearsal-dead-kept'].toSorted())
  } finally {
    living.kill('SIGINT')
    await living.exited
    rmSync(join(temp, 'gw-rehearsal-dead-kept'), { recursive: true, force: true })
  }
})

async function deadProcess(): Promise<number> {
  const child = Bun.spawn(['true'])
  await child.exited
  return child.pid
}

describe('a rehearsal is refused', () => {
  test.each([
    [['--clients', '0'], '--clients must be 1 to 200'],
    [['--faults', '101'], '--faults must be 0 to 100'],
    [['--calls', '0'], '--calls must be 1 to 1000000'],
  ])('with %p', async (flags, why) => {
    const { code, stderr } = await rehearse(...flags)
    expect(code).toBe(2)
    expect(JSON.parse(stderr).error.message).toBe(why)
  })

  test('where there is no database, and none is made', async () => {
    const data = join(temp, 'nowhere')
    const { code, stderr } = await rehearse('--data', data)
    expect([code, JSON.parse(stderr).error.code]).toEqual([3, 'db.missing'])
    expect(readdirSync(temp)).toEqual([])
  })
})
