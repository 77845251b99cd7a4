/**
 * Codes that make an order cheaper, and who has used them for what. Not additive: an older program
 * would not give a use back when its order expires.
 */
import type { Migration } from '../migration'
import { id, smalls, texts, wholes } from '../migration-columns'

export const promoCodes: Migration = {
  name: '0055-promo-codes',
  statements: (db, engine) => [
    wholes(
      smalls(
        texts(
          id(db.schema.createTable('promo_codes'), engine, 'never-reused'),
          ...['code', 'note', 'applies_to', 'plans'],
        ),
        0,
        ...['percent_off', 'first_order', 'enabled'],
      ),
      ...['amount_off', 'most_off', 'least_order', 'most_uses', 'most_per_user', 'uses'],
      ...['starts_at', 'ends_at', 'created_at', 'updated_at'],
    ),
    db.schema.createIndex('promo_codes_by_code').unique().on('promo_codes').column('code'),
    db.schema.createIndex('promo_codes_open').on('promo_codes').columns(['enabled', 'ends_at']),
    wholes(
      texts(
        id(db.schema.createTable('promo_uses'), engine, 'append-only'),
        ...['reference', 'state', 'currency'],
      ),
      ...['promo_code_id', 'user_id', 'credits_off', 'cents_off', 'created_at', 'changed_at'],
    ),
    db.schema.createIndex('promo_uses_by_reference').unique().on('promo_uses').column('reference'),
    db.schema
      .createIndex('promo_uses_by_code')
      .on('promo_uses')
      .columns(['promo_code_id', 'user_id']),
    db.schema.createIndex('promo_uses_by_user').on('promo_uses').column('user_id'),
    db.schema
      .alterTable('top_ups')
      .addColumn('promo_code', 'text', (c) => c.notNull().defaultTo('')),
    db.schema
      .alterTable('top_ups')
      .addColumn('cents_off', 'bigint', (c) => c.notNull().defaultTo(0)),
    db.schema
      .alterTable('top_ups')
      .addColumn('credits_off', 'bigint', (c) => c.notNull().defaultTo(0)),
  ],
}
