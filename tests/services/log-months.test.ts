/** Past months of the log in files of their own: what is read is the same, wherever it stands. */

import { Database } from 'bun:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { readdirSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { insertRows } from '../../db/insert-rows'
import { monthFolder } from '../../db/month-files'
import { logMonths } from '../../db/tables/log-months'
import {
  AUGUST,
  walked as allOf,
  answersOf,
  DAY,
  OCTOBER,
  row,
  inTable as rowsInTable,
  writeLog,
} from './log-of-months'
import { type Fixture, OPERATOR, openFixture, PASSWORD, refusal } from './services-fixture'

const MINUTES = 60_000
let gw: Fixture
let now: number

const write = () => writeLog(gw)
const answers = () => answersOf(gw)
const walked = (filter?: Parameters<Fixture['logs']['walk']>[0]) => allOf(gw, filter)
const files = () => readdirSync(monthFolder(gw.db.file ?? '')).sort()
const states = async () => (await logMonths(gw.db.kysely)).map(({ state }) => state)
const inTable = () => rowsInTable(gw)

async function moveAll(): Promise<void> {
  await gw.options.set(OPERATOR, { key: 'LogMonthFiles', value: 'true' })
  await gw.logs.moveMonths()
  gw.clock.ms += 5 * MINUTES
  await gw.logs.moveMonths()
}

describe.each([
  ['on one thread', {}],
  ['by reading threads', { readerThreads: 2 }],
])('months %s', (_, opening) => {
  beforeEach(async () => {
    gw = await openFixture(undefined, {}, opening)
    now = gw.clock.ms / 1000
    await write()
  })
  afterEach(async () => {
    await gw.close()
  })

  test('every answer is the same before, while and after months are moved', async () => {
    const before = await answers()
    const rows = before.pages[0]?.total ?? 0
    expect(before.walk.length).toBe(rows)
    expect(await gw.logs.moveMonths()).toBe(0)
    expect(await states()).toEqual([])

    await gw.options.set(OPERATOR, { key: 'LogMonthFiles', value: 'true' })
    expect(await gw.logs.moveMonths()).toBe(0)
    expect(await states()).toEqual(['moved', 'moved', 'moved'])
    expect(await inTable()).toBe(rows)
    expect(await answers()).toEqual(before)

    // Whoever began to read before is done by now.
    gw.clock.ms += 5 * MINUTES
    const moved = (31 + 30 + 31) * 4
    expect(await gw.logs.moveMonths()).toBe(moved)
    expect(await states()).toEqual(['alone', 'alone', 'alone'])
    expect(await inTable()).toBe(rows - moved)
    expect(files().map((name) => name.slice(0, 7))).toEqual(['2023-08', '2023-09', '2023-10'])
    expect(statSync(join(monthFolder(gw.db.file ?? ''), files()[0] ?? '')).mode & 0o777).toBe(0o600)
    gw.clock.ms -= 5 * MINUTES
    expect(await answers()).toEqual(before)
  })

  test('a row that comes late is read at its place, and joins its month', async () => {
    await moveAll()
    gw.clock.ms -= 5 * MINUTES
    const late = { ...row(OCTOBER + DAY + 7, 0), request_id: 'late' }
    await gw.db.transaction((trx) => insertRows(trx, 'logs', [late, row(now, 1)]))
    const before = await answers()
    expect(before.pages[2]?.ids.length).toBe(10)
    const deep = (await walked()).slice(120, 130)
    expect(before.pages[2]?.ids).toEqual(deep)
    const { items } = await gw.logs.list({ from: OCTOBER, to: OCTOBER + 2 * DAY })
    expect(items.map(({ request_id }) => request_id).indexOf('late')).toBe(4)
    await moveAll()
    expect(await states()).toEqual(['alone', 'alone', 'alone'])
    expect((await logMonths(gw.db.kysely))[0]?.rows).toBe(31 * 4 + 1)
    gw.clock.ms -= 5 * MINUTES
    expect(await answers()).toEqual(before)
  })

  test('retention deletes months with their files, and rows of the one it ends in', async () => {
    await moveAll()
    const days = Math.floor((now - OCTOBER) / DAY) - 3
    await gw.options.set(OPERATOR, { key: 'LogRetentionDays', value: String(days) })
    const kept = (await gw.logs.list({ from: gw.clock.ms / 1000 - days * DAY })).total
    await gw.logs.retain()
    expect((await gw.logs.list()).total).toBe(kept)
    expect(files().map((name) => name.slice(0, 7))).toEqual(['2023-10'])
    expect((await walked()).length).toBe(kept)
  })

  test('an answer says which months are missing, and a walk does not end early', async () => {
    await moveAll()
    const [august = ''] = files()
    const path = join(monthFolder(gw.db.file ?? ''), august)
    renameSync(path, `${path}.away`)
    const { total, missing_months } = await gw.logs.list()
    expect(missing_months).toEqual(['2023-08'])
    expect(total).toBeLessThan((await gw.logs.list({ from: AUGUST })).total + 1)
    expect((await gw.logs.stat()).missing_months).toEqual(['2023-08'])
    expect(await gw.logs.list({ from: OCTOBER })).not.toHaveProperty('missing_months')
    expect(await refusal(walked())).toBe('log.month_missing')
    renameSync(`${path}.away`, path)
    expect(await gw.logs.list()).not.toHaveProperty('missing_months')
  })
})

describe('moving', () => {
  beforeEach(async () => {
    gw = await openFixture()
    now = gw.clock.ms / 1000
    await write()
  })
  afterEach(async () => {
    await gw.close()
  })

  test('goes on where a crash has left it', async () => {
    const before = await answers()
    await gw.options.set(OPERATOR, { key: 'LogMonthFiles', value: 'true' })
    await gw.logs.moveMonths()
    const [, , august] = await logMonths(gw.db.kysely)
    // As it was when half of August was copied.
    await gw.db.kysely
      .updateTable('log_months')
      .set({ state: 'copying', planned_id: august?.upto_id ?? 0, upto_id: 0, rows: 0 })
      .where('month', '=', '2023-08')
      .execute()
    const file = join(monthFolder(gw.db.file ?? ''), august?.file ?? '')
    const half = new Database(file)
    half.run('delete from logs where id > 50')
    half.close()
    expect(await answers()).toEqual(before)
    await gw.logs.moveMonths()
    expect((await logMonths(gw.db.kysely))[2]).toMatchObject({ state: 'moved', rows: 31 * 4 })
    expect(await answers()).toEqual(before)
  })

  test('a copy that is unlike the rows is given up, and nothing is deleted', async () => {
    const before = await answers()
    await gw.options.set(OPERATOR, { key: 'LogMonthFiles', value: 'true' })
    await gw.logs.moveMonths()
    const [, , august] = await logMonths(gw.db.kysely)
    await gw.db.kysely
      .updateTable('log_months')
      .set({ state: 'copying', planned_id: august?.upto_id ?? 0, upto_id: 0, rows: 0 })
      .where('month', '=', '2023-08')
      .execute()
    const file = join(monthFolder(gw.db.file ?? ''), august?.file ?? '')
    const spoilt = new Database(file)
    spoilt.run('update logs set quota = quota + 1 where id = 7')
    spoilt.close()
    await expect(gw.logs.moveMonths()).rejects.toThrow('unlike')
    expect((await logMonths(gw.db.kysely)).length).toBe(2)
    expect(await answers()).toEqual(before)
    await moveAll()
    gw.clock.ms -= 5 * MINUTES
    expect(await answers()).toEqual(before)
  })

  test('what leaves a file that is not there is not deleted from the table', async () => {
    await gw.options.set(OPERATOR, { key: 'LogMonthFiles', value: 'true' })
    await gw.logs.moveMonths()
    const rows = await inTable()
    const [october] = await logMonths(gw.db.kysely)
    const path = join(monthFolder(gw.db.file ?? ''), october?.file ?? '')
    renameSync(path, `${path}.away`)
    gw.clock.ms += 5 * MINUTES
    await gw.logs.moveMonths()
    expect(await inTable()).toBe(rows - (31 + 30) * 4)
  })

  test('an erased name leaves the files too, and a person gets their rows from them', async () => {
    await moveAll()
    await gw.users.create(OPERATOR, { username: 'stays', password: PASSWORD })
    await gw.users.create(OPERATOR, { username: 'gone', password: PASSWORD })
    const lines = await Array.fromAsync(gw.users.personalLines(OPERATOR, 2))
    const logged = lines.filter(({ table }) => table === 'logs').length
    expect(logged).toBeGreaterThan(200)
    await gw.users.remove(OPERATOR, 2)
    await gw.users.erase(OPERATOR, 2)
    const { items } = await gw.logs.list({ userId: 2, to: OCTOBER, page_size: 100 })
    expect(items.length).toBe(100)
    expect(new Set(items.map(({ username, ip }) => `${username}${ip}`))).toEqual(
      new Set(['erased#2']),
    )
  })
})
