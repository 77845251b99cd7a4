/** Commands that only read make, migrate and write no database. */
import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { COMMANDS } from '../../cli/commands'
import { runCli } from '../support/cli'
import { tempDir } from '../support/temp-dir'
import { type DatabaseShell, openFilledShell } from './database-fixture'

/** Last words that promise to change nothing. */
const PROMISES = new Set(
  'list show get tail stat hours failures top verify status quote known'.split(' '),
)
/** What these tell is not of a database. */
const WITHOUT_DATABASE = new Set(['model known', 'service'])

const READING = COMMANDS.filter(
  ({ path, reads, clientSide, hidden }) =>
    reads !== undefined &&
    clientSide !== true &&
    hidden !== true &&
    !WITHOUT_DATABASE.has(path.join(' ')),
)

/** Arguments of any value; no row has to be found. */
function wordsOf(command: (typeof COMMANDS)[number]): string[] {
  const args = command.args.filter(({ optional }) => optional !== true)
  const flags = Object.entries(command.flags).filter(([, { required }]) => required === true)
  return [
    ...command.path,
    ...args.map(({ choices }) => choices?.[0] ?? 'x1'),
    ...flags.flatMap(([name, { kind }]) => [`--${name}`, kind === 'integer' ? '1' : 'x1']),
  ]
}

test('every command whose name promises it says so in its row', () => {
  const isPaid = (path: readonly string[]) => path.join(' ') === 'channel verify'
  const names = COMMANDS.filter(({ path }) => PROMISES.has(path.at(-1) ?? '') && !isPaid(path))
  expect(names.filter(({ reads }) => reads === undefined)).toEqual([])
  expect(READING.length).toBeGreaterThan(25)
})

describe('where there is no database', () => {
  test.each([
    [['model', 'known', '--quiet'], 'gpt-4o'],
    [['service', 'systemd'], 'ExecStart='],
  ] as const)('gw %j still answers, for that is not of a database', async (args, part) => {
    using folder = tempDir('reading')
    const dataDir = join(folder.path, 'typo')
    const { code, stdout } = await runCli([...args], { dataDir })
    expect([code, stdout.includes(part)]).toEqual([0, true])
    expect(existsSync(dataDir)).toBe(false)
  })

  const WRITERS = ['export', 'db backup']
  const NAMES = [...READING, ...COMMANDS.filter(({ path }) => WRITERS.includes(path.join(' ')))]
  test.each(NAMES.map((command) => [command.path.join(' '), command] as const))(
    'gw %s names the place that it looked at, and makes nothing',
    async (_, command) => {
      using folder = tempDir('reading')
      const dataDir = join(folder.path, 'typo')
      const { code, stderr } = await runCli([...wordsOf(command), '--json'], { dataDir })
      const { error } = JSON.parse(stderr)
      expect([code, error.code]).toEqual([3, 'db.missing'])
      expect(error.message).toContain(join(dataDir, 'gw.db'))
      expect(error.message).toContain('--data')
      expect(existsSync(dataDir)).toBe(false)
    },
  )
})

describe('a dry run', () => {
  const TRIALS: readonly (readonly [string[], string])[] = [
    [['import', '-'], '{"users":[{"username":"ann"}]}'],
    [['option', 'set', 'RetryTimes', '3'], ''],
    [['log', 'delete', '--before', '1d'], ''],
  ]
  test.each(TRIALS)('of gw %j makes no database where none is', async (args, input) => {
    using folder = tempDir('reading')
    const dataDir = join(folder.path, 'typo')
    const { code, stderr } = await runCli([...args, '--dry-run', '--json'], { dataDir, input })
    expect([code, JSON.parse(stderr).error.code]).toEqual([3, 'db.missing'])
    expect(existsSync(dataDir)).toBe(false)
  })
})

describe('a database that is there', () => {
  let shell: DatabaseShell
  beforeAll(async () => {
    shell = await openFilledShell()
  })
  afterAll(() => shell.remove())

  test('that another program is writing to is read at once, and not written to', async () => {
    using holder = new Database(join(shell.dataDir, 'gw.db'))
    const version = () => holder.query('pragma data_version').get()
    const before = version()
    holder.run('begin immediate')
    for (const args of [['token', 'list'], ['status'], ['stats', 'top']]) {
      expect([args, (await shell.gw([...args, '--json'])).code]).toEqual([args, 0])
    }
    holder.run('rollback')
    expect(version()).toEqual(before)
  })

  test('of an older version is not migrated by who looks at it', async () => {
    await shell.edit(({ kysely }) =>
      kysely.deleteFrom('migrations').where('name', 'like', '0003%').execute(),
    )
    const { code, stderr } = await shell.gw(['user', 'list', '--json'])
    const { error } = JSON.parse(stderr)
    expect([code, error.code]).toEqual([1, 'db.needs_migration'])
    expect(error.message).toContain('gw db migrate')
    const trial = await shell.gw(['option', 'set', 'RetryTimes', '3', '--dry-run', '--json'])
    expect(JSON.parse(trial.stderr).error.code).toBe('db.needs_migration')
    expect(readdirSync(shell.dataDir).filter((name) => name.includes('backup'))).toEqual([])
  })

  test('whose key is lost is read without making another key', async () => {
    const other = await openFilledShell()
    try {
      const key = join(other.dataDir, 'secret.key')
      rmSync(key, { force: true })
      expect(await other.json(['channel', 'list'])).toHaveLength(1)
      expect(existsSync(key)).toBe(false)
    } finally {
      other.remove()
    }
  })
})
