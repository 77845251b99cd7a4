import { expect, test } from 'bun:test'
import { sql } from 'kysely'
import type { Db } from '../../db/db'
import { insertRows } from '../../db/insert-rows'
import { logParts } from '../../db/log-parts/parts'
import { listLogParts } from '../../db/log-parts/rows'
import { boundedFilter } from '../../db/log-parts/sums'
import { countLogs, listLogs } from '../../db/tables/logs'
import type { LogSort } from '../../server/domain/logs/log-sorts'
import { onEveryEngine, openFreshSqlite } from './engines'

/** One row per entry, in the order of the ids; the entry is the second. */
async function write(db: Db, seconds: readonly number[]): Promise<void> {
  const rows = seconds.map((created_at, index) => ({
    user_id: 1 + (index % 2),
    created_at,
    type: 2,
    content: '',
    username: '',
    token_name: '',
    model_name: index % 3 === 0 ? 'rare' : 'usual',
    quota: 1,
    prompt_tokens: 0,
    completion_tokens: 0,
    use_time: 0,
    is_stream: 0 as const,
    channel_id: 0,
    token_id: 0,
    group: '',
    ip: '',
    request_id: '',
    other: '',
  }))
  await insertRows(db.kysely, 'logs', rows)
}

onEveryEngine('log rows', (open) => {
  test('deep pages hold exactly what counting row by row gives', async () => {
    const db = await open()
    // Seven rows a second, and a clock that once went back.
    const seconds = Array.from({ length: 2500 }, (_, index) => 1000 + Math.floor(index / 7))
    seconds.fill(1100, 1500, 1510)
    await write(db, seconds)
    const newestFirst = seconds
      .map((second, index) => ({ second, id: index + 1 }))
      .sort((a, b) => b.second - a.second || b.id - a.id)
      .map(({ id }) => id)
    for (const offset of [0, 999, 1000, 1003, 1777, 2490, 2499, 2500, 9999]) {
      const page = await listLogs(db.lists, {}, { limit: 10, offset })
      expect(page.map(({ id }) => id)).toEqual(newestFirst.slice(offset, offset + 10))
    }
  })

  test('by what no index knows, only the newest rows of the time are looked through', async () => {
    const db = await open()
    await write(
      db,
      Array.from({ length: 100 }, (_, index) => index),
    )
    const count = async (filter: Parameters<typeof boundedFilter>[1]) =>
      await countLogs(db.lists, await boundedFilter(await logParts(db), filter, { most: 30 }))
    expect(await count({ model: 'rare' })).toBe(10)
    expect(await count({ model: 'rare', to: 49 })).toBe(10)
    expect(await count({ model: 'rare', userId: 1 })).toBe(10)
    expect(await count({ model: 'rare', from: 90 })).toBe(4)
    expect(await count({})).toBe(100)
    expect(await count({ userId: 1 })).toBe(50)
    expect(await count({ type: 2 })).toBe(100)
  })

  test('in another order the greatest is first, and the newest among equals', async () => {
    const db = await open()
    await write(db, [1, 2, 3, 4])
    const sorted = async (column: LogSort, order: 'asc' | 'desc') => {
      const sort = { column, order }
      const filter = await boundedFilter(await logParts(db), {}, { most: 3, isSorted: true })
      const rows = await listLogs(db.lists, filter, { limit: 10, offset: 0, sort })
      return rows.map(({ created_at }) => created_at)
    }
    await db.transaction(async (trx) => {
      const set = (at: number, values: object) =>
        trx.updateTable('logs').set(values).where('created_at', '=', at).execute()
      await set(2, { quota: 9, duration_ms: 40 })
      // Of before milliseconds were measured.
      await set(3, { quota: 3, duration_ms: 0, use_time: 2 })
      await set(4, { quota: 3, duration_ms: 500 })
    })
    expect(await sorted('quota', 'desc')).toEqual([2, 4, 3])
    expect(await sorted('quota', 'asc')).toEqual([4, 3, 2])
    expect(await sorted('created_at', 'asc')).toEqual([2, 3, 4])
    expect(await sorted('duration_ms', 'desc')).toEqual([3, 4, 2])
  })

  test('the channel of a row may be gone', async () => {
    const db = await open()
    await write(db, [1])
    const [row] = await listLogParts(await logParts(db), {}, { limit: 1, offset: 0 })
    expect(row?.channel_name).toBe('')
  })
})

test('a search for a model reads rows only where the model matches', async () => {
  const db = await openFreshSqlite()
  const { rows } = await sql<{ detail: string }>`explain query plan
    select id from logs where model_name = 'none' and created_at >= 1
    order by created_at desc, id desc limit 100`.execute(db.reader)
  await db.close()
  expect(rows[0]?.detail).toContain('USING COVERING INDEX')
})
