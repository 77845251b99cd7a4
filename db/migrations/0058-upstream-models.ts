/** What upstreams list, and which of it differs from what their channels serve. */
import type { Migration } from '../migration'
import { id, smalls, texts, wholes } from '../migration-columns'

export const upstreamModels: Migration = {
  name: '0058-upstream-models',
  isAdditive: true,
  statements: (db, engine) => [
    wholes(
      texts(
        db.schema
          .createTable('model_lists')
          .addColumn('channel_id', 'bigint', (c) => c.notNull().primaryKey()),
        ...['listed', 'failure'],
      ),
      ...['walked_at', 'tried_at', 'failures'],
    ),
    wholes(
      smalls(
        texts(
          id(db.schema.createTable('model_findings'), engine, 'never-reused'),
          ...['kind', 'model', 'other', 'state'],
        ),
        0,
        ...['was_listed'],
      ),
      ...['channel_id', 'misses', 'created_at'],
    ),
    db.schema
      .createIndex('model_findings_by_channel')
      .unique()
      .on('model_findings')
      .columns(['channel_id', 'kind', 'model']),
    db.insertInto('alert_rules').values({
      ...{ built_in: 'upstream_models', name: 'upstream_models', measure: 'upstream_models' },
      ...{ scope: 'channel', comparison: 'above', threshold: 0, severity: 'info', notify: 0 },
    }),
  ],
}
