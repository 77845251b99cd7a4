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
  /** Credits, signed; of calls without what plans paid of them. */
  readonly amount: number
  /** Credits of calls that plans paid. */
  readonly covered: number
  /** Credits after it. */
  readonly balance: number
  readonly reference: string
}

type Movement = Omit<StatementLine, 'balance'>

/** The newest first. Calls of a day are one line, but where something was booked between them. */
export function statementLines(statement: StatementData): readonly StatementLine[] {
  const movements = [...calls(statement), ...bookings(statement)]
  const newestFirst = movements.sort((a, b) => b.at - a.at || rankOf(b) - rankOf(a))
  let balance = statement.closing
  return newestFirst.reduce<StatementLine[]>((lines, movement) => {
    const newer = lines.at(-1)
    if (newer?.kind === 'calls' && movement.kind === 'calls' && isSameDay(newer, movement)) {
      lines.splice(-1, 1, {
        ...newer,
        count: newer.count + movement.count,
        amount: newer.amount + movement.amount,
        covered: newer.covered + movement.covered,
      })
    } else lines.push({ ...movement, balance })
    balance -= movement.amount
    return lines
  }, [])
}

/** A call of the same second as a booking was paid by it; bookings are in order of their ids. */
function rankOf({ kind, key }: Movement): number {
  return kind === 'calls' ? Number.POSITIVE_INFINITY : Number(key.slice(BOOKING.length))
}

function isSameDay(a: Movement, b: Movement): boolean {
  return midnight(a.at) === midnight(b.at)
}

const BOOKING = 'booking '

function bookings({ entries }: StatementData): readonly Movement[] {
  return entries.map(({ id, at, kind, amount, reference }) => ({
    key: BOOKING + id,
    at,
    kind,
    count: 0,
    amount,
    covered: 0,
    reference,
  }))
}

function calls({ calls: hours }: StatementData): readonly Movement[] {
  return hours.map(({ at, count, quota, covered }) => ({
    key: `calls ${at}`,
    at,
    kind: 'calls',
    count,
    amount: covered - quota,
    covered,
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
