import type { Kysely } from 'kysely'
import type { Schema } from '../schema'

const MS_PER_SECOND = 1000

/** Epoch milliseconds of the youngest row that a call or an operator has written; 0 for none. */
export async function newestRowMs(reader: Kysely<Schema>): Promise<number> {
  const newest = async (table: 'logs' | 'ledger' | 'audit_log') => {
    const row = await reader
      .selectFrom(table)
      .select('created_at')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    return row?.created_at ?? 0
  }
  const logMs = (await newest('logs')) * MS_PER_SECOND
  return Math.max(logMs, await newest('ledger'), await newest('audit_log'))
}
