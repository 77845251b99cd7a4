/** Fields that a configuration file has set, and what it has set them to. */
import type { Migration } from '../migration'
import { texts, wholes } from '../migration-columns'

export const appliedFields: Migration = {
  name: '0042-applied-fields',
  isAdditive: true,
  statements: (db) => [
    texts(
      wholes(
        db.schema
          .createTable('applied_fields')
          .addColumn('section', 'text', (c) => c.notNull())
          .addColumn('name', 'text', (c) => c.notNull())
          .addColumn('field', 'text', (c) => c.notNull())
          .addPrimaryKeyConstraint('applied_fields_key', ['section', 'name', 'field']),
        'applied_at',
      ),
      ...['owner', 'hash_sealed', 'applied_by'],
    ),
  ],
}
