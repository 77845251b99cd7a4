import { describe, expect, test } from 'bun:test'
import type { Db } from '../../db/db'
import { insertRows } from '../../db/insert-rows'
import { reclaimSpace } from '../../db/maintenance/reclaim'
import { inCommits, inSlices, slicesOf } from '../../db/slices'
import { deleteExpiredSessions } from '../../db/tables/sessions'
import { OPERATOR, openFixture } from '../services/services-fixture'
import { openFreshSqlite } from './engines'
import { seedUser } from './seed'

/** How often the event loop came round while `run` worked. */
async function turnsDuring(run: () => Promise<unknown>): Promise<number> {
  let turns = 0
  let isOver = false
  const turn = () => {
    turns += 1
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  await run()
  isOver = true
  return turns
}

function log(index: number) {
  const texts = { content: 'x'.repeat(500), username: '', token_name: '', model_name: '' }
  const numbers = { quota: 0, prompt_tokens: 0, completion_tokens: 0, use_time: 0, token_id: 0 }
  const rest = {
    is_stream: 0,
    channel_id: 0,
    group: '',
    ip: '',
    request_id: '',
    other: '',
  } as const
  return { user_id: 1, created_at: index, type: 2, ...texts, ...numbers, ...rest }
}

async function writeLogs(db: Db, count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, index) => log(index + 1))
  await db.transaction((trx) => insertRows(trx, 'logs', rows))
}

describe('long work lets the event loop go on', () => {
  test('between slices', async () => {
    let left = 5
    const turns = await turnsDuring(() =>
      inSlices(async () => {
        left -= 1
        return left > 0
      }),
    )
    expect(turns).toBeGreaterThanOrEqual(4)
  })

  test('between parts of a list, which are all there', async () => {
    const parts: (readonly number[])[] = []
    const turns = await turnsDuring(async () => {
      for await (const part of slicesOf([1, 2, 3, 4, 5], 2)) parts.push(part)
    })
    expect(parts).toEqual([[1, 2], [3, 4], [5]])
    expect(turns).toBeGreaterThanOrEqual(2)
  })

  test('after a commit that was slow the next one is small, and nothing is left out', async () => {
    let left = 90
    const limits: number[] = []
    const total = await inCommits(async (limit) => {
      const startedAt = performance.now()
      while (performance.now() - startedAt < 30);
      limits.push(limit)
      const rows = Math.min(left, limit)
      left -= rows
      return rows
    })
    expect(total).toBe(90)
    expect(limits).toEqual([25, 10, 10, 10, 10, 10, 10, 10])
  })

  test('while log rows are deleted, and their space is given back', async () => {
    const here = await openFixture()
    await writeLogs(here.db, 5000)
    let removed = 0
    const turns = await turnsDuring(async () => {
      removed = await here.logs.remove(OPERATOR, { beforeSeconds: 4501 })
    })
    expect(removed).toBe(4500)
    expect(turns).toBeGreaterThanOrEqual(9)
    expect(await turnsDuring(() => reclaimSpace(here.db))).toBeGreaterThanOrEqual(1)
    await here.close()
  })

  test('while expired sessions go', async () => {
    const db = await openFreshSqlite()
    const user_id = await seedUser(db, 0)
    const sessions = Array.from({ length: 1200 }, (_, index) => ({
      id: `s${index}`,
      user_id,
      expires_at: index < 1100 ? 1 : 9,
      created_at: 1,
      last_seen_at: 1,
      ip: '',
      user_agent: '',
    }))
    await db.transaction((trx) => insertRows(trx, 'sessions', sessions))
    let removed = 0
    const turns = await turnsDuring(async () => {
      removed = await deleteExpiredSessions(db.kysely, 5)
    })
    expect(removed).toBe(1100)
    expect(turns).toBeGreaterThanOrEqual(2)
    await db.close()
  })
})
