/** What is wrong in rows: cell by cell, then by the server's own check of the row alone. */

import type { OptionKey } from '../../../../../server/domain/options'
import type { OptionChecks, Reason } from '../option-checks'
import {
  type Column,
  cellOf,
  isBlank,
  namesOf,
  type Row,
  type RowTable,
  valuesOf,
} from './row-table'
import { linesIn, writeRows } from './write-rows'

export interface RowProblem extends Reason {
  /** The column at fault. */
  readonly column: string
}

interface CheckedTable {
  readonly key: OptionKey
  readonly table: RowTable
  readonly checks: OptionChecks
}

/** Row → the first thing that is wrong with it. */
export function rowProblems(
  checked: CheckedTable,
  rows: readonly Row[],
): ReadonlyMap<number, RowProblem> {
  const { table } = checked
  const found = new Map<number, RowProblem>()
  const filled = rows.filter((row) => !isBlank(row))
  const [first] = namesOf(table)
  const group = Map.groupBy(filled, (row) => (first === undefined ? '' : cellOf(row, first).trim()))
  for (const own of group.values()) {
    for (const [at, row] of own.entries()) {
      const before = own.slice(0, at)
      const problem =
        cellProblem(table, row) ??
        repeated(table, row, before) ??
        refused(checked, [...(table.shape === 'lists' ? before : []), row])
      if (problem !== undefined) found.set(row.id, problem)
    }
  }
  return found
}

function cellProblem(table: RowTable, row: Row): RowProblem | undefined {
  for (const column of table.columns) {
    const reason = wrongCell(column, cellOf(row, column).trim())
    if (reason !== undefined) return { ...reason, column: column.id }
  }
  return undefined
}

function wrongCell(column: Column, cell: string): Reason | undefined {
  const { kind, min, isOptional = false } = column
  if (cell === '') return isOptional ? undefined : { reason: 'reason.required' }
  if (kind === 'amounts') {
    const isWrong = linesIn(cell).some((line) => !/^.+=\s*\d+(\.\d+)?\s*$/.test(line))
    return isWrong ? { reason: 'rows.amounts_form' } : undefined
  }
  if (kind !== 'number' && kind !== 'integer') return undefined
  const number = Number(cell)
  if (!Number.isFinite(number)) return { reason: 'reason.not_a_number' }
  if (kind === 'integer' && !Number.isSafeInteger(number)) {
    return { reason: 'reason.not_an_integer' }
  }
  return min !== undefined && number < min ? { reason: 'reason.below', params: { min } } : undefined
}

/** A list may name something twice, an object may not. */
function repeated(table: RowTable, row: Row, before: readonly Row[]): RowProblem | undefined {
  if (table.shape !== 'map') return undefined
  const names = namesOf(table)
  const pathOf = (one: Row) => JSON.stringify(names.map((name) => cellOf(one, name).trim()))
  const last = names.at(-1)
  if (last === undefined || before.every((other) => pathOf(other) !== pathOf(row))) return undefined
  const params = { name: cellOf(row, last).trim() }
  return { reason: 'reason.repeated_key', params, column: last.id }
}

/** The last of rows; in lists those of its name before it come along, whose order can count. */
function refused({ key, table, checks }: CheckedTable, rows: readonly Row[]) {
  const column = valuesOf(table)[0]?.id
  if (column === undefined) return undefined
  const reason = checks.failedReason(key, writeRows(table, rows))
  return reason === undefined ? undefined : { ...reason, column }
}
