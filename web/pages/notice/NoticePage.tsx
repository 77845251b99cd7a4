import { BellIcon, SyncIcon } from '@primer/octicons-react'
import { IconButton, Label, Select } from '@primer/react'
import type { NoticeJson } from '../../../server/domain/endpoints/notice'
import { canRetryNotice } from '../../../server/domain/notice-retry'
import { noticeResource } from '../../../server/domain/resources/notices'
import { NOTICE_STATE, noticeState, statusName } from '../../../server/domain/status'
import { call } from '../../api/client'
import { refresh, useEndpoint } from '../../api/use-endpoint'
import { Blank } from '../../components/Blank'
import { ClearFilters } from '../../components/ClearFilters'
import { ColumnMenu } from '../../components/ColumnMenu'
import { PageHeader } from '../../components/PageHeader'
import { Pager } from '../../components/Pager'
import { ResourceTable } from '../../components/ResourceTable'
import { Toolbar } from '../../components/Toolbar'
import { useAction } from '../../components/use-action'
import { type ListQuery, useListQuery } from '../../components/use-list-query'
import { useText } from '../../language'

const FILTERS = ['state'] as const
const STATES = Object.keys(NOTICE_STATE) as (keyof typeof NOTICE_STATE)[]
const TONES = {
  waiting: 'secondary',
  sent: 'success',
  failed: 'attention',
  given_up: 'danger',
} as const

/** What was to be told to people, and whether it arrived. */
export default function NoticePage() {
  const { text } = useText()
  const query = useListQuery(FILTERS)
  const { filters, page, pageSize, isFiltered } = query
  const list = useEndpoint('notice.list', {
    query: { p: page, page_size: pageSize, state: filters.state },
  })
  return (
    <>
      <PageHeader title={text('nav.notice')} description={text('notices.description')} />
      <NoticeFilters query={query} />
      <ResourceTable
        resource={noticeResource}
        rows={list.data?.items}
        nameOf={({ title }) => title}
        error={list.error}
        onRetry={list.reload}
        cells={{
          state: ({ state }) => <NoticeState state={state} />,
          way: ({ way }) =>
            way === 'email' || way === 'webhook' ? text(`notices.way_${way}`) : '–',
        }}
        actions={(notice) => canRetryNotice(notice) && <RetryButton notice={notice} />}
        {...(!isFiltered && {
          empty: (
            <Blank
              icon={BellIcon}
              title={text('notices.empty')}
              message={text('notices.empty_text')}
            />
          ),
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

function RetryButton({ notice: { id, title } }: { readonly notice: NoticeJson }) {
  const { text } = useText()
  const { isBusy, run } = useAction()
  const retry = (): Promise<boolean> =>
    run(async () => {
      try {
        await call('notice.retry', { params: { id } })
      } finally {
        await refresh('notice')
      }
    }, text('notices.retried'))
  return (
    <span className="cell-actions">
      <IconButton
        icon={SyncIcon}
        size="small"
        variant="invisible"
        loading={isBusy}
        aria-label={`${text('notices.retry')}: ${title}`}
        onClick={() => void retry()}
      />
    </span>
  )
}

function NoticeState({ state }: { readonly state: string }) {
  const { text } = useText()
  const name = statusName(noticeState, state)
  if (name === undefined) return <Label variant="secondary">{state}</Label>
  return (
    <Label variant={TONES[name]} className="state-label">
      {text(`notices.state_${name}`)}
    </Label>
  )
}

interface NoticeFiltersProps {
  readonly query: ListQuery<(typeof FILTERS)[number]>
}

function NoticeFilters({ query }: NoticeFiltersProps) {
  const { text } = useText()
  const { filters, filter } = query
  return (
    <Toolbar>
      <Select
        aria-label={text('field.notice.state')}
        value={filters.state}
        onChange={({ target }) => filter({ state: target.value })}
      >
        <Select.Option value="">{text('notices.all_states')}</Select.Option>
        {STATES.map((name) => (
          <Select.Option key={name} value={NOTICE_STATE[name]}>
            {text(`notices.state_${name}`)}
          </Select.Option>
        ))}
      </Select>
      <div className="toolbar-end">
        <ClearFilters query={query} />
        <ColumnMenu resource={noticeResource} />
      </div>
    </Toolbar>
  )
}
