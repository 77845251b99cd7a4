/** A process that books money in and makes calls: `<file> <userId> <bookings> <calls>`. */
import { openDatabase } from '../../db/open'
import { post } from '../../db/tables/ledger'
import { NOW_MS, reserveOrder, settleOrder } from '../db/seed'

const [file = '', user, bookings, calls] = process.argv.slice(2)
const userId = Number(user)
const db = await openDatabase(file)

for (let index = 0; index < Number(bookings); index += 1) {
  await db.durably((trx) =>
    post(trx, {
      kind: 'redeem',
      userId,
      userDelta: 1,
      tokenDelta: 0,
      reference: `redemption:${index}`,
      nowMs: NOW_MS,
    }),
  )
}
for (let index = 0; index < Number(calls); index += 1) {
  const outcome = await db.ledger.reserve(reserveOrder({ userId, amount: 1 }))
  if (outcome.kind !== 'reserved') throw new Error(outcome.kind)
  await db.ledger.settle(settleOrder({ reservation: outcome.reservation, charge: 0 }))
}
await db.close()
