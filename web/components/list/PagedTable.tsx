/** A list that is read page by page: its rows, and the way to the other pages. */
import type { Loaded } from '../../api/use-endpoint'
import {
  ResourceTable,
  type ResourceTableProps,
  type RowOf,
  type WideSelection,
} from '../table/ResourceTable'
import { Pager } from './Pager'
import { SelectAll } from './SelectAll'
import type { ListQuery } from './use-list-query'

interface PageOf<Row> {
  readonly items: readonly Row[]
  readonly total: number
}

interface PagedTableProps<Name extends string, Row>
  extends Omit<ResourceTableProps<Name, Row>, 'rows' | 'error' | 'onRetry' | 'selection'> {
  readonly selection?: WideSelection<Row>
  readonly list: Loaded<PageOf<Row>>
  readonly query: Pick<ListQuery<never>, 'page' | 'pageSize' | 'turnTo' | 'resize' | 'isFiltered'>
}

/** What is said of an empty list is said only while nothing narrows it. */
export function PagedTable<Name extends string, Row extends RowOf<Name>>({
  list,
  query,
  empty,
  selection,
  ...table
}: PagedTableProps<Name, Row>) {
  const { page, pageSize, turnTo, resize, isFiltered } = query
  return (
    <>
      {selection && (
        <SelectAll
          items={list.data?.items ?? []}
          total={list.data?.total ?? 0}
          readPage={async (p, page_size) => (await list.readWith({ p, page_size })).items}
          selected={selection.ids}
          onSelect={selection.choose}
        />
      )}
      <ResourceTable
        {...table}
        selection={selection}
        rows={list.data?.items}
        error={list.error}
        onRetry={list.reload}
        empty={isFiltered ? undefined : empty}
      />
      <Pager
        page={page}
        pageSize={pageSize}
        total={list.data?.total ?? 0}
        onPage={turnTo}
        onPageSize={resize}
      />
    </>
  )
}
