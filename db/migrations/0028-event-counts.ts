/** Events that limits count for all nodes together, by parts of their windows. */
import type { Migration } from '../migration'
import { texts, wholes } from '../migration-columns'

export const eventCounts: Migration = {
  name: '0028-event-counts',
  statements: (db) => [
    wholes(
      texts(db.schema.createTable('event_counts'), 'key'),
      ...(['begins_at', 'until_at', 'used'] as const),
    ).addPrimaryKeyConstraint('event_counts_key', ['key', 'begins_at']),
  ],
}
