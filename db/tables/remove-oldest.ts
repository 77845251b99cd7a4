import { type Kysely, sql } from 'kysely'
import type { Schema } from '../schema'

interface Oldest {
  readonly table: 'rollups' | 'usage_facts' | 'usage_tags' | 'call_sessions' | 'availability'
  /** Of the time that a row is about, in epoch seconds. */
  readonly column: 'at' | 'last_at'
  /** Which rows are meant; all when absent. */
  readonly only?: { readonly column: 'kind' | 'step'; readonly value: string | number }
  readonly before: number
  /** About so many: all of one time go together, so that no row is looked for. */
  readonly limit: number
}

/** Deletes rows of before, the oldest first; returns how many. */
export async function removeOldest(
  trx: Kysely<Schema>,
  { table, column, only, before, limit }: Oldest,
): Promise<number> {
  const [of, at] = [sql.ref(table), sql.ref(column)]
  const meant = only === undefined ? sql`1 = 1` : sql`${sql.ref(only.column)} = ${only.value}`
  const last = sql`select ${at} from ${of} where ${meant} and ${at} < ${before}
    order by ${at} limit 1 offset ${sql.lit(limit - 1)}`
  const { numAffectedRows } = await sql`delete from ${of} where ${meant} and ${at} < ${before}
    and ${at} <= coalesce((${last}), ${before})`.execute(trx)
  return Number(numAffectedRows)
}
