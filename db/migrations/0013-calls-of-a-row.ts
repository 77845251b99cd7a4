/**
 * How many calls a row of the log stands for: refusals that flood share one. Counted out of the
 * JSON in `other` it would cost a parse for each row of every chart. An answered call is one, so
 * the writer of calls does not name the column.
 */
import { sql } from 'kysely'
import type { Migration } from '../migration'

export const callsOfARow: Migration = {
  name: '0013-calls-of-a-row',
  statements: (db, engine) => [
    db.schema.alterTable('logs').addColumn('calls', 'integer', (c) => c.notNull().defaultTo(1)),
    db
      .updateTable('logs')
      .set({
        calls:
          engine === 'postgres'
            ? sql<number>`(other::json->>'count')::integer`
            : sql<number>`json_extract(other, '$.count')`,
      })
      .where('type', '=', ERROR)
      .where('channel_id', '=', 0)
      .where('other', 'like', '{%"count":%}'),
  ],
}

/** Failed and refused calls, as they are numbered for ever. */
const ERROR = 5
