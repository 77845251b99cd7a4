/** Past months of the log in their files, as an operator moves, backs up and restores them. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { insertRows } from '../../db/insert-rows'
import { tempDir } from '../support/temp-dir'
import { type DatabaseShell, openFilledShell } from './database-fixture'

const DAY = 86_400
let shell: DatabaseShell
let elsewhere: string

beforeEach(async () => {
  shell = await openFilledShell()
  elsewhere = tempDir('months').path
  const row = (created_at: number, index: number) => ({
    user_id: 1,
    created_at,
    type: 2,
    content: '',
    username: 'ann',
    token_name: '',
    model_name: 'gpt',
    quota: index,
    prompt_tokens: 0,
    completion_tokens: 0,
    use_time: 0,
    is_stream: 0 as const,
    channel_id: 0,
    token_id: 0,
    group: '',
    ip: '',
    request_id: `r${index}`,
    other: '',
  })
  const start = Date.UTC(2024, 0, 15) / 1000
  const rows = Array.from({ length: 60 }, (_, index) => row(start + index * DAY, index))
  await shell.edit((db) => db.transaction((trx) => insertRows(trx, 'logs', rows)))
  await shell.text(['option', 'set', 'LogMonthFiles', 'true'])
})
afterEach(() => {
  shell.remove()
  rmSync(elsewhere, { recursive: true })
})

const months = (folder = shell.dataDir) => readdirSync(join(folder, 'logs')).sort()
const listed = async () => Object(await shell.json(['log', 'list', '--limit', '100'])).length

/** To the end, as if minutes had gone by. */
async function move(): Promise<void> {
  await shell.text(['job', 'run', 'log-months'])
  await shell.edit((db) => db.kysely.updateTable('log_months').set({ moved_at: 1 }).execute())
  await shell.text(['job', 'run', 'log-months'])
}

test('a backup carries the months, and a restore brings back those that are gone', async () => {
  await move()
  expect(await shell.json(['log', 'storage'])).toMatchObject([
    { name: 'database', state: 'open', rows: 1 },
    { name: '2024-03', state: 'alone', rows: 13 },
    { name: '2024-02', state: 'alone', rows: 29 },
    { name: '2024-01', state: 'alone', rows: 17 },
  ])
  expect(await listed()).toBe(60)

  const backup = join(elsewhere, 'one.db')
  const made = await shell.json(['db', 'backup', backup])
  expect(made).toMatchObject({ months: ['2024-01', '2024-02', '2024-03'] })
  expect(months(elsewhere)).toEqual(months())
  const [first = ''] = months()
  const copied = statSync(join(elsewhere, 'logs', first))
  expect(copied.mode & 0o777).toBe(0o600)
  // The next one finds them there, and copies the file only that has changed.
  await shell.text(['log', 'delete', '--before', '2024-01-20', '--yes'])
  await shell.text(['db', 'backup', join(elsewhere, 'two.db')])
  const inodes = (folder: string) => months(folder).map((name) => statOf(folder, name).ino)
  expect(statOf(elsewhere, first).ino).not.toBe(copied.ino)
  const before = inodes(elsewhere)
  await shell.text(['db', 'backup', join(elsewhere, 'three.db')])
  expect(inodes(elsewhere)).toEqual(before)

  rmSync(join(shell.dataDir, 'logs', first))
  const doctor = await shell.gw(['doctor', '--offline', '--json'])
  expect(doctor.stdout).toContain(`logs/${first}`)
  const list = await shell.gw(['log', 'list'])
  expect(list.stderr).toContain('2024-01')
  expect((await shell.gw(['db', 'restore', backup, '--verify'])).code).toBe(0)
  await shell.text(['db', 'restore', backup, '--yes'])
  expect(months()).toEqual(months(elsewhere))
  // The copy is of the later state, without what was deleted on purpose.
  expect(await listed()).toBe(55)
})

test('a name is erased from the files, and not by a dry run', async () => {
  await move()
  await shell.text(['user', 'delete', 'ann', '--yes'])
  const names = async () => {
    const rows = Object(await shell.json(['log', 'list', '--to', '2024-02-01', '--limit', '100']))
    return [...new Set(rows.map(({ username }: { username: string }) => username))]
  }
  await shell.text(['user', 'erase', '1', '--dry-run'])
  expect(await names()).toEqual(['ann'])
  await shell.text(['user', 'erase', '1', '--yes'])
  expect(await names()).toEqual(['erased#1'])
})

const statOf = (folder: string, name: string) => statSync(join(folder, 'logs', name))

test('a backup without its months is not restored unasked, and leaves no trace', async () => {
  await move()
  const backup = join(elsewhere, 'one.db')
  await shell.text(['db', 'backup', backup])
  const [first = ''] = months()
  for (const folder of [shell.dataDir, elsewhere]) rmSync(join(folder, 'logs', first))
  rmSync(join(shell.dataDir, 'logs', months()[0] ?? ''))
  const left = months()
  expect((await shell.gw(['db', 'restore', backup, '--verify'])).code).toBe(1)
  const refused = await shell.gw(['db', 'restore', backup, '--yes'])
  expect(refused.code).toBe(1)
  expect(refused.stdout).toContain(`logs/${first}`)
  expect(months()).toEqual(left)
  await shell.text(['db', 'restore', backup, '--yes', '--despite-findings'])
  expect(months()).toEqual(months(elsewhere))
})
