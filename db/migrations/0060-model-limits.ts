/** How many tokens models read and answer at most, as sources of prices tell it. */
import type { Migration } from '../migration'
import { texts, wholes } from '../migration-columns'

export const modelLimits: Migration = {
  name: '0060-model-limits',
  isAdditive: true,
  statements: (db) => [
    wholes(
      texts(
        db.schema
          .createTable('model_limits')
          .addColumn('model', 'text', (c) => c.notNull().primaryKey()),
        'source',
      ),
      ...['context_tokens', 'output_tokens', 'told_at'],
    ),
  ],
}
