import { TextInput } from '@primer/react'
import { auditResource } from '../../../server/domain/resources/audit'
import { CheckLine } from '../../components/CheckLine'
import { ListTools } from '../../components/ListTools'
import { SearchBox } from '../../components/SearchBox'
import { Toolbar } from '../../components/Toolbar'
import type { ListQuery } from '../../components/use-list-query'
import { useText } from '../../language'

export const AUDIT_FILTERS = ['actor', 'action', 'target', 'start', 'end', 'changes'] as const

interface AuditFiltersProps {
  readonly query: ListQuery<(typeof AUDIT_FILTERS)[number]>
}

export function AuditFilters({ query }: AuditFiltersProps) {
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
      {(['start', 'end'] as const).map((name) => (
        <TextInput
          key={name}
          type="datetime-local"
          step={60}
          className="audit-time"
          aria-label={text(`audit.${name}`)}
          value={filters[name]}
          onChange={(event) => filter({ [name]: event.target.value })}
        />
      ))}
      <CheckLine
        label={text('audit.changes_only')}
        isChecked={filters.changes === 'true'}
        onChange={() => filter({ changes: filters.changes === 'true' ? '' : 'true' })}
      />
      <ListTools list="audit" resource={auditResource} query={query} />
    </Toolbar>
  )
}
