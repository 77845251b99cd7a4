/** An upgrade and the way back, with the compiled program and releases in a folder. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { insertRows } from '../../db/insert-rows'
import { openDatabase } from '../../db/open'
import { LOG_TYPE } from '../../server/domain/status'
import { BINARY, cliEnv } from '../support/cli'
import { tempDir } from '../support/temp-dir'
import { type DatabaseShell, openFilledShell } from './database-fixture'
import { openReleases, type ReleaseFolder } from './release-fixture'

const LOGS = 3000
/** What each of them was charged with. */
const CREDITS = 7

const folder = tempDir('update')
const program = join(folder.path, 'bin', 'gw')
const previous = `${program}.previous`
let shell: DatabaseShell
let releases: ReleaseFolder

/** Of one file, so that the copies cost nothing where the file system can share it. */
function install(): void {
  try {
    linkSync(BINARY, program)
  } catch {
    copyFileSync(BINARY, program)
  }
}

beforeAll(async () => {
  mkdirSync(join(folder.path, 'bin'))
  install()
  shell = await openFilledShell()
  releases = openReleases(folder.path)
  await addLogs(1, LOGS)
})
afterAll(() => {
  shell.remove()
  folder.remove()
})

async function addLogs(first: number, count: number): Promise<void> {
  await shell.edit(async (db) => {
    const row = (index: number) => ({
      user_id: 1,
      created_at: 1_760_000_000 + first + index,
      type: LOG_TYPE.consumption,
      content: 'call',
      username: 'ann',
      token_name: 'app',
      model_name: 'gpt-4o-mini',
      quota: CREDITS,
      prompt_tokens: 1,
      completion_tokens: 1,
      use_time: 1,
      is_stream: 0 as const,
      channel_id: 1,
      token_id: 1,
      group: 'default',
      ip: '',
      request_id: `r${first + index}`,
      other: '',
    })
    const rows = Array.from({ length: count }, (_, index) => row(index))
    await db.transaction((trx) => insertRows(trx, 'logs', rows))
  })
}

interface Ran {
  readonly code: number
  readonly answer: Record<string, unknown>
}

async function run(file: string, args: readonly string[]): Promise<Ran> {
  const child = Bun.spawn([file, '--data', shell.dataDir, ...args, '--json'], {
    env: cliEnv({ GW_RELEASE_URL: releases.path, GW_RELEASE_KEY: releases.publicKey }),
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [stdout, stderr, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  return { code, answer: Object(JSON.parse(code === 0 ? stdout : stderr)) }
}

const errorOf = ({ answer }: Ran): unknown => Object(answer.error).code
const versionOf = (file: string): string => Bun.spawnSync([file, '--version']).stdout.toString()
const backups = (): readonly string[] =>
  readdirSync(shell.dataDir).filter((name) => name.endsWith('.bak'))

/** Names of applied migrations, and how many rows some tables have. */
async function stateOf() {
  const db = await openDatabase(shell.file, { readonly: true })
  try {
    const steps = await db.kysely.selectFrom('migrations').select('name').execute()
    const logs = await db.kysely.selectFrom('logs').select('content').execute()
    return { steps: steps.map(({ name }) => name), logs: logs.map(({ content }) => content) }
  } finally {
    await db.close()
  }
}

describe('an update whose schema the old version cannot use', () => {
  const own = versionOf(BINARY).trim()

  test('is tried on a copy first', async () => {
    await releases.publish('9.1.0', 'changes')
    const before = [await stateOf(), readdirSync(shell.dataDir), statSync(program).ino]
    const { code, answer } = await run(program, ['update', '--dry-run'])
    expect(code).toBe(0)
    expect(answer).toMatchObject({ from: own, to: '9.1.0', dry_run: true, backup: '' })
    expect(answer.steps).toMatchObject([
      { migration: '9998-changes', additive: false, statements: 2, took_ms: expect.any(Number) },
    ])
    expect([await stateOf(), readdirSync(shell.dataDir), statSync(program).ino]).toEqual(before)
    expect(readdirSync(join(folder.path, 'bin'))).toEqual(['gw'])
  })

  test('is refused without a yes', async () => {
    expect((await run(program, ['update'])).code).toBe(2)
    expect(readdirSync(join(folder.path, 'bin'))).toEqual(['gw'])
  })

  test('takes the place of the program, and migrates after a backup', async () => {
    const { code, answer } = await run(program, ['update', '--yes'])
    expect(code).toBe(0)
    expect(answer).toMatchObject({ to: '9.1.0', program, previous, applied: ['9998-changes'] })
    expect(backups().map((name) => join(shell.dataDir, name))).toEqual([String(answer.backup)])
    expect([versionOf(program), versionOf(previous).trim()]).toEqual(['9.1.0\n', own])
    const { steps, logs } = await stateOf()
    expect(steps).toContain('9998-changes')
    expect([logs.length, new Set(logs)]).toEqual([LOGS, new Set(['call!'])])
  })

  test('says before a rollback what would be lost', async () => {
    await addLogs(LOGS + 1, 5)
    const { code, answer } = await run(previous, ['update', 'rollback', '--dry-run'])
    expect(code).toBe(0)
    expect(answer).toMatchObject({ from: '9.1.0', to: own, lost_calls: 5, kept: '' })
    expect(answer.lost_credits).toBe(5 * CREDITS)
    expect(answer.lost).toContainEqual({ table: 'logs', now: LOGS + 5, before: LOGS })
    expect(answer.lost).toContainEqual(expect.objectContaining({ table: 'migrations' }))
    expect(versionOf(program)).toBe('9.1.0\n')
  })

  test('is taken back by one command of the new version', async () => {
    const { code, answer } = await run(program, ['update', 'rollback', '--yes'])
    expect(code).toBe(0)
    expect(answer).toMatchObject({ to: own, program, dry_run: false })
    expect(existsSync(String(answer.kept))).toBe(true)
    expect([versionOf(program).trim(), existsSync(previous)]).toEqual([own, false])
    const { steps, logs } = await stateOf()
    expect(steps).not.toContain('9998-changes')
    expect([logs.length, new Set(logs)]).toEqual([LOGS, new Set(['call'])])
    expect(errorOf(await run(program, ['update', 'rollback']))).toBe('update.no_previous')
  })
})

describe('an update that only adds to the schema', () => {
  test('is taken back without the backup, and nothing is lost', async () => {
    await releases.publish('9.2.0', 'adds')
    expect((await run(program, ['update', '--yes'])).code).toBe(0)
    await addLogs(LOGS + 10, 3)
    const { code, answer } = await run(program, ['update', 'rollback', '--yes'])
    expect(code).toBe(0)
    expect(answer).toMatchObject({ backup: '', kept: '', lost: [], lost_calls: 0 })
    expect((await stateOf()).logs.length).toBe(LOGS + 3)
  })
})

describe('nothing is changed by', () => {
  async function expectUntouched(version: string, error: string): Promise<void> {
    const before = [await stateOf(), statSync(program).ino, readdirSync(join(folder.path, 'bin'))]
    const ran = await run(program, ['update', '--yes', '--to', version])
    expect([ran.code, errorOf(ran)]).toEqual([1, error])
    const after = [await stateOf(), statSync(program).ino, readdirSync(join(folder.path, 'bin'))]
    expect(after).toEqual(before)
  }

  test('a migration that fails after others succeeded', async () => {
    await releases.publish('9.3.0', 'changes,fails')
    await expectUntouched('9.3.0', 'update.failed')
  })

  test('an archive of other bytes than were signed', async () => {
    await releases.publish('9.4.0', 'adds')
    const [archive = ''] = new Bun.Glob('9.4.0/*.tar.gz').scanSync({ cwd: releases.path })
    appendFileSync(join(releases.path, archive), 'x')
    await expectUntouched('9.4.0', 'update.checksum')
  })

  test('checksums that were changed after they were signed', async () => {
    await releases.publish('9.5.0', 'adds')
    appendFileSync(join(releases.path, '9.5.0', 'SHA256SUMS'), '\n')
    await expectUntouched('9.5.0', 'update.signature')
  })

  test('a release that stands in for another version', async () => {
    await releases.publish('9.6.0', 'adds')
    for (const name of ['SHA256SUMS', 'SHA256SUMS.minisig']) {
      mkdirSync(join(releases.path, '9.7.0'), { recursive: true })
      copyFileSync(join(releases.path, '9.6.0', name), join(releases.path, '9.7.0', name))
    }
    await expectUntouched('9.7.0', 'update.version')
  })

  test('another key than the one of the releases', async () => {
    const other = openReleases(tempDirOf('other')).publicKey
    const ran = await run(program, ['update', '--yes', '--to', '9.6.0', '--key', other])
    expect([ran.code, errorOf(ran)]).toEqual([1, 'update.signature'])
  })
})

function tempDirOf(name: string): string {
  const path = join(folder.path, name)
  mkdirSync(path)
  return path
}
