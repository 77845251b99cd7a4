/**
 * What the rows of a JSON setting look like. The stored format belongs to the family: a table is
 * only a way to show and write it, and what it cannot show completely is edited as JSON.
 */
import type { TextKey } from '../../../../../server/domain/i18n/translate'

export type CellKind =
  /** What a row is stored under. */
  | 'name'
  | 'text'
  | 'number'
  | 'integer'
  | 'choice'
  /** A list of texts, one to a line of the cell. */
  | 'names'
  /** Names with a number each, "name = number" to a line. */
  | 'amounts'

/** Where known values of a cell come from; others can be typed. */
export type Known = 'groups' | 'models' | readonly string[]

export interface Choice {
  readonly value: string
  readonly title: TextKey
}

export interface Column {
  /** Of a cell; the field of the object in tables of objects. */
  readonly id: string
  readonly kind: CellKind
  readonly title: TextKey
  readonly known?: Known
  readonly choices?: readonly Choice[]
  readonly min?: number
  /** A blank cell is no value instead of a wrong one. */
  readonly isOptional?: boolean
  readonly isDollars?: boolean
  readonly placeholder?: string
  /** Names are tried one after the other. */
  readonly isOrdered?: boolean
}

export interface RowTable {
  /**
   * `map`: one object for each name column in the other, with the value of the last column.
   * `pairs`: a list of objects with one name each, in an order that counts. `lists`: name → list
   * of objects of the other columns.
   */
  readonly shape: 'map' | 'pairs' | 'lists'
  readonly columns: readonly Column[]
  /** The row that cannot be removed. */
  readonly required?: string
  /** The resulting amount of the row, shown after its last cell. */
  readonly note?: 'per_million' | 'per_unit'
}

export interface Row {
  readonly id: number
  /** Column → what is typed. */
  readonly cells: Readonly<Record<string, string>>
  /** Fields that no column shows; they are written back. */
  readonly rest: Readonly<Record<string, unknown>>
}

export function cellOf({ cells }: Row, { id }: Column): string {
  return cells[id] ?? ''
}

export function isBlank({ cells, rest }: Row): boolean {
  const isEmpty = Object.values(cells).every((cell) => cell.trim() === '')
  return isEmpty && Object.keys(rest).length === 0
}

export function namesOf({ columns }: RowTable): readonly Column[] {
  return columns.filter(({ kind }) => kind === 'name')
}

export function valuesOf({ columns }: RowTable): readonly Column[] {
  return columns.filter(({ kind }) => kind !== 'name')
}

/** What a row is called when it is spoken of. */
export function rowName(table: RowTable, row: Row): string {
  return namesOf(table)
    .map((column) => cellOf(row, column).trim())
    .join(' · ')
}

let lastId = 0

/** Rows have no name until one is typed, and names change under the hand. */
export function newRow(
  cells: Readonly<Record<string, string>> = {},
  rest: Readonly<Record<string, unknown>> = {},
): Row {
  lastId += 1
  return { id: lastId, cells, rest }
}
