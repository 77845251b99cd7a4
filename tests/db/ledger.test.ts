import { expect, test } from 'bun:test'
import type { Db } from '../../db/db'
import { type Booking, history, post } from '../../db/tables/ledger'
import { verify } from '../../db/tables/ledger-verify'
import { onEveryEngine } from './engines'
import { NOW_MS, reserveOrder, seedToken, seedUser, settleOrder, standing } from './seed'

function book(db: Db, part: Partial<Booking> & Pick<Booking, 'userId'>) {
  return db.durably((trx) =>
    post(trx, {
      kind: 'adjust',
      userDelta: 0,
      tokenDelta: 0,
      reference: 'test',
      nowMs: NOW_MS,
      ...part,
    }),
  )
}

async function settledCall(db: Db, userId: number, tokenId?: number): Promise<string> {
  const outcome = await db.ledger.reserve(reserveOrder({ userId, tokenId, amount: 100 }))
  if (outcome.kind !== 'reserved') throw new Error(outcome.kind)
  await db.ledger.settle(settleOrder({ reservation: outcome.reservation, charge: 30 }))
  return outcome.reservation.callId
}

onEveryEngine('bookings', (open) => {
  test('move both balances and tell the new ones', async () => {
    const db = await open()
    const userId = await seedUser(db, 100)
    const tokenId = await seedToken(db, { userId, quota: 50 })
    const balances = await book(db, { userId, tokenId, userDelta: -30, tokenDelta: 7 })
    expect(balances).toEqual({ userQuota: 70, tokenQuota: 57 })
    expect(await verify(db)).toEqual([])
  })

  test('with a floor refuse to overdraw either account and change neither', async () => {
    const db = await open()
    const userId = await seedUser(db, 100)
    const tokenId = await seedToken(db, { userId, quota: 50 })
    const floorAtZero = true
    expect(await book(db, { userId, userDelta: -101, floorAtZero })).toBeUndefined()
    const both = { userId, tokenId, userDelta: -100, tokenDelta: -51, floorAtZero }
    expect(await book(db, both)).toBeUndefined()
    const { user, token } = await standing(db, userId, tokenId)
    expect([user.quota, token?.remain_quota]).toEqual([100, 50])
    expect(await verify(db)).toEqual([])
    expect(await book(db, { userId, userDelta: -100, floorAtZero })).toBeDefined()
  })

  test('without a floor may overdraw, and a floor does not stop a gift to debtors', async () => {
    const db = await open()
    const userId = await seedUser(db, 10)
    expect(await book(db, { userId, userDelta: -50 })).toMatchObject({ userQuota: -40 })
    const gift = { userId, kind: 'top_up' as const, userDelta: 15, floorAtZero: true }
    expect(await book(db, gift)).toMatchObject({ userQuota: -25 })
  })

  test('for an account that does not exist change nothing', async () => {
    const db = await open()
    const userId = await seedUser(db, 10)
    expect(await book(db, { userId: 999, userDelta: 5 })).toBeUndefined()
    expect(await book(db, { userId, tokenId: 999, userDelta: 5 })).toBeUndefined()
    expect(await verify(db)).toEqual([])
  })

  test('whose amounts do not fit their kind are refused', async () => {
    const db = await open()
    const userId = await seedUser(db, 10)
    await expect(book(db, { userId, kind: 'top_up', userDelta: -5 })).rejects.toThrow('top_up')
    await expect(book(db, { userId, userDelta: 0.5 })).rejects.toThrow('adjust')
    expect((await standing(db, userId)).user.quota).toBe(10)
  })

  test('wake an exhausted token when it has credits again, not a disabled one', async () => {
    const db = await open()
    const userId = await seedUser(db, 10)
    const exhausted = await seedToken(db, { userId, quota: 0, status: 4 })
    const disabled = await seedToken(db, { userId, quota: 0, status: 2 })
    for (const tokenId of [exhausted, disabled]) await book(db, { userId, tokenId, tokenDelta: 5 })
    expect((await standing(db, userId, exhausted)).token?.status).toBe(1)
    expect((await standing(db, userId, disabled)).token?.status).toBe(2)
  })

  test('are listed newest first, page by page, without calls', async () => {
    const db = await open()
    const userId = await seedUser(db, 1000)
    const strangerId = await seedUser(db, 1000)
    await settledCall(db, userId)
    for (const userDelta of [1, 2, 3]) await book(db, { userId, userDelta })
    await book(db, { userId: strangerId, userDelta: 9 })
    const first = await history(db, { userId, limit: 2 })
    expect(first.map((entry) => entry.user_delta)).toEqual([3, 2])
    const beforeId = first.at(-1)?.id
    const rest = await history(db, { userId, beforeId, limit: 10 })
    expect(rest.map((entry) => [entry.kind, entry.user_delta])).toEqual([
      ['adjust', 1],
      ['grant', 1000],
    ])
  })
})

onEveryEngine('verification', (open) => {
  async function openWithCall() {
    const db = await open()
    const userId = await seedUser(db, 1000)
    const tokenId = await seedToken(db, { userId, quota: 500 })
    const callId = await settledCall(db, userId, tokenId)
    expect(await verify(db)).toEqual([])
    return { db, userId, tokenId, callId }
  }

  test('finds a balance that was edited behind the ledger', async () => {
    const { db, userId, tokenId } = await openWithCall()
    await db.kysely.updateTable('users').set({ quota: 971 }).execute()
    await db.kysely.updateTable('tokens').set({ used_quota: 29 }).execute()
    expect(await verify(db)).toEqual([
      { account: `user:${userId}`, check: 'quota', expected: 970, actual: 971 },
      { account: `token:${tokenId}`, check: 'used_quota', expected: 30, actual: 29 },
    ])
  })

  test('finds entries of an account that is gone', async () => {
    const { db, tokenId } = await openWithCall()
    await db.kysely.deleteFrom('tokens').execute()
    expect(await verify(db)).toEqual([
      { account: `token:${tokenId}`, check: 'quota', expected: 470, actual: 0 },
      { account: `token:${tokenId}`, check: 'used_quota', expected: 30, actual: 0 },
    ])
  })

  test('accepts an open call and finds one whose reservation vanished', async () => {
    const { db, userId } = await openWithCall()
    const order = reserveOrder({ userId, amount: 100 })
    await db.ledger.reserve(order)
    expect(await verify(db)).toEqual([])
    await db.kysely.deleteFrom('reservations').execute()
    const account = `call:${order.callId}`
    expect(await verify(db)).toEqual([
      { account, check: 'settlement', expected: 1, actual: 0 },
      { account, check: 'charge', expected: 0, actual: 100 },
    ])
  })

  test('finds a reservation that the ledger knows nothing of', async () => {
    const { db, userId } = await openWithCall()
    await db.kysely
      .insertInto('reservations')
      .values({
        call_id: 'stray',
        user_id: userId,
        token_id: 0,
        amount: 5,
        model_name: 'm',
        created_at: 0,
      })
      .execute()
    expect(await verify(db)).toEqual([
      { account: 'call:stray', check: 'reserve', expected: 1, actual: 0 },
      { account: 'call:stray', check: 'held', expected: 5, actual: 0 },
    ])
  })

  test('finds a call that was settled twice', async () => {
    const { db, callId } = await openWithCall()
    const settlement = await db.kysely
      .selectFrom('ledger')
      .selectAll()
      .where('kind', '=', 'settle')
      .executeTakeFirstOrThrow()
    const { id: _, ...again } = settlement
    await db.kysely.insertInto('ledger').values(again).execute()
    const differences = await verify(db)
    expect(differences).toContainEqual({
      account: `call:${callId}`,
      check: 'settlement',
      expected: 1,
      actual: 2,
    })
  })

  test('finds a settlement that moved user and token apart', async () => {
    const { db, tokenId, callId } = await openWithCall()
    await db.kysely
      .updateTable('ledger')
      .set({ token_delta: 60 })
      .where('kind', '=', 'settle')
      .execute()
    expect(await verify(db)).toEqual([
      { account: `token:${tokenId}`, check: 'quota', expected: 460, actual: 470 },
      { account: `call:${callId}`, check: 'charge', expected: 30, actual: 40 },
    ])
  })
})
