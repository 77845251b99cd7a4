/** Counts of calls as rows: they only ever grow, and begin with what the log knows. */
import { expect, test } from 'bun:test'
import type { Db } from '../../db/db'
import { migrate } from '../../db/migrate'
import { MIGRATIONS } from '../../db/migrations'
import { insertLog } from '../../db/tables/logs'
import { removeOldest } from '../../db/tables/remove-oldest'
import {
  addRollups,
  type RollupDelta,
  rollupErrors,
  rollupPoints,
  rollupSums,
  rollupsOf,
} from '../../db/tables/rollups'
import { LATENCY_SLOTS } from '../../server/domain/logs/latency'
import { LOG_TYPE } from '../../server/domain/status'
import { onEveryEngine } from './engines'

const HOUR = 3600
const AT = 1_750_000_000 - (1_750_000_000 % HOUR)

const latency = Array.from({ length: LATENCY_SLOTS }, (_, slot) => slot)

function delta(change: Partial<RollupDelta> = {}): RollupDelta {
  const counts = { calls: 2, failed: 1, refused: 3, quota: 2 ** 40, tokens: 7, latency, errors: '' }
  return { kind: 'channel', subject: '3', at: AT, ...counts, ...change }
}

const add = (db: Db, ...rows: readonly RollupDelta[]) =>
  db.transaction((trx) => addRollups(trx, rows))

const span = { kind: 'channel', from: AT - 10 * HOUR, to: AT + HOUR } as const

onEveryEngine('rollups', (open) => {
  test('many at once, whose fields come in any order, are all there', async () => {
    const db = await open()
    const subjects = Array.from({ length: 87 }, (_, at) => String(at))
    const rows = subjects.map((subject, at) => {
      const own = { subject, calls: at + 1 }
      return at % 2 === 0 ? delta(own) : { ...own, ...delta(own) }
    })
    await add(db, ...rows)
    await add(db, ...rows.toReversed())
    for (const [at, subject] of subjects.entries()) {
      const [row] = await rollupsOf(db.lists, subject, span)
      expect(row).toMatchObject({ calls: 2 * (at + 1), failed: 2, quota: 2 ** 41, at: AT })
    }
  })

  test('what is added twice is there twice, and the newest failures stay', async () => {
    const db = await open()
    await add(db, delta({ errors: '["old"]' }), delta({ at: AT - HOUR, errors: '["older"]' }))
    await add(db, delta({ errors: '["new"]' }))
    await add(db, delta())
    const rows = await rollupsOf(db.lists, '3', span)
    expect(rows.map(({ at, calls }) => [at, calls])).toEqual([
      [AT - HOUR, 2],
      [AT, 6],
    ])
    expect(rows[1]).toMatchObject({ failed: 3, refused: 9, quota: 3 * 2 ** 40, tokens: 21 })
    expect(rows[1]?.latency).toEqual(latency.map((count) => 3 * count))
    const errors = await rollupErrors(db.lists, 3, { from: AT - 10 * HOUR, hours: 5 })
    expect(errors).toEqual(['["new"]', '["older"]'])
  })

  test('sums come by spend, of all or of those asked for', async () => {
    const db = await open()
    await add(
      db,
      delta({ subject: '1', quota: 10 }),
      delta({ subject: '1', quota: 10, at: AT - HOUR }),
      delta({ subject: '2', quota: 30 }),
      delta({ subject: '2', quota: 30, at: AT + HOUR }),
      delta({ kind: 'token', subject: '1', quota: 99 }),
    )
    const sums = await rollupSums(db.lists, span)
    expect(sums.map(({ subject, quota, hours }) => [subject, quota, hours])).toEqual([
      ['2', 30, 1],
      ['1', 20, 2],
    ])
    const one = await rollupSums(db.lists, span, { subjects: ['1'] })
    expect(one.map(({ quota }) => quota)).toEqual([20])
    expect(await rollupSums(db.lists, span, { subjects: [] })).toEqual([])
    expect(await rollupSums(db.lists, span, { most: 1 })).toHaveLength(1)
    expect(await rollupPoints(db.lists, ['1', '2'], span)).toHaveLength(3)
  })

  test('old rows go in steps, those of other kinds stay', async () => {
    const db = await open()
    const hours = Array.from({ length: 5 }, (_, index) => delta({ at: AT - index * HOUR }))
    await add(db, ...hours, delta({ kind: 'user', at: AT - 4 * HOUR }))
    const remove = () =>
      db.transaction((trx) =>
        removeOldest(trx, {
          ...{ table: 'rollups', column: 'at', before: AT - HOUR, limit: 2 },
          only: { column: 'kind', value: 'channel' },
        }),
      )
    expect([await remove(), await remove(), await remove()]).toEqual([2, 1, 0])
    expect(await rollupsOf(db.lists, '3', span)).toHaveLength(2)
    expect(await rollupsOf(db.lists, '3', { ...span, kind: 'user' })).toHaveLength(1)
  })

  test('a database of before begins with what its log knows', async () => {
    const db = await open()
    await db.kysely.schema.dropTable('rollups').execute()
    const made = ['0012-rollups', '0021-charged-rollups']
    await db.kysely.deleteFrom('migrations').where('name', 'in', made).execute()
    const log = {
      user_id: 5,
      created_at: AT + 90,
      type: LOG_TYPE.consumption,
      content: '',
      username: 'ann',
      token_name: 'app',
      model_name: 'gpt-4o',
      quota: 100,
      prompt_tokens: 3,
      completion_tokens: 4,
      use_time: 1,
      is_stream: 0 as const,
      channel_id: 3,
      token_id: 9,
      group: 'default',
      ip: '',
      request_id: '',
      other: '',
    }
    await db.transaction(async (trx) => {
      await insertLog(trx, log)
      await insertLog(trx, { ...log, created_at: AT + 100 })
      await insertLog(trx, { ...log, type: LOG_TYPE.error, quota: 0 })
      await insertLog(trx, { ...log, type: LOG_TYPE.error, quota: 0, channel_id: 0 })
      await insertLog(trx, { ...log, type: LOG_TYPE.top_up, channel_id: 0, token_id: 0 })
      await insertLog(trx, { ...log, created_at: AT - 40 * 24 * HOUR })
    })
    const own = MIGRATIONS.filter(({ name }) => made.includes(name))
    const others = MIGRATIONS.filter(({ name }) => !made.includes(name))
    await migrate(db, { nowMs: 0, migrations: [...others, ...own] })
    const [user] = await rollupsOf(db.lists, '5', { ...span, kind: 'user' })
    expect(user).toMatchObject({ at: AT, calls: 3, failed: 1, refused: 1, quota: 200, tokens: 28 })
    const [channel, ...more] = await rollupsOf(db.lists, '3', { ...span, from: 0 })
    expect([channel?.calls, channel?.failed, more.length]).toEqual([3, 1, 0])
    const site = await rollupsOf(db.lists, '', { ...span, kind: 'site' })
    expect(site.map(({ at, calls }) => [at, calls])).toEqual([[AT + 60, 3]])
    expect(await rollupsOf(db.lists, 'gpt-4o', { ...span, kind: 'model' })).toHaveLength(1)
  })
})
