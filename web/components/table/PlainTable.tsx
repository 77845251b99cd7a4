/** A short table whose rows the page makes itself; each cell names its column for phones. */
import type { ReactNode } from 'react'
import { useText } from '../../app/language'
import './table.css'

interface PlainTableProps {
  /** Titles of the columns; that of the first is not repeated in its cells. */
  readonly titles: readonly string[]
  /** The last column has what can be done with a row. */
  readonly hasActions?: boolean
  readonly children: ReactNode
}

export function PlainTable({ titles, hasActions = false, children }: PlainTableProps) {
  const { text } = useText()
  return (
    <div className="table-frame">
      <table className="table">
        <thead>
          <tr>
            {titles.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
            {hasActions && (
              <th scope="col">
                <span className="visually-hidden">{text('ui.actions')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}
