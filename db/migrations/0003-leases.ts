/** Who does the work that only one process at a time may do, and when it was last begun. */
import type { Migration } from '../migration'
import { texts, wholes } from '../migration-columns'

export const leases: Migration = {
  name: '0003-leases',
  statements: (db) => {
    const table = db.schema
      .createTable('leases')
      .addColumn('name', 'text', (c) => c.notNull().primaryKey())
    return [wholes(texts(table, 'holder'), 'until_at', 'last_at')]
  },
}
