import { BellIcon, SyncIcon } from '@primer/octicons-react'
import { IconButton, Label } from '@primer/react'
import type { NoticeJson } from '../../../server/domain/endpoints/notice'
import { canRetryNotice } from '../../../server/domain/notice-retry'
import { noticeResource } from '../../../server/domain/resources/notices'
import { noticeState, statusName } from '../../../server/domain/status'
import { call } from '../../api/client'
import { refresh, useEndpoint } from '../../api/use-endpoint'
import { Blank } from '../../components/Blank'
import { ListTools } from '../../components/ListTools'
import { PagedTable } from '../../components/PagedTable'
import { PageHeader } from '../../components/PageHeader'
import { RefreshButton } from '../../components/RefreshButton'
import { StateChips } from '../../components/StateChips'
import { Toolbar } from '../../components/Toolbar'
import { useAction } from '../../components/use-action'
import { useListQuery } from '../../components/use-list-query'
import { type Text, useText } from '../../language'

const FILTERS = ['state'] as const
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
  const { filters, page, pageSize } = query
  const list = useEndpoint('notice.list', {
    query: { p: page, page_size: pageSize, state: filters.state },
  })
  return (
    <>
      <PageHeader title={text('nav.notice')} description={text('notices.description')}>
        <RefreshButton onRefresh={list.reload} />
      </PageHeader>
      <Toolbar>
        <StateChips
          noun="notice"
          titleOf={(state) => stateWords(state, text)}
          chosen={filters.state}
          onChoose={(state) => query.filter({ state })}
        />
        <ListTools list="notice" resource={noticeResource} query={query} />
      </Toolbar>
      <PagedTable
        resource={noticeResource}
        list={list}
        query={query}
        nameOf={({ title }) => title}
        cells={{
          state: ({ state }) => <NoticeState state={state} />,
          way: ({ way }) =>
            way === 'email' || way === 'webhook' ? text(`notices.way_${way}`) : '–',
        }}
        actions={(notice) => canRetryNotice(notice) && <RetryButton notice={notice} />}
        empty={
          <Blank
            icon={BellIcon}
            title={text('notices.empty')}
            message={text('notices.empty_text')}
          />
        }
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
  return (
    <Label variant={name === undefined ? 'secondary' : TONES[name]} className="state-label">
      {stateWords(state, text)}
    </Label>
  )
}

function stateWords(state: string, text: Text): string {
  const name = statusName(noticeState, state)
  return name === undefined ? state : text(`notices.state_${name}`)
}
