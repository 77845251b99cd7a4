import { ChevronDownIcon, ChevronUpIcon, HistoryIcon } from '@primer/octicons-react'
import { IconButton } from '@primer/react'
import { useState } from 'react'
import { AUDIT_SORTS, auditResource } from '../../../server/domain/resources/audit'
import { call } from '../../api/client'
import { useEndpoint } from '../../api/use-endpoint'
import { useText } from '../../app/language'
import { ActionName } from '../../components/audit/ActionName'
import { AuditFacts } from '../../components/audit/AuditFacts'
import { ExportButton } from '../../components/list/ExportButton'
import { useListSpan } from '../../components/list/ListRange'
import { PagedTable } from '../../components/list/PagedTable'
import { RefreshButton } from '../../components/list/RefreshButton'
import { useChosen } from '../../components/list/use-chosen'
import { useListQuery } from '../../components/list/use-list-query'
import { Blank } from '../../components/page/Blank'
import { PageHeader } from '../../components/page/PageHeader'
import { subjectPath } from '../../components/stats/subject-path'
import { sortFrom } from '../../components/table/sort'
import { TextLink } from '../../components/text/TextLink'
import { AUDIT_FILTERS, AuditFilters, AuditKinds, kindOf } from './AuditFilters'
import { AUDIT_COLUMNS, ChosenEntries } from './ChosenEntries'
import { targetParts } from './target-path'
import { VerifyButton } from './VerifyButton'

const NEWEST = { column: 'created_at', direction: 'desc' } as const
const PHONE = {
  action: 'lead',
  target: 'plain',
  actor: 'plain',
  created_at: 'plain',
  ip: 'plain',
} as const

export default function AuditPage() {
  const { text } = useText()
  const query = useListQuery(AUDIT_FILTERS)
  const { filters, page, pageSize, filter } = query
  const span = useListSpan(filters, 'all')
  const sort = sortFrom(filters, AUDIT_SORTS, NEWEST)
  const { actor, action, target } = filters
  const wanted = {
    ...{ actor, action, target, kind: kindOf(filters.show) },
    start_timestamp: span.from,
    end_timestamp: span.to,
    sort: sort.column,
    order: sort.direction,
  }
  const list = useEndpoint('audit.list', { query: { ...wanted, p: page, page_size: pageSize } })
  const chosen = useChosen(list.data?.items)
  const { open, toggle } = useUnfolded()
  return (
    <>
      <PageHeader
        title={text('nav.audit')}
        description={text('audit.description')}
        manual="security"
      >
        <VerifyButton />
        <RefreshButton onRefresh={list.reload} />
        <ExportButton
          name="audit"
          columns={AUDIT_COLUMNS}
          read={async (at) => (await call('audit.list', { query: { ...wanted, ...at } })).data}
        />
      </PageHeader>
      <AuditKinds query={query} counts={list.data} />
      <AuditFilters query={query} span={span} />
      <ChosenEntries rows={chosen.rows} onDone={chosen.clear} />
      <PagedTable
        resource={auditResource}
        list={list}
        query={query}
        nameOf={(entry) => `${entry.action} ${entry.target}`}
        selection={chosen.selection}
        sort={{ ...sort, columns: AUDIT_SORTS, onSort: filter }}
        cells={{
          actor: (entry) => <Actor id={entry.actor_id} name={entry.actor} />,
          action: (entry) => <ActionName action={entry.action} />,
          target: (entry) => <Target target={entry.target} />,
        }}
        phone={PHONE}
        actions={(entry) => (
          <IconButton
            icon={open.has(entry.id) ? ChevronUpIcon : ChevronDownIcon}
            size="small"
            variant="invisible"
            aria-expanded={open.has(entry.id)}
            aria-label={text('audit.details', { name: `${entry.action} ${entry.target}` })}
            onClick={() => toggle(entry.id)}
          />
        )}
        details={(entry) => (open.has(entry.id) ? <AuditFacts entry={entry} /> : null)}
        empty={<Blank icon={HistoryIcon} title={text('audit.empty')} />}
      />
    </>
  )
}

/** Entries that show what changed. */
function useUnfolded() {
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set())
  const toggle = (id: number): void => {
    const next = new Set(open)
    if (!next.delete(id)) next.add(id)
    setOpen(next)
  }
  return { open, toggle }
}

/** People have a page; the command line and the gateway itself have none. */
function Actor({ id, name }: { readonly id: number; readonly name: string }) {
  const { text } = useText()
  if (id !== 0) return <TextLink to={subjectPath('user', id)}>{name}</TextLink>
  return <span className="muted">{name === 'system:system' ? text('audit.gateway') : name}</span>
}

/** What has a page leads to it; of several each one does. */
function Target({ target }: { readonly target: string }) {
  return (
    <span className="mono audit-target">
      {targetParts(target).map(({ words, path }) =>
        path === undefined ? (
          words
        ) : (
          <TextLink key={words} to={path}>
            {words}
          </TextLink>
        ),
      )}
    </span>
  )
}
