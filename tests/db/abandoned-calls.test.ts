import { expect, test } from 'bun:test'
import { verify } from '../../db/tables/ledger-verify'
import { openReservations } from '../../db/tables/reservations'
import { LONGEST_CALL_MS } from '../../server/domain/ledger/hold-terms'
import { resolveAbandoned } from '../../server/services/ledger/resolve-abandoned'
import { onEveryEngine } from './engines'
import { NOW_MS, reserveOrder, seedUser } from './seed'

onEveryEngine('calls of a gateway that died', (open) => {
  test('are given back where no start of this gateway would do it', async () => {
    const db = await open()
    const userId = await seedUser(db, 1000)
    await db.ledger.reserve(reserveOrder({ userId, amount: 100 }))
    const at = (nowMs: number) => ({ db, clock: { nowMs: () => nowMs } })

    // The order may be as old as the seed's clock, and is not abandoned a moment later.
    expect(await resolveAbandoned(at(NOW_MS + 1))).toBe(0)
    const resolved = await resolveAbandoned(at(NOW_MS + LONGEST_CALL_MS + 60_000))

    expect(resolved).toBe(db.kind === 'postgres' ? 1 : 0)
    expect(await openReservations(db)).toHaveLength(1 - resolved)
    expect(await verify(db)).toEqual([])
  })

  test('are told from calls that run here, or whose settlement waits', async () => {
    const db = await open()
    const userId = await seedUser(db, 100_000)
    const orders = Array.from({ length: 250 }, () => reserveOrder({ userId, amount: 10 }))
    for (const order of orders) await db.ledger.reserve(order)
    // More in a row than are resolved at once.
    const running = new Set(orders.slice(0, 120).map(({ callId }) => callId))
    const resolved = await resolveAbandoned({
      db,
      clock: { nowMs: () => NOW_MS + LONGEST_CALL_MS + 60_000 },
      isCallOpen: (callId) => running.has(callId),
    })
    expect(resolved).toBe(130)
    const left = await openReservations(db)
    expect(new Set(left.map(({ call_id }) => call_id))).toEqual(running)
    expect(await verify(db)).toEqual([])
  })
})
