import { auditResource } from '../../../server/domain/resources/audit'
import { useText } from '../../app/language'
import { ListRange, type ListSpan, RANGE_FILTERS } from '../../components/list/ListRange'
import { ListTools } from '../../components/list/ListTools'
import { SearchBox } from '../../components/list/SearchBox'
import { ListChips } from '../../components/list/StateChips'
import { Toolbar } from '../../components/list/Toolbar'
import type { ListQuery } from '../../components/list/use-list-query'
import { SORT_FILTERS } from '../../components/table/sort'

export const AUDIT_FILTERS = [
  ...(['actor', 'action', 'target', 'show'] as const),
  ...RANGE_FILTERS,
  ...SORT_FILTERS,
] as const

/** Who signed in stands apart: there is more of it than of changes. */
const SHOWS = ['', 'sessions', 'all'] as const

export function kindOf(show: string): 'changes' | 'sessions' | undefined {
  if (show === 'all') return undefined
  return show === 'sessions' ? 'sessions' : 'changes'
}

interface AuditQueryProps {
  readonly query: ListQuery<(typeof AUDIT_FILTERS)[number]>
}

interface AuditKindsProps extends AuditQueryProps {
  readonly counts: { readonly changes: number; readonly sessions: number } | undefined
}

export function AuditKinds({ query, counts }: AuditKindsProps) {
  const { text } = useText()
  const countOf = {
    '': counts?.changes,
    sessions: counts?.sessions,
    all: counts && counts.changes + counts.sessions,
  }
  const { show } = query.filters
  return (
    <ListChips
      chips={SHOWS.map((name) => ({
        name,
        title: text(`audit.show_${name || 'changes'}`),
        count: countOf[name],
      }))}
      chosen={SHOWS.find((name) => name === show) ?? ''}
      onChoose={(name) => query.filter({ show: name })}
    />
  )
}

interface AuditFiltersProps extends AuditQueryProps {
  readonly span: ListSpan
}

export function AuditFilters({ query, span }: AuditFiltersProps) {
  const { text } = useText()
  const { filters, filter } = query
  return (
    <Toolbar>
      {(['actor', 'action', 'target'] as const).map((name) => (
        <SearchBox
          key={name}
          label={text(`audit.by_${name}`)}
          value={filters[name]}
          onChange={(value) => filter({ [name]: value })}
        />
      ))}
      <ListRange query={query} span={span} otherwise="all" />
      <ListTools list="audit" resource={auditResource} query={query} />
    </Toolbar>
  )
}
