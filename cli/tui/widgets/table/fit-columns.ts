/** Which columns of a table fit side by side, and how wide each is. */
import { widthOf } from '../../../text-width'

export interface TableColumn {
  readonly name: string
  readonly title: string
  readonly isNumeric: boolean
}

export interface PlacedColumn extends TableColumn {
  /** Its number among all columns. */
  readonly at: number
  readonly width: number
}

export interface Placement {
  readonly columns: readonly PlacedColumn[]
  readonly hasMoreLeft: boolean
  readonly hasMoreRight: boolean
}

export const GAP = 2
const WIDEST = 44
/** Less than this shows nothing of use. */
const NARROWEST = 6

interface FitOrder {
  readonly columns: readonly TableColumn[]
  /** Text of every cell, by row. */
  readonly cells: readonly (readonly string[])[]
  readonly width: number
  /** Columns scrolled past. */
  readonly offset: number
}

export function fitColumns({ columns, cells, width, offset }: FitOrder): Placement {
  const placed: PlacedColumn[] = []
  let free = width
  for (const [at, column] of columns.entries()) {
    if (at < offset) continue
    const natural = naturalWidth(column, cells, at)
    const room = free - (placed.length === 0 ? 0 : GAP)
    if (room < Math.min(natural, NARROWEST)) break
    const taken = Math.min(natural, room)
    placed.push({ ...column, at, width: taken })
    free = room - taken
  }
  const last = placed.at(-1)?.at ?? 0
  return {
    columns: placed,
    hasMoreLeft: offset > 0,
    hasMoreRight: last < columns.length - 1,
  }
}

function naturalWidth(
  column: TableColumn,
  cells: readonly (readonly string[])[],
  at: number,
): number {
  // One cell more than the title for the mark of the order.
  let width = widthOf(column.title) + 1
  for (const row of cells) width = Math.max(width, widthOf(row[at] ?? ''))
  return Math.min(width, WIDEST)
}
