/** How far the log has been copied to where it is analysed. */
import type { Migration } from '../migration'
import { texts, wholes } from '../migration-columns'

export const logShipping: Migration = {
  name: '0030-log-shipping',
  isAdditive: true,
  statements: (db) => [
    wholes(
      texts(db.schema.createTable('log_shipping'), 'sink'),
      ...(['shipped_id', 'planned_id', 'shipped_at'] as const),
    ).addPrimaryKeyConstraint('log_shipping_sink', ['sink']),
  ],
}
