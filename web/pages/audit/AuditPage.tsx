import { ChevronDownIcon, ChevronUpIcon, HistoryIcon } from '@primer/octicons-react'
import { IconButton } from '@primer/react'
import { useState } from 'react'
import { auditResource } from '../../../server/domain/resources/audit'
import { useEndpoint } from '../../api/use-endpoint'
import { Blank } from '../../components/Blank'
import { PagedTable } from '../../components/PagedTable'
import { PageHeader } from '../../components/PageHeader'
import { RefreshButton } from '../../components/RefreshButton'
import { subjectPath } from '../../components/stats/subject-path'
import { TextLink } from '../../components/TextLink'
import { boundOf } from '../../components/TimeField'
import { useListQuery } from '../../components/use-list-query'
import { useText } from '../../language'
import { ActionName } from './ActionName'
import { AuditFacts } from './AuditFacts'
import { AUDIT_FILTERS, AuditFilters } from './AuditFilters'
import { targetPath } from './target-path'

export default function AuditPage() {
  const { text } = useText()
  const query = useListQuery(AUDIT_FILTERS)
  const { filters, page, pageSize } = query
  const list = useEndpoint('audit.list', {
    query: {
      p: page,
      page_size: pageSize,
      actor: filters.actor,
      action: filters.action,
      target: filters.target,
      start_timestamp: boundOf(filters.start),
      end_timestamp: boundOf(filters.end),
      changes_only: filters.changes,
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
      <PageHeader title={text('nav.audit')} description={text('audit.description')}>
        <RefreshButton onRefresh={list.reload} />
      </PageHeader>
      <AuditFilters query={query} />
      <PagedTable
        resource={auditResource}
        list={list}
        query={query}
        nameOf={({ id }) => String(id)}
        cells={{
          actor: ({ actor, actor_id }) => <Actor id={actor_id} name={actor} />,
          action: ({ action }) => <ActionName action={action} />,
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
        empty={<Blank icon={HistoryIcon} title={text('audit.empty')} />}
      />
    </>
  )
}

/** People have a page; the command line and the gateway itself have none. */
function Actor({ id, name }: { readonly id: number; readonly name: string }) {
  const { text } = useText()
  if (id !== 0) return <TextLink to={subjectPath('user', id)}>{name}</TextLink>
  return <span className="muted">{name === 'system:system' ? text('audit.gateway') : name}</span>
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
