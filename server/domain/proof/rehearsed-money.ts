/**
 * The money of a rehearsal: what the provider says it answered, priced by the table, against
 * what was settled, booked and taken from balances. An empty list of differences means that all
 * agree to the credit.
 */
import type { Price } from '../money/price'
import { chargeFor } from '../money/quota'
import type { Usage } from '../money/usage'

/** One call as its provider reports it. */
export interface CallFigures {
  readonly requestId: string
  /**
   * `told`: answered with its usage. `untold`: answered without it or only in part, so that the
   * gateway counted by itself. `nothing`: no try was answered.
   */
  readonly answer: 'told' | 'untold' | 'nothing'
  /** Of `told`. */
  readonly usage?: Usage | undefined
}

/** One settlement, as the log has it. */
export interface SettledCall {
  readonly requestId: string
  readonly quota: number
  /** What it was billed for; absent in a row without a bill. */
  readonly usage: Usage | undefined
  /** By the table, for its model and group; absent where the table has none. */
  readonly price: Price | undefined
  /** Cut, and given back because its channel is set so. */
  readonly isRefunded: boolean
}

export interface RehearsedBooks {
  readonly told: readonly CallFigures[]
  readonly settled: readonly SettledCall[]
  /** Charges of the ledger, and what users have used, since the first call. */
  readonly booked: number
  readonly used: number
  /** Calls that hold something still. */
  readonly holds: readonly string[]
  /** What replaying the ledger finds that it did not find before. */
  readonly ledger: readonly MoneyDifference[]
}

export interface MoneyDifference {
  readonly check: string
  /** A call, an account, or "" for a sum. */
  readonly subject: string
  readonly expected: number
  readonly actual: number
}

export interface RehearsedMoney {
  /** Credits that the provider's answers cost by the table. */
  readonly expected: number
  readonly settled: number
  readonly booked: number
  readonly used: number
  /** Calls whose usage the gateway had to count, which the provider cannot vouch for. */
  readonly counted_here: number
  readonly holds: number
  readonly differences: readonly MoneyDifference[]
}

export function compareMoney(books: RehearsedBooks): RehearsedMoney {
  const { told, booked, used, holds, ledger } = books
  const rows = Map.groupBy(books.settled, ({ requestId }) => requestId)
  const calls = told.map((call) => billed(call, rows.get(call.requestId) ?? []))
  const known = new Set(told.map(({ requestId }) => requestId))
  const strangers = books.settled.filter(({ requestId }) => !known.has(requestId))
  const expected = sum(calls, (call) => call.expected)
  const settled = sum(books.settled, ({ quota }) => quota)
  return {
    expected,
    settled,
    booked,
    used,
    counted_here: told.filter(({ answer }) => answer === 'untold').length,
    holds: holds.length,
    differences: [
      ...calls.flatMap(({ differences }) => differences),
      ...strangers.flatMap((row) => differs('unknown call', row.requestId, [0, row.quota])),
      ...differs('ledger', '', [settled, booked]),
      ...differs('users', '', [settled, used]),
      ...holds.map((subject) => ({ check: 'held', subject, expected: 0, actual: 1 })),
      ...ledger,
    ],
  }
}

interface Billed {
  readonly expected: number
  readonly differences: readonly MoneyDifference[]
}

function billed(call: CallFigures, rows: readonly SettledCall[]): Billed {
  const { requestId, answer, usage } = call
  const [row] = rows
  const actual = sum(rows, ({ quota }) => quota)
  const units = answer === 'told' ? usage : answer === 'untold' ? row?.usage : undefined
  const isFree = row?.isRefunded === true && answer === 'untold'
  const priced = !isFree && units && row?.price ? chargeFor(units, row.price) : 0
  const isUnbilled = row === undefined && answer === 'told'
  return {
    expected: priced,
    differences: [
      ...(isUnbilled ? [{ check: 'unbilled', subject: requestId, expected: 1, actual: 0 }] : []),
      ...(rows.length > 1
        ? [{ check: 'billed twice', subject: requestId, expected: 1, actual: rows.length }]
        : []),
      ...differs('charge', requestId, [priced, actual]),
    ],
  }
}

function differs(
  check: string,
  subject: string,
  [expected, actual]: readonly [number, number],
): readonly MoneyDifference[] {
  return expected === actual ? [] : [{ check, subject, expected, actual }]
}

function sum<Row>(rows: readonly Row[], of: (row: Row) => number): number {
  return rows.reduce((total, row) => total + of(row), 0)
}
