/** Who may give back what is held, and what becomes of a settlement that comes afterwards. */
import { expect, test } from 'bun:test'
import { sql } from 'kysely'
import type { Db } from '../../db/db'
import { verify } from '../../db/tables/ledger-verify'
import { forgetSilent } from '../../db/tables/nodes'
import {
  openReservations,
  overdueReservations,
  resolveDead,
  resolveOpen,
} from '../../db/tables/reservations'
import { type HoldTerms, LONGEST_CALL_MS, termsOf } from '../../server/domain/ledger/hold-terms'
import type { Reservation, ReserveOrder } from '../../server/domain/ledger/orders'
import { onEveryEngine } from './engines'
import { logFacts, NOW_MS, reserveOrder, seedToken, seedUser, settleOrder, standing } from './seed'

const MINUTE = 60_000
const JOB: HoldTerms = { kind: 'job', jobId: 'video-1', deadlineMs: NOW_MS + MINUTE }

type Part = Partial<ReserveOrder> & Pick<ReserveOrder, 'userId'>

async function held(db: Db, part: Part): Promise<Reservation> {
  const outcome = await db.ledger.reserve(reserveOrder(part))
  if (outcome.kind !== 'reserved') throw new Error(outcome.kind)
  return outcome.reservation
}

/** As another gateway on the same database would have made it. */
async function heldBy(db: Db, holder: string, part: Part): Promise<Reservation> {
  const reservation = await held(db, part)
  await db.kysely
    .updateTable('reservations')
    .set({ holder })
    .where('call_id', '=', reservation.callId)
    .execute()
  return reservation
}

/** PostgreSQL goes by its own clock, whatever time it is here. */
async function heardOf(db: Db, id: string, agoMs: number): Promise<void> {
  const now =
    db.kind === 'sqlite'
      ? sql<number>`${sql.lit(NOW_MS)}`
      : sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`
  const beat_at = sql<number>`${now} - ${sql.lit(agoMs)}`
  await db.kysely.insertInto('nodes').values({ id, beat_at }).execute()
}

async function openIds(db: Db): Promise<string[]> {
  return (await openReservations(db)).map(({ call_id }) => call_id)
}

onEveryEngine('what is held', (open) => {
  test('names its kind, its holder, its deadline and its job', async () => {
    const db = await open()
    const userId = await seedUser(db, 1000)
    await held(db, { userId, callId: 'a' })
    await held(db, { userId, callId: 'b', terms: termsOf('socket', NOW_MS) })
    await held(db, { userId, callId: 'c', terms: JOB })
    const rows = await db.kysely
      .selectFrom('reservations')
      .select(['kind', 'holder', 'deadline_at', 'job_id'])
      .orderBy('call_id')
      .execute()
    const holder = db.node
    expect(rows).toEqual([
      { kind: 'call', holder, deadline_at: NOW_MS + LONGEST_CALL_MS, job_id: '' },
      { kind: 'socket', holder, deadline_at: NOW_MS + 24 * 3_600_000, job_id: '' },
      { kind: 'job', holder, deadline_at: NOW_MS + MINUTE, job_id: 'video-1' },
    ])
  })

  test('for a job outlives every start and every sweep, and is settled by its name', async () => {
    const db = await open()
    const userId = await seedUser(db, 1000)
    await held(db, { userId })
    await held(db, { userId, terms: termsOf('socket', NOW_MS) })
    const job = await held(db, { userId, amount: 300, terms: JOB })

    expect(await resolveOpen(db, { nowMs: NOW_MS + 1 })).toBe(2)
    expect(await resolveDead(db, { nowMs: NOW_MS + 365 * 86_400_000 })).toBe(0)
    expect(await openIds(db)).toEqual([job.callId])
    expect((await standing(db, userId)).user.quota).toBe(700)

    await db.ledger.settle(settleOrder({ reservation: job, charge: 250 }))
    expect((await standing(db, userId)).user.quota).toBe(750)
    expect(await verify(db)).toEqual([])
  })

  test('for a job is named once its deadline is past, as every other hold is', async () => {
    const db = await open()
    const userId = await seedUser(db, 1000)
    const job = await held(db, { userId, terms: JOB })
    expect(await overdueReservations(db.reader, NOW_MS + MINUTE)).toEqual([])
    const [overdue, ...more] = await overdueReservations(db.reader, NOW_MS + MINUTE + 1)
    expect(overdue).toMatchObject({ call_id: job.callId, job_id: 'video-1' })
    expect(more).toEqual([])
  })

  test('here is swept past its deadline only, and never while it is open', async () => {
    const db = await open()
    const userId = await seedUser(db, 1000)
    const old = await held(db, { userId, nowMs: NOW_MS - MINUTE })
    const running = await held(db, { userId, nowMs: NOW_MS - MINUTE })
    const young = await held(db, { userId })
    const isOpen = (callId: string) => callId === running.callId
    const nowMs = NOW_MS + LONGEST_CALL_MS
    expect(await resolveDead(db, { nowMs, isOpen })).toBe(1)
    expect(await openIds(db)).toEqual([running.callId, young.callId])
    expect(await openIds(db)).not.toContain(old.callId)
  })

  test('by a silent node comes free a minute later, by a living one never', async () => {
    const db = await open()
    const userId = await seedUser(db, 1000)
    const nowMs = NOW_MS + 10 * LONGEST_CALL_MS
    await heldBy(db, 'silent', { userId })
    await heldBy(db, 'gone', { userId })
    const job = await heldBy(db, 'silent', { userId, terms: JOB })
    const living = await heldBy(db, 'living', { userId })
    await heardOf(db, 'silent', db.kind === 'sqlite' ? MINUTE : 2 * MINUTE)
    await heardOf(db, 'living', db.kind === 'sqlite' ? -nowMs : MINUTE / 2)

    expect(await resolveDead(db, { nowMs })).toBe(2)
    expect(await openIds(db)).toEqual([job.callId, living.callId])
    expect(await resolveOpen(db, { nowMs })).toBe(0)
    expect(await verify(db)).toEqual([])
  })

  test('keeps the name of its node until nothing is held in it', async () => {
    const db = await open()
    const userId = await seedUser(db, 1000)
    const names = async () => (await db.kysely.selectFrom('nodes').select('id').execute()).length
    const call = await heldBy(db, 'silent', { userId, terms: JOB })
    await heardOf(db, 'silent', 10 * MINUTE)
    await forgetSilent(db, NOW_MS)
    expect(await names()).toBe(1)
    await db.ledger.settle(settleOrder({ reservation: call }))
    await forgetSilent(db, NOW_MS)
    expect(await names()).toBe(0)
  })

  test('by a version that named no holder is given back as that version did', async () => {
    const db = await open()
    const userId = await seedUser(db, 1000)
    await heldBy(db, '', { userId })
    await db.kysely.updateTable('reservations').set({ deadline_at: 0 }).execute()
    const early = await resolveOpen(db, { nowMs: NOW_MS + MINUTE })
    expect(early).toBe(db.kind === 'sqlite' ? 1 : 0)
    const late = await resolveDead(db, { nowMs: NOW_MS + LONGEST_CALL_MS + 1 })
    expect(early + late).toBe(1)
  })
})

onEveryEngine('a settlement of what was given back', (open) => {
  async function released(db: Db, accounts: { quota: number; remain: number }) {
    const userId = await seedUser(db, accounts.quota)
    const tokenId = await seedToken(db, { userId, quota: accounts.remain })
    const reservation = await held(db, { userId, tokenId, amount: 100 })
    expect(await resolveOpen(db, { nowMs: NOW_MS })).toBe(1)
    const now = async () => {
      const { user, token } = await standing(db, userId, tokenId)
      return [user.quota, user.used_quota, token?.remain_quota, token?.used_quota]
    }
    return { userId, tokenId, reservation, now }
  }

  test('charges user and token in full, once, and is logged', async () => {
    const db = await open()
    const { reservation, now } = await released(db, { quota: 1000, remain: 500 })
    const order = settleOrder({
      reservation,
      charge: 150,
      log: logFacts({ quota: 150, request_id: reservation.callId }),
      withinBalance: true,
    })
    await Promise.all([db.ledger.settle(order), db.ledger.settle(order)])
    await db.ledger.settle(order)
    expect(await now()).toEqual([850, 150, 350, 150])
    const logs = await db.kysely
      .selectFrom('logs')
      .select(['type', 'quota'])
      .orderBy('id')
      .execute()
    expect(logs).toEqual([
      { type: 5, quota: 0 },
      { type: 2, quota: 150 },
    ])
    expect(await verify(db)).toEqual([])
  })

  test('takes no balance below zero that must not go there', async () => {
    const db = await open()
    const { reservation, now } = await released(db, { quota: 1000, remain: 120 })
    await db.ledger.settle(settleOrder({ reservation, charge: 150, withinBalance: true }))
    expect(await now()).toEqual([880, 120, 0, 120])
    expect(await verify(db)).toEqual([])
  })

  test('of a call that failed and costs nothing leaves the books as they are', async () => {
    const db = await open()
    const { reservation, now } = await released(db, { quota: 1000, remain: 500 })
    await db.ledger.settle(settleOrder({ reservation, charge: 0, counted: false }))
    expect(await now()).toEqual([1000, 0, 500, 0])
    expect(await verify(db)).toEqual([])
  })

  test('is not known for ever', async () => {
    const db = await open()
    const { reservation, now, userId } = await released(db, { quota: 1000, remain: 500 })
    await held(db, { userId })
    const nowMs = NOW_MS + 8 * 86_400_000
    expect(await resolveOpen(db, { nowMs })).toBe(1)
    await db.ledger.settle(settleOrder({ reservation, charge: 150 }))
    expect(await now()).toEqual([1000, 0, 500, 0])
  })
})
