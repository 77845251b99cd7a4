/** How many tokens models read and answer at most, as sources of prices tell it. */
import type { Migration } from '../migration'
import { texts, wholes } from '../migration-columns'

export const modelLengths: Migration = {
  name: '0060-model-lengths',
  isAdditive: true,
  statements: (db) => [
    wholes(
      texts(
        db.schema
          .createTable('model_lengths')
          .addColumn('model', 'text', (c) => c.notNull().primaryKey()),
        'source',
      ),
      ...['context_tokens', 'output_tokens', 'fetched_at'],
    ),
  ],
}
