import { expect, test } from 'bun:test'
import { verify } from '../../db/tables/ledger-verify'
import { openReservations } from '../../db/tables/reservations'
import { LONGEST_CALL_MS, resolveAbandoned } from '../../server/services/ledger/resolve-abandoned'
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
})
