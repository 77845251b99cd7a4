/** A statement as people read one: a line for each booking, and for the calls of each day. */
import type { DataOf } from '../../../server/domain/api-calls/contract'
import { midnight } from '../../app/now'

export type StatementData = DataOf<'account.statement'>

export interface StatementLine {
  readonly key: string
  /** Epoch seconds. */
  readonly at: number
  /** A kind of the ledger, or the calls of a day. */
  readonly kind: string
  /** Calls that the line stands for. */
  readonly count: number
  /** Credits, signed. */
  readonly amount: number
  /** Credits after it. */
  readonly balance: number
  readonly reference: string
}

type Movement = Omit<StatementLine, 'balance'>

/** The newest first. */
export function statementLines(statement: StatementData): readonly StatementLine[] {
  const movements = [...callsByDay(statement), ...bookings(statement)]
  let balance = statement.closing
  return movements
    .sort((a, b) => b.at - a.at || b.key.localeCompare(a.key))
    .map((movement) => {
      const line = { ...movement, balance }
      balance -= movement.amount
      return line
    })
}

function bookings({ entries }: StatementData): readonly Movement[] {
  return entries.map(({ id, at, kind, amount, reference }) => ({
    key: `booking ${id}`,
    at,
    kind,
    count: 0,
    amount,
    reference,
  }))
}

/** Of the reader's days; the line stands where the last of them was made. */
function callsByDay({ calls }: StatementData): readonly Movement[] {
  const days = Map.groupBy(calls, ({ at }) => midnight(at))
  return [...days].map(([day, hours]) => ({
    key: `calls ${day}`,
    at: Math.max(...hours.map(({ at }) => at)),
    kind: 'calls',
    count: hours.reduce((sum, { count }) => sum + count, 0),
    amount: -hours.reduce((sum, { quota }) => sum + quota, 0),
    reference: '',
  }))
}

/** What came in, and what went out. */
export function sumsOf(lines: readonly StatementLine[]) {
  const sum = (isIt: (line: StatementLine) => boolean) =>
    lines.filter(isIt).reduce((total, { amount }) => total + amount, 0)
  return {
    added: sum(({ kind, amount }) => kind !== 'calls' && amount > 0),
    taken: sum(({ kind, amount }) => kind !== 'calls' && amount < 0),
    calls: sum(({ kind }) => kind === 'calls'),
  }
}
