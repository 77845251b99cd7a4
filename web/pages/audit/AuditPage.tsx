import { ChevronDownIcon, ChevronUpIcon, HistoryIcon } from '@primer/octicons-react'
import { IconButton, Label } from '@primer/react'
import { useState } from 'react'
import { auditResource } from '../../../server/domain/resources/audit'
import { useEndpoint } from '../../api/use-endpoint'
import { Blank } from '../../components/Blank'
import { PageHeader } from '../../components/PageHeader'
import { Pager } from '../../components/Pager'
import { ResourceTable } from '../../components/ResourceTable'
import { TextLink } from '../../components/TextLink'
import { boundOf } from '../../components/TimeField'
import { useListQuery } from '../../components/use-list-query'
import { useText } from '../../language'
import { AuditFacts } from './AuditFacts'
import { AUDIT_FILTERS, AuditFilters } from './AuditFilters'
import { targetPath } from './target-path'

export default function AuditPage() {
  const { text } = useText()
  const query = useListQuery(AUDIT_FILTERS)
  const { filters, page, pageSize, isFiltered } = query
  const list = useEndpoint('audit.list', {
    query: {
      p: page,
      page_size: pageSize,
      actor: filters.actor,
      action: filters.action,
      target: filters.target,
      start_timestamp: boundOf(filters.start),
      end_timestamp: boundOf(filters.end),
    },
  })
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set())
  const toggle = (id: number): void => {
    const next = new Set(open)
    if (!next.delete(id)) next.add(id)
    setOpen(next)
  }
  return (
    <>
      <PageHeader title={text('nav.audit')} description={text('audit.description')} />
      <AuditFilters query={query} />
      <ResourceTable
        resource={auditResource}
        rows={list.data?.items}
        nameOf={({ id }) => String(id)}
        error={list.error}
        onRetry={list.reload}
        cells={{
          actor: ({ actor, actor_id }) => (
            <span title={actor_id === 0 ? '' : `#${actor_id}`}>{actor}</span>
          ),
          action: ({ action }) => <Label className="mono">{action}</Label>,
          target: ({ target }) => <Target target={target} />,
        }}
        actions={({ id, action, target }) => (
          <IconButton
            icon={open.has(id) ? ChevronUpIcon : ChevronDownIcon}
            size="small"
            variant="invisible"
            aria-expanded={open.has(id)}
            aria-label={text('audit.details', { name: `${action} ${target}` })}
            onClick={() => toggle(id)}
          />
        )}
        details={(entry) => (open.has(entry.id) ? <AuditFacts entry={entry} /> : null)}
        {...(!isFiltered && {
          empty: <Blank icon={HistoryIcon} title={text('audit.empty')} />,
        })}
      />
      <Pager
        page={page}
        pageSize={pageSize}
        total={list.data?.total ?? 0}
        onPage={query.turnTo}
        onPageSize={query.resize}
      />
    </>
  )
}

/** What has a page leads to it. */
function Target({ target }: { readonly target: string }) {
  const path = targetPath(target)
  return (
    <span className="mono audit-target">
      {path === undefined ? target : <TextLink to={path}>{target}</TextLink>}
    </span>
  )
}

/** `undefined` for a field that is blank or half typed. */
