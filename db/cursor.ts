/** Pages of a list that grows while it is read: each begins behind a row, not at a number. */
import { type RawBuilder, type SqlBool, sql } from 'kysely'

export interface Cursor {
  /** The row that the page begins behind. */
  readonly after?: { readonly created_at: number; readonly id: string } | undefined
  readonly limit: number
  readonly order: 'asc' | 'desc'
}

/** Rows of the same moment follow one another by their id. */
export function isBehind({ after, order }: Cursor): RawBuilder<SqlBool> {
  if (after === undefined) return sql<SqlBool>`1 = 1`
  const { created_at, id } = after
  return order === 'desc'
    ? sql<SqlBool>`(created_at, id) < (${created_at}, ${id})`
    : sql<SqlBool>`(created_at, id) > (${created_at}, ${id})`
}
