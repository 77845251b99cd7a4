import type { Resource } from '../../../server/domain/resources/resource'
import { ColumnMenu } from '../table/ColumnMenu'
import { ClearFilters } from './ClearFilters'
import { SavedViews } from './SavedViews'

interface ListToolsProps<Name extends string> {
  /** Names the list; its saved views are stored under it. */
  readonly list: string
  /** Whose columns can be chosen; absent where there are none to be seen. */
  readonly resource?: Resource<string, Name> | undefined
  readonly query: { readonly isFiltered: boolean; readonly clear: () => void }
}

/** At the end of a list's toolbar: show all again, saved views, columns. */
export function ListTools<Name extends string>(props: ListToolsProps<Name>) {
  const { list, resource, query } = props
  return (
    <div className="toolbar-end">
      <ClearFilters query={query} />
      <SavedViews list={list} />
      {resource && <ColumnMenu resource={resource} />}
    </div>
  )
}
