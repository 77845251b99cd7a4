/** From when on signed addresses of a user's receipts are good: epoch ms, 0 for all of them. */
import type { Migration } from '../migration'

export const receiptLinks: Migration = {
  name: '0019-receipt-links',
  statements: (db) => [
    db.schema
      .alterTable('users')
      .addColumn('receipts_since', 'bigint', (column) => column.notNull().defaultTo(0)),
  ],
}
