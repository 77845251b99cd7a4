/** Receipts whose signed addresses were taken back one by one. */
import type { Migration } from '../migration'
import { wholes } from '../migration-columns'

export const receiptRevocations: Migration = {
  name: '0037-receipt-revocations',
  statements: (db) => [
    wholes(
      db.schema
        .createTable('receipt_revocations')
        .addColumn('request_id', 'text', (c) => c.primaryKey()),
      'since',
    ),
  ],
}
