/**
 * Work that a provider does for a while: who asked for it and pays, where it stands, when it is
 * asked for next, and what it is billed by. What people see of it is in `midjourneys` or `tasks`,
 * under the same id.
 */
import type { Migration } from '../migration'
import { texts, wholes } from '../migration-columns'

export const jobs: Migration = {
  name: '0011-jobs',
  statements: (db) => {
    let table = db.schema
      .createTable('jobs')
      .addColumn('id', 'text', (column) => column.notNull().primaryKey())
    table = texts(table, 'family', 'provider', 'action', 'state', 'node')
    table = wholes(table, 'user_id', 'token_id', 'channel_id', 'quota', 'progress')
    table = texts(table, 'key_hash', 'upstream_id', 'hook', 'notify', 'fail_reason')
    table = wholes(table, 'created_at', 'started_at', 'ended_at', 'deadline_at', 'expires_at')
    table = wholes(table, 'poll_at', 'claimed_until', 'polls', 'notify_at', 'notified')
    table = texts(table, 'terms', 'asked', 'seen')
    const index = (name: string, ...columns: string[]) =>
      db.schema.createIndex(name).on('jobs').columns(columns)
    return [
      table,
      index('jobs_by_user', 'user_id', 'family', 'created_at', 'id'),
      index('jobs_by_upstream', 'channel_id', 'upstream_id'),
      index('jobs_by_hook', 'hook').where('hook', '<>', ''),
      index('jobs_by_poll', 'poll_at').where('poll_at', '>', 0),
      index('jobs_by_notice', 'notify_at').where('notify_at', '>', 0),
      index('jobs_by_expiry', 'expires_at').where('expires_at', '>', 0),
    ]
  },
}
