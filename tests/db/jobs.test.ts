/** Jobs and their money: claimed once, ended once, whoever comes first. */
import { expect, test } from 'bun:test'
import type { Db } from '../../db/db'
import {
  claimDueJobs,
  claimJob,
  dueSubmissions,
  hasTwin,
  insertJob,
  type JobRow,
  jobById,
  nextJobMs,
  sweepJobs,
  updateJob,
} from '../../db/tables/jobs'
import { verify } from '../../db/tables/ledger-verify'
import { openReservations } from '../../db/tables/reservations'
import type { JobEnd } from '../../server/domain/jobs/job-end'
import { onEveryEngine } from './engines'
import { NOW_MS, nextId, reserveOrder, seedUser, settleOrder } from './seed'

const UNTIL = NOW_MS + 60_000

function row(id: string, more: Partial<JobRow> = {}): JobRow {
  return {
    id,
    family: 'video',
    provider: 'sora',
    action: 'GENERATE',
    state: 'queued',
    node: '',
    user_id: 1,
    token_id: 0,
    channel_id: 3,
    quota: 500,
    progress: 0,
    key_hash: '',
    upstream_id: `up-${id}`,
    hook: '',
    notify: '',
    fail_reason: '',
    created_at: NOW_MS,
    started_at: 0,
    ended_at: 0,
    deadline_at: UNTIL,
    expires_at: 0,
    poll_at: NOW_MS,
    claimed_until: 0,
    polls: 0,
    notify_at: 0,
    notified: 0,
    terms: '{}',
    asked: '{}',
    seen: '',
    ...more,
  }
}

const SEEN = {
  created_at: 1,
  updated_at: 1,
  platform: 'sora',
  channel_id: 3,
  quota: 500,
  action: 'GENERATE',
  status: 'QUEUED',
  fail_reason: '',
  submit_time: 1,
  start_time: 0,
  finish_time: 0,
  progress: '0%',
  properties: '{}',
  data: '',
}

async function write(db: Db, ...jobs: JobRow[]): Promise<void> {
  for (const job of jobs) {
    const seen = { ...SEEN, task_id: job.id, user_id: job.user_id }
    await db.transaction((trx) => insertJob(trx, job, { table: 'tasks', row: seen }))
  }
}

const claim = (db: Db, nowMs = NOW_MS, limit = 10) =>
  db.transaction((trx) => claimDueJobs(trx, { nowMs, limit, untilMs: nowMs + 60_000 }, db.kind))

const ids = (jobs: readonly JobRow[]) => jobs.map(({ id }) => id)

const taskOf = async (db: Db, id: string) =>
  await db.kysely.selectFrom('tasks').selectAll().where('task_id', '=', id).executeTakeFirst()

onEveryEngine('jobs', (open) => {
  test('that are due are claimed by one of several who ask at once', async () => {
    const db = await open()
    const names = Array.from({ length: 20 }, (_, index) => `j${index}`)
    await write(db, ...names.map((id) => row(id)), row('later', { poll_at: NOW_MS + 1 }))
    const claims = await Promise.all([1, 2, 3, 4].map(() => claim(db, NOW_MS, 7)))
    const claimed = claims.flatMap(ids)
    expect(new Set(claimed).size).toBe(claimed.length)
    const rest = await claim(db)
    expect([...claimed, ...ids(rest)].sort()).toEqual([...names].sort())
    expect(await claim(db)).toEqual([])
    expect(await nextJobMs(db.reader)).toBe(NOW_MS + 1)
  })

  test('whose claimer has died come due again, and count their questions', async () => {
    const db = await open()
    await write(db, row('j'))
    expect(ids(await claim(db))).toEqual(['j'])
    expect(await claim(db, NOW_MS + 59_999)).toEqual([])
    expect(await claim(db, NOW_MS + 60_000)).toMatchObject([{ id: 'j', polls: 2 }])
  })

  test('that are being asked for are not asked for by whoever looks', async () => {
    const db = await open()
    await write(db, row('j', { poll_at: NOW_MS + 5_000 }))
    const read = await jobById(db.reader, 'j')
    const terms = { nowMs: NOW_MS, untilMs: UNTIL }
    const both = await Promise.all(
      [1, 2].map(() => db.transaction((trx) => claimJob(trx, read ?? row('none'), terms))),
    )
    expect(both.filter((job) => job !== undefined)).toHaveLength(1)
    const again = await jobById(db.reader, 'j')
    expect(
      await db.transaction((trx) => claimJob(trx, again ?? row('none'), terms)),
    ).toBeUndefined()
  })

  test('that were being submitted are due at once if their node is this one, or gone', async () => {
    const db = await open()
    const submitting = { state: 'submitting', poll_at: UNTIL, claimed_until: UNTIL } as const
    await db.kysely.insertInto('nodes').values({ id: 'alive', beat_at: NOW_MS }).execute()
    await write(
      db,
      row('mine', { ...submitting, node: 'a' }),
      row('others', { ...submitting, node: 'alive' }),
      row('nobody', { ...submitting, node: 'gone' }),
    )
    await db.transaction((trx) => dueSubmissions(trx, 'a', NOW_MS))
    expect([...ids(await claim(db))].sort()).toEqual(['mine', 'nobody'])
  })

  test('of a channel have each an id of their own at the provider', async () => {
    const db = await open()
    await write(db, row('a', { upstream_id: 'x' }), row('b', { upstream_id: '' }))
    const twin = { id: 'b', channelId: 3, upstreamId: 'x' }
    expect(await db.transaction((trx) => hasTwin(trx, twin))).toBe(true)
    const elsewhere = { ...twin, channelId: 4 }
    expect(await db.transaction((trx) => hasTwin(trx, elsewhere))).toBe(false)
  })

  test('end with their money, once, for the first of many who see an end', async () => {
    const db = await open()
    const userId = await seedUser(db, 10_000)
    const callId = nextId('call')
    await write(db, row('j', { user_id: userId, notify: 'https://a.example/' }))
    const terms = { kind: 'job', jobId: 'j', deadlineMs: UNTIL } as const
    const order = reserveOrder({ userId, callId, amount: 500, terms })
    expect((await db.ledger.reserve(order)).kind).toBe('reserved')
    const reservation = { callId, userId, tokenId: undefined, amount: 500 }
    const end = (state: JobEnd['state'], failReason = ''): JobEnd => {
      return { jobId: 'j', family: 'video', state, failReason, atMs: NOW_MS, expiresAtMs: UNTIL }
    }
    const settle = (charge: number, job: JobEnd) =>
      db.ledger.settle(settleOrder({ reservation, charge, job }))
    await Promise.all([
      settle(300, end('succeeded')),
      settle(0, end('failed', 'late')),
      settle(300, end('succeeded')),
      settle(0, end('cancelled')),
    ])
    expect(await jobById(db.kysely, 'j')).toMatchObject({
      ...{ state: 'succeeded', quota: 300, progress: 100, poll_at: 0 },
      ...{ ended_at: NOW_MS, expires_at: UNTIL, notify_at: NOW_MS, fail_reason: '' },
    })
    const seconds = Math.floor(NOW_MS / 1000)
    const shown = { status: 'SUCCESS', progress: '100%', finish_time: seconds, quota: 300 }
    expect(await taskOf(db, 'j')).toMatchObject(shown)
    expect(await openReservations(db)).toEqual([])
    expect(await verify(db)).toEqual([])
    const user = await db.kysely
      .selectFrom('users')
      .select(['quota', 'used_quota'])
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
    expect(user).toEqual({ quota: 9_700, used_quota: 300 })
    // What is heard afterwards changes nothing.
    const seen = { table: 'tasks', row: { status: 'IN_PROGRESS' } } as const
    const heard = { job: { state: 'running' } as const, seen }
    expect(await db.transaction((trx) => updateJob(trx, 'j', heard))).toBe(false)
    expect(await taskOf(db, 'j')).toMatchObject({ status: 'SUCCESS' })
  })

  test('that are long over are forgotten, and their rows for people stay', async () => {
    const db = await open()
    const over = { ended_at: NOW_MS, poll_at: 0 }
    await write(
      db,
      row('old', { ...over, expires_at: NOW_MS - 1 }),
      row('kept', { ...over, expires_at: 0 }),
      row('runs', { expires_at: NOW_MS - 1 }),
    )
    expect(await db.transaction((trx) => sweepJobs(trx, NOW_MS, 10))).toBe(1)
    expect(await jobById(db.kysely, 'old')).toBeUndefined()
    expect(await taskOf(db, 'old')).toBeDefined()
  })
})
