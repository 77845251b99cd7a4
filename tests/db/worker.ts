/**
 * A second process on the same database: `bun worker.ts <file> <userId> <calls> [hang]`.
 * Prints `ready`, then makes the calls; with `hang` it reserves them and settles half.
 */
import { openDatabase } from '../../db/open'
import { reserveOrder, settleOrder } from './seed'

const [file = '', user = '0', count = '0', mode] = process.argv.slice(2)
const userId = Number(user)
const db = await openDatabase(file)
console.log('ready')

const call = async (index: number): Promise<void> => {
  const outcome = await db.ledger.reserve(reserveOrder({ userId, amount: 10 }))
  if (outcome.kind !== 'reserved') throw new Error(outcome.kind)
  if (mode === 'hang' && index % 2 === 1) return
  await db.ledger.settle(settleOrder({ reservation: outcome.reservation, charge: 7 }))
}

await Promise.all(Array.from({ length: Number(count) }, (_, index) => call(index)))
if (mode === 'hang') {
  console.log('reserved')
  await new Promise(() => {
    setInterval(() => undefined, 1000)
  })
}
await db.close()
