import { expect, test } from 'bun:test'
import type { Db } from '../../db/db'
import {
  claimDueJobs,
  deleteOwned,
  endOwnedJob,
  findOwned,
  holdForJobs,
  insertOwned,
  nextPollMs,
  type OwnedTableRow,
  pageOfOwned,
  sweepOwned,
} from '../../db/tables/owned'
import { openReservations, resolveOpen } from '../../db/tables/reservations'
import { onEveryEngine } from './engines'
import { nextId, reserveOrder, seedUser } from './seed'

const NOW = 1_700_000_000_000
const CLAIM = { nowMs: NOW, limit: 10, firstPauseMs: 1_000, longestPauseMs: 4_000 }

function row(id: string, more: Partial<OwnedTableRow> = {}): OwnedTableRow {
  return {
    user_id: 1,
    id,
    kind: 'file',
    token_id: 2,
    channel_id: 3,
    key_hash: 'h',
    created_at: NOW,
    expires_at: 0,
    job: '',
    poll_at: 0,
    polls: 0,
    model: '',
    ...more,
  }
}

const write = (db: Db, ...rows: OwnedTableRow[]) => db.transaction((trx) => insertOwned(trx, rows))

onEveryEngine('what upstreams keep', (open) => {
  test('is found by its owner alone, though two users have the same id', async () => {
    const db = await open()
    await write(db, row('f1'), row('f1', { user_id: 2, channel_id: 9 }), row('f2'))
    expect(await findOwned(db.reader, 1, ['f1'])).toEqual([row('f1')])
    expect(await findOwned(db.reader, 2, ['f1', 'f2'])).toMatchObject([{ channel_id: 9 }])
    await db.transaction((trx) => deleteOwned(trx, 1, 'f1'))
    expect(await findOwned(db.reader, 1, ['f1'])).toEqual([])
    expect(await findOwned(db.reader, 2, ['f1'])).toHaveLength(1)
  })

  test('that is written again keeps what is owed for it', async () => {
    const db = await open()
    await write(db, row('b1', { job: '{}', poll_at: NOW }))
    await write(db, row('b1', { channel_id: 4 }))
    expect(await findOwned(db.reader, 1, ['b1'])).toMatchObject([{ channel_id: 4, job: '{}' }])
  })

  test('comes page by page in either order, without what is past its end', async () => {
    const db = await open()
    const rows = [1, 2, 3, 4].map((at) => row(`f${at}`, { created_at: NOW + Math.floor(at / 2) }))
    await write(db, ...rows, row('past', { expires_at: NOW - 1 }), row('r', { kind: 'response' }))
    const page = { userId: 1, kind: 'file', limit: 2, nowMs: NOW } as const
    const ids = async (more: { order: 'asc' | 'desc'; after?: OwnedTableRow }) =>
      (await pageOfOwned(db.reader, { ...page, ...more })).map(({ id }) => id)
    expect(await ids({ order: 'desc' })).toEqual(['f4', 'f3'])
    expect(await ids({ order: 'desc', after: row('f3', { created_at: NOW + 1 }) })).toEqual([
      'f2',
      'f1',
    ])
    expect(await ids({ order: 'asc' })).toEqual(['f1', 'f2'])
  })

  test('is asked for by one process at a time, later and later', async () => {
    const db = await open()
    const owed = { job: '{}' }
    await write(db, row('b1', { ...owed, poll_at: NOW }), row('b2', { ...owed, poll_at: NOW + 1 }))
    const claims = await Promise.all(
      [1, 2, 3].map(() => db.transaction((trx) => claimDueJobs(trx, CLAIM))),
    )
    expect(claims.flat().map(({ id }) => id)).toEqual(['b1'])
    await db.transaction((trx) => endOwnedJob(trx, 1, 'b2'))
    const pauses: number[] = []
    for (let at = NOW; pauses.length < 4; ) {
      const next = (await nextPollMs(db.reader)) ?? 0
      pauses.push(next - at)
      at = next
      await db.transaction((trx) => claimDueJobs(trx, { ...CLAIM, nowMs: at }))
    }
    expect(pauses).toEqual([1_000, 2_000, 4_000, 4_000])
    await db.transaction((trx) => endOwnedJob(trx, 1, 'b1'))
    expect(await nextPollMs(db.reader)).toBeUndefined()
  })

  test('is forgotten after its end, unless something is owed for it', async () => {
    const db = await open()
    const past = { expires_at: NOW - 1 }
    await write(db, row('a', past), row('b', { ...past, poll_at: NOW, job: '{}' }), row('c'))
    expect(await db.transaction((trx) => sweepOwned(trx, NOW, 10))).toBe(1)
    expect(await findOwned(db.reader, 1, ['a', 'b', 'c'])).toHaveLength(2)
  })

  test('takes the hold of its call over, which no start gives back', async () => {
    const db = await open()
    const userId = await seedUser(db, 1_000)
    const [kept, lost] = [nextId('kept'), nextId('lost')]
    for (const callId of [kept, lost]) await db.ledger.reserve(reserveOrder({ userId, callId }))
    await db.transaction((trx) =>
      holdForJobs(trx, [{ callId: kept, jobId: 'b1', deadlineMs: NOW + 9 }]),
    )
    expect(await resolveOpen(db, { nowMs: NOW })).toBe(1)
    expect(await openReservations(db)).toMatchObject([
      { call_id: kept, kind: 'job', job_id: 'b1', deadline_at: NOW + 9 },
    ])
  })
})
