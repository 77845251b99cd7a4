/** One row of a table: its cells, what is wrong with it, and what can be done to it. */
import { ArrowDownIcon, ArrowUpIcon, TrashIcon } from '@primer/octicons-react'
import { IconButton } from '@primer/react'
import { type FocusEvent, useId, useState } from 'react'
import { useText } from '../../../../app/language'
import { RowCell } from './RowCell'
import type { RowProblem } from './row-problems'
import { type Column, namesOf, type Row, type RowTable, rowName } from './row-table'
import { useRowNote } from './use-row-note'

interface RowLineProps {
  readonly table: RowTable
  readonly row: Row
  /** From 1, among all rows. */
  readonly number: number
  readonly problem: RowProblem | undefined
  /** Whether missing cells are reported while the row is typed in. */
  readonly isAsked: boolean
  readonly listOf: (column: Column) => string | undefined
  readonly onChange: (row: Row) => void
  readonly onRemove: () => void
  /** `undefined` where the row cannot go that way. */
  readonly onMove: {
    readonly up?: (() => void) | undefined
    readonly down?: (() => void) | undefined
  }
}

export function RowLine(props: RowLineProps) {
  const { table, row, number, problem, isAsked, listOf, onChange } = props
  const { text } = useText()
  const note = useRowNote(table, row)
  const id = useId()
  const [isTyping, setTyping] = useState(false)
  const name = rowName(table, row) || String(number)
  const isRequired = table.required !== undefined && name === table.required
  // Cells that are still to come are not missed yet.
  const isEarly = isTyping && !isAsked && problem?.reason === 'reason.required'
  const shown = isEarly ? undefined : problem
  const leave = (event: FocusEvent<HTMLElement>): void => {
    if (!event.currentTarget.contains(event.relatedTarget)) setTyping(false)
  }
  return (
    <tr onFocus={() => setTyping(true)} onBlur={leave} data-row={row.id}>
      {table.columns.map((column) => {
        const isWrong = shown?.column === column.id
        const title = text(column.title)
        const isName = column.kind === 'name'
        return (
          <td key={column.id} data-title={title} data-kind={column.kind}>
            <RowCell
              column={column}
              row={row}
              label={`${title}: ${isName && namesOf(table).length === 1 ? number : name}`}
              listId={listOf(column)}
              isFixed={isRequired && isName}
              isInvalid={isWrong}
              describedBy={isWrong ? id : undefined}
              onChange={(cell) => onChange({ ...row, cells: { ...row.cells, [column.id]: cell } })}
            />
            {isWrong && (
              <p id={id} className="rows-problem">
                {text(shown.reason, shown.params)}
              </p>
            )}
          </td>
        )
      })}
      {table.note !== undefined && <td className="rows-note muted number">{note}</td>}
      <td className="rows-actions">
        <RowActions {...props} name={name} isRequired={isRequired} />
      </td>
    </tr>
  )
}

interface RowActionsProps extends RowLineProps {
  readonly name: string
  readonly isRequired: boolean
}

function RowActions({ table, name, isRequired, onRemove, onMove }: RowActionsProps) {
  const { text } = useText()
  return (
    <>
      {table.shape === 'pairs' && (
        <>
          <IconButton
            icon={ArrowUpIcon}
            size="small"
            variant="invisible"
            aria-label={text('rows.move_up', { name })}
            disabled={onMove.up === undefined}
            onClick={() => onMove.up?.()}
          />
          <IconButton
            icon={ArrowDownIcon}
            size="small"
            variant="invisible"
            aria-label={text('rows.move_down', { name })}
            disabled={onMove.down === undefined}
            onClick={() => onMove.down?.()}
          />
        </>
      )}
      {isRequired ? (
        <span className="rows-required muted">{text('rows.kept')}</span>
      ) : (
        <IconButton
          icon={TrashIcon}
          size="small"
          variant="invisible"
          aria-label={text('ui.take_out', { name })}
          onClick={onRemove}
        />
      )}
    </>
  )
}
