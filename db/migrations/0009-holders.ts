/**
 * Who holds a reservation, what it is for and until when, and which processes are alive. A hold
 * that was given back too early is remembered, so that a settlement which comes after all is
 * still charged. A hold without a holder is of a version that named none.
 */
import type { Migration } from '../migration'
import { wholes } from '../migration-columns'

export const holders: Migration = {
  name: '0009-holders',
  statements: (db) => {
    const reservations = (name: string, type: 'text' | 'bigint', start: string | number) =>
      db.schema
        .alterTable('reservations')
        .addColumn(name, type, (column) => column.notNull().defaultTo(start))
    const nodes = db.schema
      .createTable('nodes')
      .addColumn('id', 'text', (column) => column.notNull().primaryKey())
    const released = db.schema
      .createTable('released_holds')
      .addColumn('call_id', 'text', (column) => column.notNull().primaryKey())
    return [
      reservations('kind', 'text', 'call'),
      reservations('holder', 'text', ''),
      reservations('deadline_at', 'bigint', 0),
      reservations('job_id', 'text', ''),
      wholes(nodes, 'beat_at'),
      wholes(released, 'user_id', 'token_id', 'released_at'),
    ]
  },
}
