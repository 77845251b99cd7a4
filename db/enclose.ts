import type { Db } from './db'
import { withoutWrites } from './log-store'

class Undone extends Error {
  override readonly name = 'Undone'
}

/**
 * Runs `run` on a database whose transactions are all part of one, which is committed or undone in
 * the end; also whoever only reads sees what was written so far. Everybody else's writes wait
 * meanwhile, so it is for work that is short. Committed durably, for money may be among it.
 */
export async function enclose<T>(
  db: Db,
  end: 'keep' | 'undo',
  run: (enclosed: Db) => Promise<T>,
): Promise<T> {
  let finished: { readonly result: T } | undefined
  try {
    return await db.durably(async (trx) => {
      const within = {
        transaction: (inner) => inner(trx),
        durably: (inner) => inner(trx),
      } satisfies Partial<Db>
      const months = db.months && { ...db.months, mayWrite: end === 'keep' }
      const logStore = end === 'keep' ? db.logStore : db.logStore && withoutWrites(db.logStore)
      const enclosed: Db = {
        ...{ ...db, kysely: trx, reader: trx, lists: trx },
        ...{ months, logStore, ...within },
      }
      const result = await run(enclosed)
      if (end === 'keep') return result
      finished = { result }
      throw new Undone()
    })
  } catch (error) {
    if (error instanceof Undone && finished !== undefined) return finished.result
    throw error
  }
}
