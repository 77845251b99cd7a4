/**
 * Many rows in one statement whose text is always the same: they travel as one parameter of JSON.
 * PostgreSQL parses and plans it once, and a batch of any size is one round trip.
 */
import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Schema } from '../schema'

type ColumnType = 'bigint' | 'text'

/** `as d(…)` of the rows, to be joined with. Numbers are whole and below 2^53. */
export function rowsAs<Name extends string>(
  rows: readonly Readonly<Record<Name, number | string>>[],
  columns: Readonly<Record<Name, ColumnType>>,
): RawBuilder<unknown> {
  const shape = Object.entries(columns).map(([name, type]) => `${name} ${type}`)
  return sql`jsonb_to_recordset(${jsonOf(rows)}::text::jsonb) as d(${sql.raw(shape.join(', '))})`
}

/** For `where … = any(…)`. */
export function anyOf(values: readonly (number | string)[], type: ColumnType): RawBuilder<never> {
  const all = sql`jsonb_array_elements_text(${jsonOf(values)}::text::jsonb) as v`
  return sql`any(array(select v::${sql.raw(type)} from ${all}))`
}

/** Writes to tables that differ, in one round trip. */
export async function inOneStatement(
  trx: Transaction<Schema>,
  writes: readonly RawBuilder<unknown>[],
): Promise<void> {
  if (writes.length === 0) return
  const named = writes.map((write, at) => sql`${sql.raw(`w${at}`)} as (${write})`)
  await sql`with ${sql.join(named)} select 1`.execute(trx)
}

/** JSON of PostgreSQL takes neither U+0000 nor halves of characters. */
function jsonOf(value: unknown): string {
  return JSON.stringify(value, (_, each) =>
    typeof each === 'string' ? each.toWellFormed().replaceAll('\0', '\uFFFD') : each,
  )
}
