/** Limits are counted with the money: exactly, whoever asks, and whatever becomes of the call. */
import { expect, test } from 'bun:test'
import type { Db } from '../../db/db'
import { openDatabase } from '../../db/open'
import { purgeCounters } from '../../db/tables/limit-counters'
import { deleteLimit, findLimit, limitsAfter, limitsOf, putLimit } from '../../db/tables/limits'
import { resolveOpen } from '../../db/tables/reservations'
import type { Reservation, ReserveOrder } from '../../server/domain/ledger/orders'
import type { Limit } from '../../server/domain/limits/limit'
import { onEveryEngine } from './engines'
import { NOW_MS, reserveOrder, seedUser, settleOrder } from './seed'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const PLENTY = 1_000_000

async function limited(db: Db, part: Partial<Limit>): Promise<Limit> {
  const row = {
    subject: 'user',
    key: '1',
    kind: 'requests',
    window: 'minute',
    amount: 10,
    zone: 'UTC',
    startHour: 0,
    setBy: 'admin',
    ...part,
  } as const
  const id = await db.transaction((trx) => putLimit(trx, row, NOW_MS))
  return { ...row, id }
}

interface Wish extends Partial<ReserveOrder> {
  readonly userId: number
  readonly tokens?: number
  readonly leastTokens?: number
}

function ask(db: Db, limits: readonly Limit[], { tokens = 0, leastTokens, ...wish }: Wish) {
  const limited = { limits, tokens, leastTokens: leastTokens ?? tokens }
  return db.ledger.reserve({ ...reserveOrder(wish), limited })
}

async function held(...asked: Parameters<typeof ask>): Promise<Reservation> {
  const outcome = await ask(...asked)
  if (outcome.kind !== 'reserved') throw new Error(outcome.kind)
  return outcome.reservation
}

async function used(db: Db, { id }: Pick<Limit, 'id'>): Promise<number> {
  const rows = await db.kysely
    .selectFrom('limit_counters')
    .select('used')
    .where('limit_id', '=', id)
    .execute()
  return rows.reduce((sum, row) => sum + row.used, 0)
}

const EXACT = [
  ['requests', 'minute', 10, {}],
  ['requests', 'total', 10, {}],
  ['concurrency', 'now', 10, {}],
  ['tokens', 'minute', 1000, { tokens: 100 }],
  ['tokens', 'day', 1000, { tokens: 100 }],
  ['budget', '5h', 1000, { amount: 100 }],
  ['budget', 'day', 1000, { amount: 100 }],
  ['budget', 'week', 1000, { amount: 100 }],
  ['budget', 'month', 1000, { amount: 100 }],
  ['budget', 'total', 1000, { amount: 100 }],
] as const

onEveryEngine('limits', (open) => {
  test('let exactly ten of 64 through, whatever they count, on two connections', async () => {
    const db = await open()
    // Of another process, as far as the database is concerned.
    const other = db.kind === 'postgres' ? await openDatabase(urlOf(db)) : db
    const userId = await seedUser(db, PLENTY)
    for (const [kind, window, amount, wish] of EXACT) {
      const limit = await limited(db, { kind, window, amount })
      const outcomes = await Promise.all(
        Array.from({ length: 64 }, (_, at) =>
          ask(at % 2 === 0 ? db : other, [limit], { userId, ...wish }),
        ),
      )
      const kinds = outcomes.map((outcome) => outcome.kind)
      expect(kinds.filter((each) => each === 'reserved')).toHaveLength(10)
      expect(kinds.filter((each) => each === 'limited')).toHaveLength(54)
      expect(await used(db, limit)).toBe(amount)
    }
    if (other !== db) await other.close()
  })

  test('hold what is left when that is enough, and count what was used in the end', async () => {
    const db = await open()
    const userId = await seedUser(db, PLENTY)
    const budget = await limited(db, { kind: 'budget', window: 'day', amount: 500 })
    const tokens = await limited(db, { kind: 'tokens', window: 'minute', amount: 300 })
    const limits = [budget, tokens]
    const outcome = await ask(db, limits, {
      ...{ userId, amount: 800, atLeast: 100, tokens: 400, leastTokens: 50 },
    })
    expect(outcome).toMatchObject({ kind: 'reserved', reservation: { amount: 500 }, tokens: 300 })
    expect([await used(db, budget), await used(db, tokens)]).toEqual([500, 300])
    if (outcome.kind !== 'reserved') throw new Error(outcome.kind)
    const { reservation } = outcome
    await db.ledger.settle(settleOrder({ reservation, charge: 120, tokens: 90 }))
    expect([await used(db, budget), await used(db, tokens)]).toEqual([120, 90])
  })

  test('name the one that lasts longest, with what is used and when it resets', async () => {
    const db = await open()
    const userId = await seedUser(db, PLENTY)
    const perMinute = await limited(db, { amount: 1 })
    const perDay = await limited(db, { window: 'day', amount: 1 })
    await held(db, [perMinute, perDay], { userId })
    // NOW_MS is 22:13:20 in UTC.
    expect(await ask(db, [perMinute, perDay], { userId })).toEqual({
      kind: 'limited',
      limit: perDay,
      used: 1,
      needed: 1,
      resetMs: Date.UTC(2023, 10, 15),
    })
    const soon = await ask(db, [perMinute], { userId })
    expect(soon).toMatchObject({ resetMs: NOW_MS + 65 * SECOND })
  })

  test('a refusal counts nothing, of no limit', async () => {
    const db = await open()
    const userId = await seedUser(db, PLENTY)
    const wide = await limited(db, { amount: 100 })
    const spent = await limited(db, { kind: 'budget', window: 'total', amount: 50 })
    for (let at = 0; at < 5; at += 1) {
      expect((await ask(db, [wide, spent], { userId })).kind).toBe('limited')
    }
    expect([await used(db, wide), await used(db, spent)]).toEqual([0, 0])
  })

  test('slide: never more than so many within the window, at any pace', async () => {
    const db = await open()
    const userId = await seedUser(db, PLENTY)
    const limit = await limited(db, { amount: 7 })
    const passed: number[] = []
    for (let at = 0; at < 5 * MINUTE; at += 3_700) {
      const outcome = await ask(db, [limit], { userId, amount: 0, nowMs: NOW_MS + at })
      if (outcome.kind === 'reserved') passed.push(at)
    }
    for (const end of passed) {
      expect(passed.filter((at) => at > end - MINUTE && at <= end).length).toBeLessThanOrEqual(7)
    }
    expect(passed.length).toBeGreaterThanOrEqual(4 * 7)
  })

  test('begin anew at the hour of the zone, across a change of clocks', async () => {
    const db = await open()
    const userId = await seedUser(db, PLENTY)
    const zone = 'Europe/Berlin'
    const limit = await limited(db, { window: 'day', amount: 1, zone, startHour: 6 })
    const ends = async (nowMs: number) => {
      const first = await ask(db, [limit], { userId, amount: 0, nowMs })
      const second = await ask(db, [limit], { userId, amount: 0, nowMs })
      return [first.kind, second.kind === 'limited' && new Date(second.resetMs ?? 0).toISOString()]
    }
    // Saturday 05:59 is still Friday; summer time began on Sunday at two.
    expect(await ends(Date.UTC(2026, 2, 28, 4, 59))).toEqual([
      'reserved',
      '2026-03-28T05:00:00.000Z',
    ])
    expect(await ends(Date.UTC(2026, 2, 28, 5, 0))).toEqual([
      'reserved',
      '2026-03-29T04:00:00.000Z',
    ])
    expect(await ends(Date.UTC(2026, 2, 29, 3, 59))).toEqual([
      'limited',
      '2026-03-29T04:00:00.000Z',
    ])
    expect(await ends(Date.UTC(2026, 2, 29, 4, 0))).toEqual([
      'reserved',
      '2026-03-30T04:00:00.000Z',
    ])
    const month = await limited(db, { window: 'month', amount: 1, zone, startHour: 6 })
    const [now] = [Date.UTC(2026, 2, 1, 4, 0)]
    await held(db, [month], { userId, amount: 0, nowMs: now })
    const refused = await ask(db, [month], { userId, amount: 0, nowMs: now })
    expect(refused).toMatchObject({ resetMs: Date.UTC(2026, 2, 1, 5) })
    const week = await limited(db, { window: 'week', amount: 1, zone })
    await held(db, [week], { userId, amount: 0, nowMs: Date.UTC(2026, 10, 22, 22, 59) })
    const monday = await ask(db, [week], { userId, amount: 0, nowMs: Date.UTC(2026, 10, 22, 23) })
    expect(monday.kind).toBe('reserved')
  })

  test('a bill counts where its call began, though it comes in the next window', async () => {
    const db = await open()
    const userId = await seedUser(db, PLENTY)
    const limit = await limited(db, { kind: 'budget', window: 'day', amount: 1000 })
    const reservation = await held(db, [limit], { userId, amount: 900 })
    const tomorrow = NOW_MS + 3 * HOUR
    await db.ledger.settle(settleOrder({ reservation, charge: 100, nowMs: tomorrow }))
    const outcome = await ask(db, [limit], { userId, amount: 1000, nowMs: tomorrow })
    expect(outcome).toMatchObject({ kind: 'reserved', reservation: { amount: 1000 } })
  })

  test('a hold that grows is counted where it grows, and given back from the end', async () => {
    const db = await open()
    const userId = await seedUser(db, PLENTY)
    const limit = await limited(db, { kind: 'tokens', window: 'minute', amount: 1000 })
    const reservation = await held(db, [limit], { userId, amount: 0, tokens: 400 })
    const { callId } = reservation
    const grow = (tokens: number, atMs: number) =>
      db.ledger.extend({
        ...{ callId, userId, tokenId: undefined, amount: 0, nowMs: NOW_MS + atMs },
        limited: { limits: [limit], tokens },
      })
    expect(await grow(400, 30 * SECOND)).toMatchObject({ kind: 'extended', tokens: 400 })
    expect(await grow(400, 31 * SECOND)).toMatchObject({ kind: 'extended', tokens: 200 })
    expect(await grow(400, 32 * SECOND)).toMatchObject({ kind: 'limited', used: 1000, needed: 1 })
    // What was held at first has left the minute.
    expect(await grow(400, 70 * SECOND)).toMatchObject({ kind: 'extended', tokens: 400 })
    await db.ledger.settle(settleOrder({ reservation, charge: 0, tokens: 900 }))
    const rows = await db.kysely
      .selectFrom('limit_counters')
      .select('used')
      .where('limit_id', '=', limit.id)
      .orderBy('start_at')
      .execute()
    expect(rows.map((row) => row.used)).toEqual([400, 500, 0])
  })

  test('a crash gives back what was held, and a bill that comes after all is counted', async () => {
    const db = await open()
    const userId = await seedUser(db, PLENTY)
    const budget = await limited(db, { kind: 'budget', window: 'total', amount: 1000 })
    const places = await limited(db, { kind: 'concurrency', window: 'now', amount: 1 })
    const requests = await limited(db, { window: 'total', amount: 9 })
    const limits = [budget, places, requests]
    const reservation = await held(db, limits, { userId, amount: 700 })
    expect(await resolveOpen(db, { nowMs: NOW_MS + 1 })).toBe(1)
    const standings = async () => await Promise.all(limits.map((limit) => used(db, limit)))
    expect(await standings()).toEqual([0, 0, 1])
    await db.ledger.settle(settleOrder({ reservation, charge: 650 }))
    expect(await standings()).toEqual([650, 0, 1])
  })

  test('a call that goes on elsewhere counts at the new channel alone', async () => {
    const db = await open()
    const userId = await seedUser(db, PLENTY)
    const channel = (key: string, amount: number) =>
      limited(db, { subject: 'channel', key, kind: 'budget', window: 'day', amount })
    const [one, two, three] = [
      await channel('1', 500),
      await channel('2', 500),
      await channel('3', 9),
    ]
    const reservation = await held(db, [one], { userId, amount: 300 })
    const { callId } = reservation
    const move = (from: Limit, to: Limit) =>
      db.ledger.move({ callId, from: [from], to: [to], tokens: 0, nowMs: NOW_MS })
    expect(await move(one, three)).toMatchObject({ kind: 'limited', limit: three })
    expect(await move(one, two)).toEqual({ kind: 'moved' })
    expect([await used(db, one), await used(db, two)]).toEqual([0, 300])
    await db.ledger.settle(settleOrder({ reservation, charge: 40 }))
    expect([await used(db, one), await used(db, two)]).toEqual([0, 40])
  })

  test('budgets of the payer bound what is charged beyond the hold', async () => {
    const db = await open()
    const userId = await seedUser(db, PLENTY)
    for (const [subject, charged] of [
      ['user', 150],
      ['token', 150],
      ['group', 900],
    ] as const) {
      const limit = await limited(db, { subject, kind: 'budget', window: 'total', amount: 150 })
      const reservation = await held(db, [limit], { userId, amount: 100 })
      const order = settleOrder({ reservation, charge: 900, withinBalance: true })
      await db.ledger.settle({ ...order, limits: [limit] })
      expect(await used(db, limit)).toBe(charged)
    }
  })

  test('that change keep what is used; those that go take it along', async () => {
    const db = await open()
    const userId = await seedUser(db, PLENTY)
    const limit = await limited(db, { amount: 1 })
    await held(db, [limit], { userId })
    const raised = await limited(db, { amount: 2 })
    expect(raised.id).toBe(limit.id)
    expect(await findLimit(db.reader, limit.id)).toMatchObject({ amount: 2 })
    await held(db, [raised], { userId })
    expect((await ask(db, [raised], { userId })).kind).toBe('limited')
    await db.transaction((trx) => deleteLimit(trx, limit.id))
    const again = await limited(db, { amount: 1 })
    expect(again.id).not.toBe(limit.id)
    expect(await used(db, limit)).toBe(0)
  })

  test('of a kind that only a newer gateway knows are not read', async () => {
    const db = await open()
    const { id } = await limited(db, {})
    const newer = await limited(db, { window: 'day' })
    await db.kysely
      .updateTable('limits')
      .set((eb) => ({ kind: eb.cast(eb.val('miles'), 'text') }))
      .where('id', '=', newer.id)
      .execute()
    expect(await limitsAfter(db.reader, 0, 10)).toMatchObject([{ id }])
    expect(await limitsOf(db.reader, { subject: 'user' })).toMatchObject([{ id }])
    expect(await findLimit(db.reader, newer.id)).toBeUndefined()
  })

  test('windows that are over are forgotten, what still counts is not', async () => {
    const db = await open()
    const userId = await seedUser(db, PLENTY)
    const minute = await limited(db, { amount: 99 })
    const total = await limited(db, { window: 'total', amount: 99 })
    const day = await limited(db, { window: 'day', amount: 99 })
    const limits = [minute, total, day]
    for (let at = 0; at < 3; at += 1) {
      await held(db, limits, { userId, amount: 0, nowMs: NOW_MS + at * HOUR })
    }
    const gone = await db.transaction((trx) => purgeCounters(trx, NOW_MS + 2 * HOUR + MINUTE, 100))
    expect(gone).toBe(2)
    const left = await Promise.all(limits.map((limit) => used(db, limit)))
    expect(left).toEqual([1, 3, 3])
  })
})

function urlOf(db: Db): string {
  if (db.kind === 'postgres') return process.env.GW_TEST_DATABASE_URL ?? ''
  return db.file ?? ''
}
