/** Invoices and credit notes with the numbers they have taken, and whom they are made out to. */
import type { Migration } from '../migration'
import { id, texts, wholes } from '../migration-columns'

export const invoices: Migration = {
  name: '0054-invoices',
  isAdditive: true,
  statements: (db, engine) => [
    wholes(
      texts(
        id(db.schema.createTable('invoices'), engine, 'never-reused'),
        ...['kind', 'series', 'number', 'refers_to', 'trade_no', 'currency', 'tax_name', 'day'],
        ...['buyer_name', 'buyer', 'seller', 'lines'],
      ),
      ...['year', 'serial', 'position', 'user_id', 'issued_at'],
      ...['total_cents', 'net_cents', 'tax_cents', 'tax_rate'],
    ),
    // No number is given twice, and no document of an order is made twice.
    db.schema
      .createIndex('invoices_by_serial')
      .unique()
      .on('invoices')
      .columns(['series', 'year', 'serial']),
    db.schema
      .createIndex('invoices_of_order')
      .unique()
      .on('invoices')
      .columns(['trade_no', 'position']),
    db.schema.createIndex('invoices_by_number').on('invoices').column('number'),
    db.schema.createIndex('invoices_of_user').on('invoices').columns(['user_id', 'id']),
    db.schema.createIndex('invoices_by_time').on('invoices').columns(['issued_at', 'id']),
    db.schema
      .createTable('invoice_numbers')
      .addColumn('series', 'text', (c) => c.notNull())
      .addColumn('year', 'bigint', (c) => c.notNull())
      .addColumn('last', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('invoice_numbers_by_year', ['series', 'year']),
    wholes(
      texts(
        id(db.schema.createTable('billing_details'), engine, 'never-reused'),
        ...['name', 'address', 'tax_id', 'email'],
      ),
      ...['user_id', 'updated_at'],
    ),
    db.schema
      .createIndex('billing_details_of_user')
      .unique()
      .on('billing_details')
      .column('user_id'),
  ],
}
