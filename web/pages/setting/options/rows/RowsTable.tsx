/** The rows that are shown, under the titles of their columns. */
import { useId } from 'react'
import { useText } from '../../../../app/language'
import { KnownValues } from './KnownValues'
import { RowLine } from './RowLine'
import type { Column, Row, RowTable } from './row-table'
import type { RowForm } from './use-rows'

/** More columns than a line has room for make each row a small form. */
const MOST_IN_LINE = 4

export interface RowsTableProps {
  readonly name: string
  readonly table: RowTable
  readonly form: RowForm
  /** Whether saving was tried, so that problems are shown at once. */
  readonly isAsked: boolean
}

interface ShownProps extends RowsTableProps {
  readonly shown: readonly Row[]
  readonly onRemove: (row: Row) => void
}

export function RowsTable({ name, table, form, isAsked, shown, onRemove }: ShownProps) {
  const { text } = useText()
  const id = useId()
  const { rows, problems, change } = form
  const { columns, note } = table
  const listOf = (column: Column): string | undefined =>
    column.known === undefined ? undefined : `${id}-${column.id}`
  const moved = (from: number, to: number): (() => void) | undefined => {
    if (rows[from] === undefined || rows[to] === undefined) return undefined
    return () => change(rows.toSpliced(from, 1).toSpliced(to, 0, ...rows.slice(from, from + 1)))
  }
  return (
    <>
      {columns.map((column) => {
        const listId = listOf(column)
        return listId && <KnownValues key={column.id} id={listId} column={column} />
      })}
      <table className="rows-table" data-wide={columns.length > MOST_IN_LINE} aria-label={name}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.id} scope="col">
                {text(column.title)}
              </th>
            ))}
            {note !== undefined && <th scope="col">{text('rows.worth')}</th>}
            <th scope="col">
              <span className="visually-hidden">{text('rows.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => {
            const at = rows.indexOf(row)
            return (
              <RowLine
                key={row.id}
                table={table}
                row={row}
                number={at + 1}
                problem={problems.get(row.id)}
                isAsked={isAsked}
                listOf={listOf}
                onChange={(next) => change(rows.with(at, next))}
                onRemove={() => onRemove(row)}
                onMove={{ up: moved(at, at - 1), down: moved(at, at + 1) }}
              />
            )
          })}
        </tbody>
      </table>
    </>
  )
}
