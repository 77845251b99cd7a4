/** A list of one noun: columns, titles and cells follow from its resource row. */
import { InboxIcon } from '@primer/octicons-react'
import { Checkbox, SkeletonBox } from '@primer/react'
import { Fragment, type ReactNode } from 'react'
import type { ApiError } from '../../../server/domain/api-calls/answer'
import { failureText } from '../../../server/domain/api-calls/failure'
import type { TextKey } from '../../../server/domain/i18n/translate'
import type { Resource } from '../../../server/domain/resources/resource'
import { useText } from '../../app/language'
import { Blank } from '../page/Blank'
import { LoadFailure } from '../page/LoadFailure'
import { StaleNote } from '../page/StaleNote'
import { Cell, isNumeric } from './Cell'
import { SortButton, sortOf, type TableSort } from './SortButton'
import { useShownColumns } from './use-shown-columns'
import './table.css'

export interface Selection {
  readonly ids: ReadonlySet<number>
  readonly onChange: (ids: ReadonlySet<number>) => void
}

/** Where rows of other pages can be chosen too. */
export interface WideSelection<Row> extends Selection {
  readonly choose: (rows: readonly Row[]) => void
}

/**
 * Where a column stands on a narrow screen when it needs no name there: `lead` and `side` at the
 * two ends of the first line, `plain` next to others, `line` on a line of its own, `out` nowhere,
 * for what the page of the row says too.
 */
export type PhonePlace = 'lead' | 'side' | 'plain' | 'line' | 'out'

/** Rows under a heading of their own. */
export interface RowGroup<Row> {
  readonly key: string
  readonly heading: ReactNode
  readonly rows: readonly Row[]
}

export interface ResourceTableProps<Name extends string, Row> {
  readonly resource: Resource<string, Name>
  /** `undefined` until they are read. */
  readonly rows: readonly Row[] | undefined
  readonly groups?: readonly RowGroup<Row>[] | undefined
  /** What names a row to a person, such as its name. */
  readonly nameOf: (row: Row) => string
  /** Cells that the kind of the column does not draw well enough. */
  readonly cells?: { readonly [Key in Name]?: (row: Row) => ReactNode }
  readonly phone?: { readonly [Key in Name]?: PhonePlace }
  readonly actions?: (row: Row) => ReactNode
  readonly selection?: Selection | undefined
  /** Below a row that is unfolded. */
  readonly details?: (row: Row) => ReactNode
  readonly isResting?: (row: Row) => boolean
  /** Marked, because it is new. */
  readonly isNew?: (row: Row) => boolean
  readonly error?: ApiError | undefined
  readonly onRetry?: () => unknown
  /** Heads that sort, and how the list is sorted now. */
  readonly sort?: TableSort | undefined
  /** What to do when there is nothing. */
  readonly empty?: ReactNode
}

export function ResourceTable<Name extends string, Row extends RowOf<Name>>(
  props: ResourceTableProps<Name, Row>,
) {
  const { resource, rows, error, onRetry, empty } = props
  const { text } = useText()
  const columns = useShownColumns(resource)
  if (error !== undefined && rows === undefined) {
    return <LoadFailure message={failureText(error, text)} onRetry={() => onRetry?.()} />
  }
  return (
    <>
      {error !== undefined && <StaleNote error={error} onRetry={() => onRetry?.()} />}
      <div className="table-frame" aria-busy={rows === undefined}>
        {rows?.length === 0 ? (empty ?? <Nothing />) : <TableOf {...props} columns={columns} />}
      </div>
    </>
  )
}

function TableOf<Name extends string, Row extends RowOf<Name>>(props: TableHeadProps<Name, Row>) {
  const { rows, groups, columns } = props
  const shown = groups ?? [{ key: 'all', heading: undefined, rows: rows ?? [] }]
  return (
    <table className="table">
      <TableHead {...props} />
      <tbody>
        {rows === undefined && <SkeletonRows count={columns.length} />}
        {shown.map(({ key, heading, rows: members }) => (
          <Fragment key={key}>
            {heading !== undefined && (
              <tr className="table-group">
                <th colSpan={columns.length + 2} scope="rowgroup">
                  {heading}
                </th>
              </tr>
            )}
            {members.map((row) => (
              <TableRow key={row.id} row={row} table={props} columns={columns} />
            ))}
          </Fragment>
        ))}
      </tbody>
    </table>
  )
}

/** A row has what its columns show, and an id. */
export type RowOf<Name extends string> = { readonly [Key in Name]: unknown } & {
  readonly id: number
}

function Nothing() {
  const { text } = useText()
  return <Blank icon={InboxIcon} title={text('ui.empty')} />
}

interface TableHeadProps<Name extends string, Row> extends ResourceTableProps<Name, Row> {
  readonly columns: readonly Name[]
}

function TableHead<Name extends string, Row extends RowOf<Name>>(props: TableHeadProps<Name, Row>) {
  const { resource, columns, rows = [], selection, actions } = props
  const { text } = useText()
  const chosen = rows.filter(({ id }) => selection?.ids.has(id)).length
  const isAll = chosen > 0 && chosen === rows.length
  return (
    <thead>
      <tr>
        {selection && (
          <th className="table-check">
            <Checkbox
              aria-label={text('ui.select_all')}
              checked={isAll}
              indeterminate={chosen > 0 && !isAll}
              onChange={() => selection.onChange(new Set(isAll ? [] : rows.map(({ id }) => id)))}
            />
          </th>
        )}
        {columns.map((name) => (
          <TableHeading
            key={name}
            name={name}
            title={text(resource.titleOf(name) as TextKey)}
            isRight={isNumeric(resource.columns[name].kind)}
            sort={props.sort}
          />
        ))}
        {actions && (
          <th className="table-actions">
            <span className="visually-hidden">{text('ui.actions')}</span>
          </th>
        )}
      </tr>
    </thead>
  )
}

interface TableHeadingProps {
  readonly name: string
  readonly title: string
  readonly isRight: boolean
  readonly sort: TableSort | undefined
}

function TableHeading({ name, title, isRight, sort }: TableHeadingProps) {
  return (
    <th scope="col" className={isRight ? 'table-number' : undefined} aria-sort={sortOf(name, sort)}>
      <SortButton name={name} title={title} sort={sort} />
    </th>
  )
}

interface TableRowProps<Name extends string, Row> {
  readonly row: Row
  readonly table: ResourceTableProps<Name, Row>
  readonly columns: readonly Name[]
}

function TableRow<Name extends string, Row extends RowOf<Name>>({
  row,
  table,
  columns,
}: TableRowProps<Name, Row>) {
  const { text } = useText()
  const { resource, selection, actions, cells, phone, nameOf } = table
  const { isResting, isNew, details } = table
  const content = details?.(row)
  return (
    <>
      <tr className={isResting?.(row) ? 'table-resting' : undefined} data-new={isNew?.(row)}>
        {selection && (
          <td className="table-check">
            <Checkbox
              aria-label={text('ui.select_row', { name: nameOf(row) })}
              checked={selection.ids.has(row.id)}
              onChange={() => selection.onChange(toggled(selection.ids, row.id))}
            />
          </td>
        )}
        {columns.map((name) => (
          <td
            key={name}
            data-label={text(resource.titleOf(name) as TextKey)}
            data-phone={phone?.[name]}
            {...(isNumeric(resource.columns[name].kind) && { className: 'table-number' })}
          >
            {cells?.[name]?.(row) ?? <Cell kind={resource.columns[name].kind} value={row[name]} />}
          </td>
        ))}
        {actions && <td className="table-actions">{actions(row)}</td>}
      </tr>
      {content !== undefined && content !== null && (
        <tr className="table-details">
          <td colSpan={columns.length + 2}>{content}</td>
        </tr>
      )}
    </>
  )
}

function toggled(ids: ReadonlySet<number>, id: number): ReadonlySet<number> {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return next
}

function SkeletonRows({ count }: { readonly count: number }) {
  return ['a', 'b', 'c', 'd', 'e'].map((key) => (
    <tr key={key} className="table-waits">
      <td colSpan={count + 2}>
        <SkeletonBox height="20px" width="100%" />
      </td>
    </tr>
  ))
}
