/** Sealed texts, column by column, for putting them under another key. */
import { type Kysely, sql } from 'kysely'
import type { Lists } from '../lists'
import type { Schema } from '../schema'

export interface SealedColumn {
  readonly table: keyof Schema & string
  /** Its primary key. */
  readonly key: readonly string[]
  /** Texts of its own, or JSON with sealed texts in it. */
  readonly column: string
}

export interface SealedRow {
  /** Of its primary key. */
  readonly at: readonly (string | number)[]
  readonly text: string
}

export interface SealedSpan {
  /** What begins so is left out: `v1:KEY ID:`. */
  readonly present: string
  /** A row's `at`; the first rows when absent. */
  readonly after?: SealedRow['at'] | undefined
  readonly limit: number
}

/** Rows with anything sealed, by primary key; JSON is among them whatever its key. */
export async function sealedRows(
  lists: Lists,
  { table, key, column }: SealedColumn,
  { present, after, limit }: SealedSpan,
): Promise<readonly SealedRow[]> {
  const keys = sql.join(key.map((name) => sql.ref(name)))
  const text = sql.ref(column)
  const isLater = after === undefined ? sql`1 = 1` : sql`(${keys}) > (${sql.join([...after])})`
  const { rows } = await sql<Record<string, string | number>>`
    select ${keys}, ${text} as sealed_text from ${sql.table(table)}
    where ${text} like '%v1:%' and ${text} not like ${`${present}%`} and ${isLater}
    order by ${keys} limit ${limit}`.execute(lists)
  return rows.map(({ sealed_text, ...row }) => ({
    at: key.map((name) => row[name] ?? ''),
    text: String(sealed_text),
  }))
}

/** Unless somebody has changed it since it was read. */
export async function replaceSealed(
  trx: Kysely<Schema>,
  { table, key, column }: SealedColumn,
  { at, text, next }: SealedRow & { readonly next: string },
): Promise<void> {
  const isRow = sql.join(
    key.map((name, index) => sql`${sql.ref(name)} = ${at[index]}`),
    sql` and `,
  )
  await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${next}
    where ${isRow} and ${sql.ref(column)} = ${text}`.execute(trx)
}

/** Counts of a key that is known by another mark from now on. */
export async function renameKeyCounts(
  trx: Kysely<Schema>,
  before: string,
  after: string,
): Promise<void> {
  await trx
    .updateTable('rollups')
    .set({ subject: after })
    .where('kind', '=', 'key')
    .where('subject', '=', before)
    .execute()
}

export interface SealedCount {
  /** Of the key. */
  readonly id: string
  readonly texts: number
}

/** By key; of columns that hold nothing else. */
export async function sealedCounts(
  lists: Lists,
  { table, column }: Pick<SealedColumn, 'table' | 'column'>,
): Promise<readonly SealedCount[]> {
  const id = sql<string>`substr(${sql.ref(column)}, 4, 8)`
  const { rows } = await sql<SealedCount>`
    select ${id} as id, count(*) as texts from ${sql.table(table)}
    where ${sql.ref(column)} like 'v1:%' group by 1`.execute(lists)
  return rows.map(({ id: key, texts }) => ({ id: key, texts: Number(texts) }))
}
