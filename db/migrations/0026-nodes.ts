/** What a process that serves says of itself, and whether it shall take no new work. */
import type { Migration } from '../migration'

const TEXTS = ['version', 'host'] as const
const WHOLES = [
  ...(['started_at', 'in_flight', 'calls_per_minute', 'cpu_permille'] as const),
  ...(['rss_bytes', 'draining'] as const),
]

export const nodes: Migration = {
  name: '0026-nodes',
  statements: (db) => [
    ...TEXTS.map((name) =>
      db.schema.alterTable('nodes').addColumn(name, 'text', (c) => c.notNull().defaultTo('')),
    ),
    ...WHOLES.map((name) =>
      db.schema.alterTable('nodes').addColumn(name, 'bigint', (c) => c.notNull().defaultTo(0)),
    ),
  ],
}
