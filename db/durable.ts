import type { Transaction } from 'kysely'
import type { Schema } from './schema'

declare const isDurable: unique symbol

/**
 * A transaction whose commit is on disk before anybody learns of it: a power cut afterwards
 * cannot take it back. Only `Db.durably` gives one, so that whoever books money that comes in
 * cannot forget to ask for it.
 */
export type DurableTransaction = Transaction<Schema> & { readonly [isDurable]: true }
