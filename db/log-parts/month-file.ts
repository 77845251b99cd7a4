/** Writes a past month of the log into a file of its own, in steps, while the gateway runs. */
import { rmSync, statSync } from 'node:fs'
import { type Kysely, sql } from 'kysely'
import type { Lists } from '../lists'
import type { MonthFiles } from '../month-files'
import type { Schema } from '../schema'
import { inSlices } from '../slices'
import { createOwnerOnly } from '../sqlite/owner-only'
import type { LogSpan } from '../tables/log-filter'

/** A short while of a reading thread. */
const IDS_AT_ONCE = 2000
/** Compared, which takes a tenth of writing. */
const IDS_COMPARED = 10_000
const ROWS_AT_ONCE = 1000

export type MonthSpan = LogSpan & { readonly file: string }

/** Makes the file with the table and its indexes as the database has them, where it is missing. */
export async function prepareMonth(files: MonthFiles, file: string): Promise<void> {
  createOwnerOnly(files.pathOf(file))
  const writer = files.writer(file)
  const { rows } = await sql<{ sql: string }>`
    select sql from main.sqlite_master where tbl_name = 'logs' and sql is not null
      and name not in (select name from month.sqlite_master)
    order by type = 'index'`.execute(writer)
  for (const { sql: statement } of rows) {
    const there = statement.replace(/^(create (?:unique )?(?:table|index)) /i, '$1 month.')
    await sql.raw(there).execute(writer)
  }
}

/** Rows after an id, as far as an earlier attempt came, are there afterwards. */
export async function copyMonth(
  files: MonthFiles,
  { file, from, before, uptoId }: MonthSpan,
  firstId: number,
): Promise<void> {
  const writer = files.writer(file)
  const columns = await columnsOf(writer)
  let at = Math.max(firstId - 1, await lastId(writer, uptoId))
  await inSlices(async () => {
    if (at >= uptoId) return false
    const to = Math.min(at + IDS_AT_ONCE, uptoId)
    // With a sign before it the time is looked at, and the ids lead.
    await sql`insert into month.logs (${columns}) select ${columns} from main.logs
      where id > ${at} and id <= ${to} and +created_at >= ${from} and +created_at < ${before}
    `.execute(writer)
    at = to
    return true
  })
}

/** Whether the file has every row of the span after an id as the database has it, and no other. */
export async function isSameMonth(
  files: MonthFiles,
  { file, from, before, uptoId }: MonthSpan,
  firstId: number,
): Promise<boolean> {
  const writer = files.writer(file)
  const columns = await columnsOf(writer)
  let isSame = true
  let at = firstId - 1
  await inSlices(async () => {
    if (!isSame || at >= uptoId) return false
    const to = Math.min(at + IDS_COMPARED, uptoId)
    const ours = sql`select ${columns} from main.logs
      where id > ${at} and id <= ${to} and +created_at >= ${from} and +created_at < ${before}`
    const copied = sql`select ${columns} from month.logs where id > ${at} and id <= ${to}`
    const { rows } = await sql<{ differing: number }>`
      select (select count(*) from (${ours} except ${copied}))
        + (select count(*) from (${copied} except ${ours})) as differing`.execute(writer)
    isSame = rows[0]?.differing === 0
    at = to
    return true
  })
  return isSame
}

/** Removes what an abandoned attempt has left. */
export async function clearMonthAfter(files: MonthFiles, file: string, id: number): Promise<void> {
  await inParts(files.writer(file), sql`id > ${id}`)
}

/** Returns how many rows were older. */
export async function removeFromMonth(
  files: MonthFiles,
  file: string,
  beforeSeconds: number,
): Promise<number> {
  return await inParts(files.writer(file), sql`created_at < ${beforeSeconds}`)
}

async function inParts(writer: Kysely<Schema>, condition: ReturnType<typeof sql>): Promise<number> {
  let total = 0
  await inSlices(async () => {
    const { rows } = await sql`delete from month.logs where id in
      (select id from month.logs where ${condition} limit ${ROWS_AT_ONCE}) returning id`.execute(
      writer,
    )
    total += rows.length
    return rows.length === ROWS_AT_ONCE
  })
  return total
}

export interface NameErasure {
  readonly userId: number
  readonly pseudonym: string
}

export async function eraseNamesInMonth(
  files: MonthFiles,
  file: string,
  { userId, pseudonym }: NameErasure,
): Promise<void> {
  const writer = files.writer(file)
  await inSlices(async () => {
    const { rows } = await sql`update month.logs
      set username = ${pseudonym}, token_name = '', ip = '', session = '', tags = ''
      where id in (select id from month.logs
        where user_id = ${userId} and username <> ${pseudonym} limit ${ROWS_AT_ONCE})
      returning id`.execute(writer)
    return rows.length === ROWS_AT_ONCE
  })
}

/** Whoever reads it at this moment reads to the end. */
export function dropMonthFile(files: MonthFiles, file: string): void {
  files.forget(file)
  for (const side of ['', '-journal']) rmSync(files.pathOf(file) + side, { force: true })
}

export function bytesOfMonth(files: MonthFiles, file: string): number {
  return statSync(files.pathOf(file), { throwIfNoEntry: false })?.size ?? 0
}

export interface MonthRows {
  readonly rows: number
  /** 0 for no rows. */
  readonly firstId: number
  readonly lastId: number
}

/** The newest row of all stays in the table, so that its id is never given again. */
export async function rowsToMove(
  lists: Lists,
  { from, before, uptoId }: Pick<LogSpan, 'from' | 'before'> & Partial<LogSpan>,
): Promise<MonthRows> {
  const row = await lists
    .selectFrom('logs')
    .select(({ fn }) => [
      fn.countAll<number>().as('rows'),
      fn.min('id').as('first'),
      fn.max('id').as('last'),
    ])
    .where('created_at', '>=', from)
    .where('created_at', '<', before)
    .where('id', '<', (e) => e.selectFrom('logs').select((l) => l.fn.max('id').as('newest')))
    .$if(uptoId !== undefined, (query) => query.where('id', '<=', uptoId ?? 0))
    .executeTakeFirstOrThrow()
  return { rows: Number(row.rows), firstId: Number(row.first), lastId: Number(row.last) }
}

async function columnsOf(writer: Kysely<Schema>) {
  const { rows } = await sql<{ name: string }>`
    select name from pragma_table_info('logs', 'month')`.execute(writer)
  return sql.join(rows.map(({ name }) => sql.ref(name)))
}

async function lastId(writer: Kysely<Schema>, upto: number): Promise<number> {
  const { rows } = await sql<{ id: number | null }>`
    select max(id) as id from month.logs where id <= ${upto}`.execute(writer)
  return rows[0]?.id ?? 0
}
