/** Where queries run whose cost grows with the tables: never on the loop that relays. */
import { Kysely, type Transaction } from 'kysely'
import type { Schema } from './schema'

/** Lets the compiler distinguish what may take long from `Db.reader`, which must not. */
export class ListReader extends Kysely<Schema> {
  readonly mayTakeLong = true
}

/**
 * What lists, searches, sums and exports read from: `Db.lists`, or the transaction of whoever
 * must see what it has just written.
 */
export type Lists = ListReader | Transaction<Schema>
