import { Database } from 'bun:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { chownSync, existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { CHECK_FIELDS } from '../../cli/commands/check-view'
import { migrate } from '../../db/migrate'
import { MIGRATIONS } from '../../db/migrations'
import { openDatabase } from '../../db/open'
import { acquireServeLock } from '../../db/sqlite/serve-lock'
import { serveLockPath } from '../../server/configuration'
import { cliCommand, cliEnv } from '../support/cli'
import { tempDir } from '../support/temp-dir'
import { pause, waitUntil } from '../support/wait-until'
import { PASSWORD } from './cli-fixture'
import { type DatabaseShell, damage, openFilledShell, snapshotOf } from './database-fixture'

let shell: DatabaseShell
let elsewhere: string

beforeEach(async () => {
  shell = await openFilledShell()
  elsewhere = tempDir('backup').path
})
afterEach(() => {
  shell.remove()
  rmSync(elsewhere, { recursive: true })
})

const addBob = () => shell.text(['user', 'create', 'bob', '--password', PASSWORD])
const inBackup = () => join(elsewhere, 'gw.bak')
const statuses = (rows: unknown): Record<string, string> =>
  Object.fromEntries(
    Object(rows).map((row: { id: string; status: string }) => [row.id, row.status]),
  )
const errorOf = (stderr: string) => JSON.parse(stderr).error.code
const leftOver = () => readdirSync(shell.dataDir).filter((name) => name.includes('restoring'))

async function backUp(): Promise<string> {
  await shell.text(['db', 'backup', inBackup()])
  return inBackup()
}

describe('backup', () => {
  test('without a name it stands beside the database, for the owner alone', async () => {
    const { path } = Object(await shell.json(['db', 'backup']))
    expect(dirname(path)).toBe(shell.dataDir)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(readdirSync(shell.dataDir).filter((name) => name.endsWith('.part'))).toEqual([])
  })
})

describe('restore', () => {
  test('brings back what was there then, keeps what is there now, and is on record', async () => {
    const backup = await backUp()
    await addBob()
    const { kept, path, applied, findings } = Object(
      await shell.json(['db', 'restore', backup, '--yes']),
    )
    expect({ path, applied }).toEqual({ path: shell.file, applied: [] })
    expect(Object.values(statuses(findings))).toEqual(Array(7).fill('ok'))
    expect(await shell.usernames()).toEqual(['ann'])
    const [entry] = Object(await shell.json(['audit', 'list']))
    expect(entry.action).toBe('db.restore')
    const was = await shell.gw(['user', 'list', '--quiet'], {
      dataDir: undefined,
      env: { GW_DATABASE_URL: kept },
    })
    expect(was.stdout.trim().split('\n')).toHaveLength(2)
    expect(statSync(shell.file).mode & 0o777).toBe(0o600)
    expect(leftOver()).toEqual([])
  })

  test.skipIf(process.getuid?.() !== 0)('as root leaves the database to its owner', async () => {
    const backup = await backUp()
    chownSync(shell.file, 12_345, 12_346)
    await shell.json(['db', 'restore', backup, '--yes'])
    const { uid, gid } = statSync(shell.file)
    expect([uid, gid]).toEqual([12_345, 12_346])
  })

  test('makes a database where there was none', async () => {
    const backup = await backUp()
    rmSync(shell.file)
    expect(await shell.json(['db', 'restore', backup, '--yes'])).toMatchObject({ kept: '' })
    expect(await shell.usernames()).toEqual(['ann'])
  })

  test('without a yes nothing happens', async () => {
    const backup = await backUp()
    await addBob()
    const { code } = await shell.gw(['db', 'restore', backup])
    expect(code).toBe(2)
    expect(await shell.usernames()).toEqual(['ann', 'bob'])
    expect(leftOver()).toEqual([])
  })

  test('is refused beside a running server', async () => {
    const backup = await backUp()
    const lock = acquireServeLock(serveLockPath(shell.file))
    const { code, stderr } = await shell.gw(['db', 'restore', backup, '--yes', '--json'])
    lock?.release()
    expect([code, errorOf(stderr)]).toEqual([1, 'db.in_use'])
  })

  test('is refused while another command has the database open', async () => {
    const backup = await backUp()
    await addBob()
    await shell.edit(async (db) => {
      await db.kysely.selectFrom('users').select('id').execute()
      const { code, stderr } = await shell.gw(['db', 'restore', backup, '--yes', '--json'])
      expect([code, errorOf(stderr)]).toEqual([1, 'db.in_use'])
    })
    expect(await shell.usernames()).toEqual(['ann', 'bob'])
    expect(leftOver()).toEqual([])
  })

  test('an older backup is brought up to date, and a newer one refused', async () => {
    const older = join(elsewhere, 'older.db')
    const db = await openDatabase(older)
    await migrate(db, { nowMs: 0, migrations: MIGRATIONS.slice(0, 2) })
    await db.close()
    const verified = statuses(await shell.json(['db', 'restore', older, '--verify']))
    expect(verified).toMatchObject({ migrations: 'warn', ledger: 'ok', sealed: 'ok' })
    const { applied } = Object(await shell.json(['db', 'restore', older, '--yes']))
    expect(applied).toEqual(MIGRATIONS.slice(2).map(({ name }) => name))
    expect(await shell.usernames()).toEqual([])
    await shell.edit((open) =>
      open.kysely
        .insertInto('migrations')
        .values({ name: '9999-from-the-future', checksum: 'x', applied_at: 0 })
        .execute(),
    )
    const { code, stdout } = await shell.gw([
      'db',
      'restore',
      await copyOfDatabase(),
      '--yes',
      '--json',
    ])
    expect(code).toBe(1)
    expect(statuses(JSON.parse(stdout)).migrations).toBe('fail')
  })

  test.each([
    ['a damaged backup', (path: string) => damage(path)],
    ['a file that is no database', (path: string) => writeFileSync(path, 'x'.repeat(9000))],
    ['an empty file', (path: string) => writeFileSync(path, '')],
  ])('%s is refused and changes nothing', async (_, spoil) => {
    const backup = await backUp()
    spoil(backup)
    for (const how of ['--verify', '--yes']) {
      const { code, stdout, stderr } = await shell.gw(['db', 'restore', backup, how, '--json'])
      expect([code, errorOf(stderr)]).toEqual([1, 'check.failed'])
      expect(Object.values(statuses(JSON.parse(stdout)))).toContain('fail')
    }
    expect(await shell.usernames()).toEqual(['ann'])
    expect(leftOver()).toEqual([])
  })

  test('secrets that the present key does not open have to be accepted', async () => {
    const backup = await backUp()
    const env = { GW_SECRET_KEY: 'another key, at least 16 long' }
    const refused = await shell.gw(['db', 'restore', backup, '--yes', '--json'], { env })
    expect(refused.code).toBe(1)
    expect(statuses(refused.json())).toMatchObject({ sealed: 'fail', ledger: 'ok' })
    const args = ['db', 'restore', backup, '--yes', '--despite-findings']
    const { code, stdout } = await shell.gw(args, { env })
    expect(code).toBe(0)
    expect(stdout).toMatch(/fail {2}sealed .* 2 of 2 sealed values/)
  })

  test('verifying leaves no trace, not even beside a copied write-ahead database', async () => {
    await shell.edit((db) => db.kysely.selectFrom('users').select('id').execute())
    const backup = await copyOfDatabase()
    const before = [snapshotOf(elsewhere), snapshotOf(shell.dataDir)]
    const rows = await shell.json(['db', 'restore', backup, '--verify'])
    expect(new Set(Object.values(statuses(rows)))).toEqual(new Set(['ok']))
    expect([snapshotOf(elsewhere), snapshotOf(shell.dataDir)]).toEqual(before)
  })

  test('a copy whose log was not merged, and the database itself, are no backups', async () => {
    const backup = await backUp()
    writeFileSync(`${backup}-wal`, 'frames')
    const unfinished = await shell.gw(['db', 'restore', backup, '--verify', '--json'])
    expect([unfinished.code, errorOf(unfinished.stderr)]).toEqual([1, 'backup.unfinished'])
    const itself = await shell.gw(['db', 'restore', shell.file, '--yes', '--json'])
    expect([itself.code, errorOf(itself.stderr)]).toEqual([2, 'backup.is_current'])
    const nothing = await shell.gw(['db', 'restore', join(elsewhere, 'no'), '--yes', '--json'])
    expect([nothing.code, errorOf(nothing.stderr)]).toEqual([1, 'file.unreadable'])
  })

  test('a database beyond repair makes way, with the log that stands beside it', async () => {
    const backup = await backUp()
    writeFileSync(shell.file, 'no database at all '.repeat(1000))
    writeFileSync(`${shell.file}-wal`, 'frames of before')
    const { kept } = Object(await shell.json(['db', 'restore', backup, '--yes']))
    expect(await shell.usernames()).toEqual(['ann'])
    expect([existsSync(kept), existsSync(`${kept}-wal`)]).toEqual([true, true])
  })

  test('killed at any moment, the old or the new database is whole', async () => {
    const backup = await backUp()
    await addBob()
    await shell.edit((db) => fill(db, 10))
    // Each of these appears at another step of the work.
    const moments = ['gw.db.restoring', 'gw.db.restoring-wal', '.old', 'end']
    for (const moment of moments) {
      await using child = Bun.spawn(cliCommand(['db', 'restore', backup, '--yes'], shell), {
        env: cliEnv(),
        stdout: 'ignore',
        stderr: 'ignore',
      })
      await waitUntil(
        moment,
        () =>
          child.exitCode !== null ||
          readdirSync(shell.dataDir).some((name) => name.endsWith(moment)),
      )
      child.kill('SIGKILL')
      await child.exited
      const rows = statuses(await shell.json(['db', 'check']))
      expect(new Set(Object.values(rows))).toEqual(new Set(['ok']))
      expect([['ann'], ['ann', 'bob']]).toContainEqual([...(await shell.usernames())])
    }
    await shell.text(['db', 'restore', backup, '--yes'])
    expect(await shell.usernames()).toEqual(['ann'])
    expect(leftOver()).toEqual([])
  })
})

/** The file alone, as someone copies it while nothing runs. */
async function copyOfDatabase(): Promise<string> {
  const path = join(elsewhere, 'copied.db')
  await Bun.write(path, Bun.file(shell.file))
  return path
}

/** Options of a megabyte each. */
async function fill(db: Awaited<ReturnType<typeof openDatabase>>, megabytes: number) {
  for (let index = 0; index < megabytes; index += 1) {
    const row = { key: `filler${index}`, value: 'x'.repeat(1024 * 1024) }
    await db.kysely.insertInto('options').values(row).execute()
  }
}

describe('check', () => {
  test('a sound database passes, row by row, and is not changed', async () => {
    await shell.text(['db', 'check'])
    const before = snapshotOf(shell.dataDir)
    const rows = Object(await shell.json(['db', 'check']))
    expect(Object.keys(rows[0])).toEqual([...CHECK_FIELDS])
    expect(statuses(rows)).toEqual({
      integrity: 'ok',
      migrations: 'ok',
      'foreign-keys': 'ok',
      orphans: 'ok',
      ledger: 'ok',
      sealed: 'ok',
      space: 'ok',
    })
    expect(snapshotOf(shell.dataDir)).toEqual(before)
  })

  test('what others have spoilt is named, and exits 1', async () => {
    await shell.edit(async ({ kysely }) => {
      await kysely.updateTable('users').set({ quota: 7 }).execute()
      await kysely.updateTable('channels').set({ key_sealed: 'v1:deadbeef:AAAA' }).execute()
      await kysely.updateTable('tokens').set({ user_id: 99 }).execute()
    })
    const { code, stdout, stderr } = await shell.gw(['db', 'check', '--json'])
    expect([code, errorOf(stderr)]).toEqual([1, 'check.failed'])
    expect(statuses(JSON.parse(stdout))).toMatchObject({
      integrity: 'ok',
      orphans: 'warn',
      ledger: 'fail',
      sealed: 'fail',
    })
    const told = await shell.gw(['--lang', 'zh', 'db', 'check'])
    expect(told.stdout).toContain('user:1')
    expect(told.stdout).toContain('deadbeef')
    expect(told.stderr).toContain('有 2 项检查未通过')
  })

  // At one of these places is what says which tables there are.
  test.each([0, 0.25, 0.5, 0.75])('damage to the file is found at %p of it', async (share) => {
    await shell.edit((db) => fill(db, 1))
    damage(shell.file, share)
    const { code, stdout } = await shell.gw(['db', 'check', '--json'])
    expect(code).toBe(1)
    expect(statuses(JSON.parse(stdout)).integrity).toBe('fail')
  })

  test('where there is no database none is made', async () => {
    const { code, stderr } = await shell.gw(['db', 'check', '--json'], { dataDir: elsewhere })
    expect([code, errorOf(stderr)]).toEqual([3, 'db.missing'])
    expect(readdirSync(elsewhere)).toEqual([])
  })
})

describe('vacuum', () => {
  const forget = () =>
    shell.edit(async (db) => {
      await fill(db, 5)
      await db.kysely.deleteFrom('options').execute()
    })

  test('gives back the space of deleted rows beside a running server', async () => {
    await forget()
    const lock = acquireServeLock(serveLockPath(shell.file))
    const outcome = Object(await shell.json(['db', 'vacuum']))
    const full = await shell.gw(['db', 'vacuum', '--full', '--json'])
    lock?.release()
    expect(outcome.bytes_freed).toBeGreaterThan(4_000_000)
    expect(outcome.bytes_after).toBe(statSync(shell.file).size)
    expect(outcome.bytes_unused).toBe(0)
    expect([full.code, errorOf(full.stderr)]).toEqual([1, 'db.in_use'])
  })

  test('the whole file is written anew when nobody serves', async () => {
    await forget()
    const outcome = Object(await shell.json(['db', 'vacuum', '--full']))
    expect(outcome.bytes_freed).toBeGreaterThan(4_000_000)
    expect(outcome.bytes_after).toBe(statSync(shell.file).size)
    expect(await shell.usernames()).toEqual(['ann'])
  })
})

test.each([
  [['db', 'backup', 'x'], 'pg_dump'],
  [['db', 'restore', 'x', '--yes'], 'pg_restore'],
  [['db', 'vacuum'], 'vacuumdb'],
])('on PostgreSQL gw %p names the tool to use', async (args, tool) => {
  const env = { GW_DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }
  const { code, stderr } = await shell.gw([...args, '--json'], { env })
  expect(code).toBe(1)
  expect(JSON.parse(stderr).error).toMatchObject({ code: 'db.not_a_file' })
  expect(stderr).toContain(tool)
})

test('a check waits for a process that has the file to itself for a moment', async () => {
  const other = new Database(shell.file)
  for (const line of ['PRAGMA locking_mode = EXCLUSIVE', 'BEGIN EXCLUSIVE', 'COMMIT'])
    other.run(line)
  const check = shell.gw(['db', 'check'])
  await pause(2000)
  other.close(true)
  expect(await check).toMatchObject({ code: 0 })
})
