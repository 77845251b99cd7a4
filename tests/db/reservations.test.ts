import { expect, test } from 'bun:test'
import { verify } from '../../db/tables/ledger-verify'
import { openReservations, resolveOpen } from '../../db/tables/reservations'
import { onEveryEngine } from './engines'
import { NOW_MS, reserveOrder, seedToken, seedUser, settleOrder, standing } from './seed'

onEveryEngine('recovery at start-up', (open) => {
  test('gives an interrupted call back and says so in the log', async () => {
    const db = await open()
    const userId = await seedUser(db, 1000)
    const tokenId = await seedToken(db, { userId, quota: 100 })
    const order = reserveOrder({ userId, tokenId, amount: 100 })
    await db.ledger.reserve(order)
    expect((await standing(db, userId, tokenId)).token?.status).toBe(4)

    expect(await resolveOpen(db, { nowMs: NOW_MS + 5000 })).toBe(1)

    const { user, token } = await standing(db, userId, tokenId)
    expect(user).toEqual({ quota: 1000, used_quota: 0, request_count: 0 })
    expect([token?.remain_quota, token?.status]).toEqual([100, 1])
    const { username } = await db.kysely
      .selectFrom('users')
      .select('username')
      .executeTakeFirstOrThrow()
    const logs = await db.kysely.selectFrom('logs').selectAll().execute()
    expect(logs).toHaveLength(1)
    expect(logs[0]).toMatchObject({
      user_id: userId,
      token_id: tokenId,
      username,
      token_name: 'my token',
      model_name: 'gpt-4o-mini',
      group: 'vip',
      type: 5,
      quota: 0,
      created_at: NOW_MS / 1000 + 5,
      request_id: order.callId,
      content: '',
      other: '{"kind":"interrupted","params":{"quota":100}}',
    })
    expect(await verify(db)).toEqual([])
  })

  test('a second run finds nothing, and a late settlement is charged once', async () => {
    const db = await open()
    const userId = await seedUser(db, 1000)
    const outcome = await db.ledger.reserve(reserveOrder({ userId, amount: 100 }))
    if (outcome.kind !== 'reserved') throw new Error(outcome.kind)
    expect(await resolveOpen(db, { nowMs: NOW_MS })).toBe(1)
    expect(await resolveOpen(db, { nowMs: NOW_MS })).toBe(0)
    const { reservation } = outcome
    await db.ledger.settle(settleOrder({ reservation, charge: 80 }))
    await db.ledger.settle(settleOrder({ reservation, charge: 80 }))
    expect((await standing(db, userId)).user).toEqual({
      quota: 920,
      used_quota: 80,
      request_count: 1,
    })
    expect(await verify(db)).toEqual([])
  })

  test('works through more calls than fit one transaction', async () => {
    const db = await open()
    const userIds = [await seedUser(db, 100_000), await seedUser(db, 100_000)]
    const orders = Array.from({ length: 250 }, (_, index) =>
      reserveOrder({ userId: userIds[index % 2] ?? 0, amount: 10 }),
    )
    await Promise.all(orders.map((order) => db.ledger.reserve(order)))
    expect(await resolveOpen(db, { nowMs: NOW_MS })).toBe(250)
    for (const userId of userIds) {
      expect((await standing(db, userId)).user.quota).toBe(100_000)
    }
    expect(await openReservations(db)).toEqual([])
    expect(await verify(db)).toEqual([])
  })
})
