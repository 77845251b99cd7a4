import { expect, test } from 'bun:test'
import type { Db } from '../../db/db'
import type { TokenState, UserState } from '../../db/ledger-orders'
import { foldChannelUsage } from '../../db/tables/channel-usage'
import { findChannel } from '../../db/tables/channels'
import { verify } from '../../db/tables/ledger-verify'
import { openReservations } from '../../db/tables/reservations'
import type { Reservation, ReserveOrder } from '../../server/domain/ledger/orders'
import { onEveryEngine } from './engines'
import {
  logFacts,
  NOW_MS,
  reserveOrder,
  seedChannel,
  seedToken,
  seedUser,
  settleOrder,
  standing,
} from './seed'

async function reserved(db: Db, order: ReserveOrder): Promise<Reservation> {
  const outcome = await db.ledger.reserve(order)
  if (outcome.kind !== 'reserved') throw new Error(outcome.kind)
  return outcome.reservation
}

onEveryEngine('hot ledger', (open) => {
  test('a settled call moves user, token, channel, log and hourly usage together', async () => {
    const db = await open()
    const userId = await seedUser(db, 1000)
    const tokenId = await seedToken(db, { userId, quota: 500 })
    const channelId = await seedChannel(db)
    const reservation = await reserved(db, reserveOrder({ userId, tokenId, amount: 100 }))
    const held = await standing(db, userId, tokenId)
    expect([held.user.quota, held.token?.remain_quota]).toEqual([900, 400])

    const log = logFacts({ quota: 30, request_id: reservation.callId })
    await db.ledger.settle(settleOrder({ reservation, charge: 30, channelId, log, hourly: true }))

    const after = await standing(db, userId, tokenId)
    expect(after.user).toEqual({ quota: 970, used_quota: 30, request_count: 1 })
    expect(after.token).toEqual({
      remain_quota: 470,
      used_quota: 30,
      status: 1,
      accessed_time: NOW_MS / 1000,
    })
    // Seen by everybody before it is added, and once.
    expect((await findChannel(db.kysely, channelId))?.used_quota).toBe(30)
    await foldChannelUsage(db)
    await foldChannelUsage(db)
    expect((await findChannel(db.kysely, channelId))?.used_quota).toBe(30)
    const channel = await db.kysely
      .selectFrom('channels')
      .select('used_quota')
      .where('id', '=', channelId)
      .executeTakeFirst()
    expect(channel?.used_quota).toBe(30)
    const row = await db.kysely.selectFrom('logs').selectAll().executeTakeFirst()
    expect(row).toMatchObject({
      user_id: userId,
      token_id: tokenId,
      channel_id: channelId,
      is_stream: 1,
      quota: 30,
      group: 'default',
      request_id: reservation.callId,
    })
    const hour = await db.kysely.selectFrom('quota_data').selectAll().executeTakeFirst()
    expect(hour).toMatchObject({
      user_id: userId,
      username: 'alice',
      model_name: 'gpt-4o-mini',
      created_at: 1_699_999_200,
      token_used: 30,
      count: 1,
      quota: 30,
    })
    expect(await openReservations(db)).toEqual([])
    expect(await verify(db)).toEqual([])
  })

  test('hourly usage adds up in one row and takes the newest username', async () => {
    const db = await open()
    const userId = await seedUser(db, 1000)
    for (const username of ['alice', 'alice-renamed']) {
      const reservation = await reserved(db, reserveOrder({ userId }))
      const log = logFacts({ username })
      await db.ledger.settle(settleOrder({ reservation, charge: 30, log, hourly: true }))
    }
    const hours = await db.kysely.selectFrom('quota_data').selectAll().execute()
    expect(hours).toHaveLength(1)
    expect(hours[0]).toMatchObject({ username: 'alice-renamed', count: 2, quota: 60 })
  })

  test('of 64 parallel reserves on quota for exactly 10, exactly 10 go through', async () => {
    const db = await open()
    const userId = await seedUser(db, 1_000_000)
    const tokenId = await seedToken(db, { userId, quota: 1000 })
    const outcomes = await Promise.all(
      Array.from({ length: 64 }, () =>
        db.ledger.reserve(reserveOrder({ userId, tokenId, amount: 100, atLeast: 100 })),
      ),
    )
    const kinds = outcomes.map((outcome) => outcome.kind)
    expect(kinds.filter((kind) => kind === 'reserved')).toHaveLength(10)
    expect(kinds.filter((kind) => kind === 'token_short')).toHaveLength(54)
    const { user, token } = await standing(db, userId, tokenId)
    expect([user.quota, token?.remain_quota, token?.status]).toEqual([999_000, 0, 4])
    expect(await openReservations(db)).toHaveLength(10)
    expect(await verify(db)).toEqual([])
  })

  test('an exhausted token comes back when a call returns credits', async () => {
    const db = await open()
    const userId = await seedUser(db, 1000)
    const tokenId = await seedToken(db, { userId, quota: 100 })
    const reservation = await reserved(db, reserveOrder({ userId, tokenId, amount: 100 }))
    expect((await standing(db, userId, tokenId)).token?.status).toBe(4)
    await db.ledger.settle(settleOrder({ reservation, charge: 40 }))
    expect((await standing(db, userId, tokenId)).token?.status).toBe(1)
  })

  test('a call is never settled twice, not even by two orders in one batch', async () => {
    const db = await open()
    const userId = await seedUser(db, 1000)
    const reservation = await reserved(db, reserveOrder({ userId }))
    const order = settleOrder({ reservation, charge: 30, log: logFacts() })
    await Promise.all([db.ledger.settle(order), db.ledger.settle(order)])
    await db.ledger.settle(order)
    expect((await standing(db, userId)).user).toMatchObject({ quota: 970, request_count: 1 })
    const logs = await db.kysely.selectFrom('logs').select('id').execute()
    expect(logs).toHaveLength(1)
    expect(await verify(db)).toEqual([])
  })

  test('settling a call that was never reserved changes nothing', async () => {
    const db = await open()
    const userId = await seedUser(db, 1000)
    const reservation = { callId: 'nobody', userId, tokenId: undefined, amount: 900 }
    await db.ledger.settle(settleOrder({ reservation, charge: 900 }))
    expect((await standing(db, userId)).user.quota).toBe(1000)
  })

  test('what is held is believed from the store, not from the order', async () => {
    const db = await open()
    const userId = await seedUser(db, 1000)
    const victimId = await seedUser(db, 1000)
    const { callId } = await reserved(db, reserveOrder({ userId, amount: 100 }))
    const forged = { callId, userId: victimId, tokenId: undefined, amount: 100_000 }
    await db.ledger.settle(settleOrder({ reservation: forged, charge: 10 }))
    expect((await standing(db, userId)).user.quota).toBe(990)
    expect((await standing(db, victimId)).user.quota).toBe(1000)
  })

  test('a reused call id fails alone and its neighbours in the batch go through', async () => {
    const db = await open()
    const userId = await seedUser(db, 1000)
    await reserved(db, reserveOrder({ userId, callId: 'twice', amount: 10 }))
    const results = await Promise.allSettled([
      db.ledger.reserve(reserveOrder({ userId, amount: 10 })),
      db.ledger.reserve(reserveOrder({ userId, callId: 'twice', amount: 10 })),
      db.ledger.reserve(reserveOrder({ userId, amount: 10 })),
    ])
    expect(results.map((each) => each.status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect((await standing(db, userId)).user.quota).toBe(970)
    expect(await verify(db)).toEqual([])
  })

  test('amounts that are not whole credits are refused before they reach a batch', async () => {
    const db = await open()
    const userId = await seedUser(db, 1000)
    for (const amount of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      await expect(db.ledger.reserve(reserveOrder({ userId, amount }))).rejects.toThrow('whole')
    }
    const reservation = await reserved(db, reserveOrder({ userId }))
    await expect(
      db.ledger.settle(settleOrder({ reservation, charge: Number.NaN })),
    ).rejects.toThrow('whole')
    expect(await verify(db)).toEqual([])
  })

  test('listeners hear the balances that the tables hold', async () => {
    const db = await open()
    const userId = await seedUser(db, 1000)
    const tokenId = await seedToken(db, { userId, quota: 100 })
    const users: UserState[] = []
    const tokens: TokenState[] = []
    db.ledger.onBalance((changedUsers, changedTokens) => {
      users.push(...changedUsers)
      tokens.push(...changedTokens)
    })
    await reserved(db, reserveOrder({ userId, tokenId, amount: 100 }))
    expect(users.at(-1)).toMatchObject({ id: userId, quota: 900, used_quota: 0 })
    expect(tokens.at(-1)).toMatchObject({ id: tokenId, remain_quota: 0, status: 4 })
  })

  test('orders of thousands of calls at once are all committed and counted', async () => {
    const db = await open()
    const userId = await seedUser(db, 10_000_000)
    const channelId = await seedChannel(db)
    const call = async (charge: number) => {
      const reservation = await reserved(db, reserveOrder({ userId, amount: 500 }))
      await db.ledger.settle(settleOrder({ reservation, charge, channelId }))
    }
    await Promise.all(Array.from({ length: 1500 }, (_, index) => call(index)))
    const charged = (1499 * 1500) / 2
    const { user } = await standing(db, userId)
    expect(user).toEqual({
      quota: 10_000_000 - charged,
      used_quota: charged,
      request_count: 1500,
    })
    expect(db.ledger.depth()).toBe(0)
    expect(await verify(db)).toEqual([])
  })

  test('a log text with U+0000 does not keep a call from being settled', async () => {
    const db = await open()
    const userId = await seedUser(db, 1000)
    const reservation = await reserved(db, reserveOrder({ userId, amount: 100 }))
    const log = logFacts({ content: 'bad\0answer', request_id: reservation.callId })
    await db.ledger.settle(settleOrder({ reservation, charge: 30, log }))
    expect(await openReservations(db)).toEqual([])
    expect((await standing(db, userId)).user.quota).toBe(970)
    const row = await db.kysely.selectFrom('logs').select('content').executeTakeFirst()
    expect(row?.content).toMatch(/^bad.answer$/)
  })

  test('idle waits for what is pending', async () => {
    const db = await open()
    const userId = await seedUser(db, 1000)
    let isDone = false
    const pending = db.ledger.reserve(reserveOrder({ userId })).then(() => {
      isDone = true
    })
    expect(db.ledger.depth()).toBe(1)
    await db.ledger.idle()
    expect(db.ledger.depth()).toBe(0)
    await pending
    expect(isDone).toBe(true)
  })
})
