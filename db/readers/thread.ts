/**
 * A thread that only reads: whatever a query costs, the loop that relays calls goes on. It
 * answers one request after another; rows travel in portions, so that a long answer is
 * unpacked in steps on the other side.
 */
import { Database, type SQLQueryBindings, type Statement } from 'bun:sqlite'
import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import { basename } from 'node:path'
import { type MonthAccess, openMonth } from './month'

/** The first message says what to open; each later one is a query, or the end. */
export type ReaderRequest =
  | { readonly kind: 'open'; readonly path: string; readonly pragmas: readonly string[] }
  | ({ readonly kind: 'read' } & ReadQuery)
  /** Lets go of a month's file, so that its space is free when it is deleted. */
  | { readonly kind: 'forget'; readonly file: string }
  | { readonly kind: 'close' }

export interface ReadQuery {
  readonly sql: string
  readonly parameters: readonly unknown[]
  /** For a query to a past month of the log. */
  readonly month?: MonthAccess | undefined
}

/** Answers come in the order of the requests. */
export type ReaderAnswer =
  | { readonly kind: 'rows'; readonly rows: readonly object[]; readonly isLast: boolean }
  | { readonly kind: 'failed'; readonly message: string; readonly code: string }
  | { readonly kind: 'closed' }

declare const self: Worker

/** Unpacking so many takes the other side about a millisecond. */
const ROWS_PER_MESSAGE = 200
const CACHED_STATEMENTS = 100
/** Files of months that a thread keeps open. */
const OPEN_MONTHS = 6
/** Of Linux: between the usual 0 and the most modest 19. */
const MODEST_PRIORITY = 5

let place: Extract<ReaderRequest, { kind: 'open' }> | undefined
interface Opened {
  readonly database: Database
  readonly statements: Map<string, Statement>
}

let main: Opened | undefined
/** By file and access; the least recently used is first. */
const months = new Map<string, Opened & MonthAccess>()

self.onmessage = ({ data: request }: MessageEvent<ReaderRequest>) => {
  switch (request.kind) {
    case 'open':
      place = request
      giveWay()
      return
    case 'read':
      answer(request)
      return
    case 'forget':
      for (const [key, month] of months) if (month.file === request.file) shut(key)
      return
    case 'close':
      for (const key of months.keys()) shut(key)
      main?.database.close(true)
      tell({ kind: 'closed' })
  }
}

function answer(query: ReadQuery): void {
  try {
    send(query)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    tell({ kind: 'failed', message: error instanceof Error ? error.message : '', code })
  }
}

function send({ sql, parameters, month }: ReadQuery): void {
  const statement = prepared(month === undefined ? openedMain() : openedMonth(month), sql)
  let rows: object[] = []
  for (const row of statement.iterate(...(parameters as SQLQueryBindings[]))) {
    if (rows.length === ROWS_PER_MESSAGE) {
      tell({ kind: 'rows', rows, isLast: false })
      rows = []
    }
    rows.push(row as object)
  }
  tell({ kind: 'rows', rows, isLast: true })
}

function tell(news: ReaderAnswer): void {
  self.postMessage(news)
}

function prepared({ database, statements }: Opened, sql: string): Statement {
  const cached = statements.get(sql)
  if (cached !== undefined) return cached
  const [oldest] = statements
  if (statements.size >= CACHED_STATEMENTS && oldest !== undefined) {
    statements.delete(oldest[0])
    oldest[1].finalize()
  }
  const statement = database.prepare(sql)
  statements.set(sql, statement)
  return statement
}

/** Opened by the first query, so that a failure is that query's and the next one tries anew. */
function openedMain(): Opened {
  if (main !== undefined) return main
  const { path, pragmas } = known()
  const opening = new Database(path, { create: false, readwrite: true })
  try {
    for (const pragma of pragmas) opening.run(`PRAGMA ${pragma}`)
  } catch (error) {
    opening.close(true)
    throw error
  }
  main = { database: opening, statements: new Map() }
  return main
}

function openedMonth(month: MonthAccess): Opened {
  const key = `${month.access} ${month.file}`
  const open = months.get(key)
  months.delete(key)
  const [longestAgo] = months.keys()
  if (open === undefined && months.size >= OPEN_MONTHS && longestAgo !== undefined) shut(longestAgo)
  const { path, pragmas } = known()
  const opened = open ?? {
    ...month,
    database: openMonth(path, month, pragmas),
    statements: new Map<string, Statement>(),
  }
  months.set(key, opened)
  return opened
}

function shut(key: string): void {
  const month = months.get(key)
  months.delete(key)
  for (const statement of month?.statements.values() ?? []) statement.finalize()
  month?.database.close(true)
}

function known() {
  if (place === undefined) throw new Error('a query came before its database')
  return place
}

/** On Linux threads have priorities of their own: where cores are few, calls come first. */
function giveWay(): void {
  if (process.platform !== 'linux') return
  setPriority(Number(basename(readlinkSync('/proc/thread-self'))), MODEST_PRIORITY)
}
