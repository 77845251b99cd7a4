/** What a call holds in addition to credits of its accounts, as reservations keep it: JSON rows. */
import { type Mark, markRow, marksOf } from '../limits/limit'
import type { Cover } from './orders'

/** Stands where the rows of marks name their kind. */
const COVER = 'plan'

export interface Held {
  readonly marks?: readonly Mark[] | undefined
  readonly cover?: Cover | undefined
}

/** "" for nothing. */
export function heldText({ marks = [], cover }: Held): string {
  if (marks.length === 0 && cover === undefined) return ''
  const rows: unknown[] = marks.map(markRow)
  if (cover !== undefined)
    rows.push([cover.subscriptionId, COVER, cover.overflows ? 1 : 0, cover.amount])
  return JSON.stringify(rows)
}

/** What is unreadable counts nothing. */
export function readHeld(text: string): Held {
  if (text === '') return {}
  const rows = listIn(text)
  const cover = rows.map(coverIn).find((each) => each !== undefined)
  return { marks: marksOf(rows), ...(cover && { cover }) }
}

function coverIn(row: unknown): Cover | undefined {
  const [subscriptionId, kind, overflows, amount] = Array.isArray(row) ? row : []
  const isCover = kind === COVER && [subscriptionId, amount].every(Number.isSafeInteger)
  return isCover ? { subscriptionId, amount, overflows: overflows === 1 } : undefined
}

function listIn(text: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value : []
  } catch {
    return []
  }
}
