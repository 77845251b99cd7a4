/** The rows of a JSON setting: found, added, changed, moved and removed. */
import { PlusIcon } from '@primer/octicons-react'
import { Button } from '@primer/react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useText } from '../../../../app/language'
import { Pager } from '../../../../components/list/Pager'
import { SearchBox } from '../../../../components/list/SearchBox'
import { RowsTable, type RowsTableProps } from './RowsTable'
import { newRow, type Row } from './row-table'
import { FEW, useShownRows } from './use-shown-rows'
import './rows.css'

interface RowEditorProps extends RowsTableProps {
  /** Beside the button that adds a row. */
  readonly children?: ReactNode
}

export function RowEditor(props: RowEditorProps) {
  const { name, table, form, children } = props
  const { text } = useText()
  const { rows, change } = form
  const shown = useShownRows(table, form)
  const add = useRef<HTMLButtonElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const [added, setAdded] = useState<number>()
  useEffect(() => {
    const row = box.current?.querySelector(`[data-row="${added}"]`)
    row?.querySelector<HTMLElement>('input, select')?.focus()
  }, [added])
  const append = (): void => {
    const row = newRow()
    change([...rows, row])
    shown.showLast(rows.length + 1)
    setAdded(row.id)
  }
  const remove = (gone: Row): void => {
    change(rows.filter((row) => row !== gone))
    add.current?.focus()
  }
  return (
    <div className="rows" ref={box}>
      {rows.length > FEW && (
        <SearchBox
          label={text('rows.find', { name })}
          isLive
          value={shown.words}
          onChange={shown.find}
        />
      )}
      {shown.rows.length > 0 && <RowsTable {...props} shown={shown.rows} onRemove={remove} />}
      {shown.rows.length === 0 && (
        <p className="rows-none muted">
          {rows.length === 0 ? text('rows.none') : text('rows.not_found', { words: shown.words })}
        </p>
      )}
      {shown.pager.total > FEW && <Pager {...shown.pager} />}
      <div className="form-inline">
        <Button
          ref={add}
          size="small"
          leadingVisual={PlusIcon}
          aria-label={`${text('rows.add')}: ${name}`}
          onClick={append}
        >
          {text('rows.add')}
        </Button>
        {children}
        {shown.hidden > 0 && (
          <Button size="small" variant="danger" onClick={shown.showWrong}>
            {text('rows.show_wrong', { count: shown.hidden })}
          </Button>
        )}
        {shown.isWrongOnly && (
          <Button size="small" variant="invisible" onClick={() => shown.find('')}>
            {text('rows.show_all')}
          </Button>
        )}
      </div>
    </div>
  )
}
