import { BellIcon } from '@primer/octicons-react'
import { Label } from '@primer/react'
import { isNoticeService } from '../../../server/domain/notices/service-ids'
import { NOTICE_SORTS, noticeResource } from '../../../server/domain/resources/notices'
import { NOTICE_STATE, noticeState, statusName } from '../../../server/domain/status'
import { useEndpoint } from '../../api/use-endpoint'
import { type Text, useText } from '../../app/language'
import { LongText } from '../../components/job/LongText'
import { ListTools } from '../../components/list/ListTools'
import { PagedTable } from '../../components/list/PagedTable'
import { RefreshButton } from '../../components/list/RefreshButton'
import { SearchBox } from '../../components/list/SearchBox'
import { StateChips } from '../../components/list/StateChips'
import { Toolbar } from '../../components/list/Toolbar'
import { useChosen } from '../../components/list/use-chosen'
import { type ListQuery, useListQuery } from '../../components/list/use-list-query'
import { Blank } from '../../components/page/Blank'
import { PageHeader } from '../../components/page/PageHeader'
import { subjectPath } from '../../components/stats/subject-path'
import { NameLink } from '../../components/table/NameLink'
import { SORT_FILTERS, sortFrom } from '../../components/table/sort'
import { ofUser } from '../order/of-user'
import { ChosenNotices } from './ChosenNotices'
import { NoticeActions } from './NoticeActions'

const FILTERS = ['state', 'user', ...SORT_FILTERS] as const
const NEWEST = { column: 'created_at', direction: 'desc' } as const
const TONES = {
  waiting: 'secondary',
  sent: 'success',
  failed: 'attention',
  given_up: 'danger',
  dismissed: 'secondary',
} as const

const PHONE = {
  title: 'lead',
  state: 'side',
  username: 'plain',
  way: 'plain',
  created_at: 'plain',
  failure: 'line',
} as const

/** What needs somebody comes first. */
const { failed, given_up, waiting, sent, dismissed } = NOTICE_STATE
const IN_ORDER = [given_up, failed, waiting, sent, dismissed]

/** Notices to people, and whether they were delivered. */
export default function NoticePage() {
  const { text } = useText()
  const query = useListQuery(FILTERS)
  const { filters, page, pageSize, filter } = query
  const sort = sortFrom(filters, NOTICE_SORTS, NEWEST)
  const list = useEndpoint('notice.list', {
    query: {
      p: page,
      page_size: pageSize,
      state: filters.state,
      ...ofUser(filters.user),
      sort: sort.column,
      order: sort.direction,
    },
  })
  const chosen = useChosen(list.data?.items)
  return (
    <>
      <PageHeader
        title={text('nav.notice')}
        description={text('notices.description')}
        manual="operate"
      >
        <RefreshButton onRefresh={list.reload} />
      </PageHeader>
      <NoticeFilters query={query} />
      <ChosenNotices rows={chosen.rows} onDone={chosen.clear} />
      <PagedTable
        resource={noticeResource}
        list={list}
        query={query}
        nameOf={({ title }) => title}
        selection={chosen.selection}
        sort={{ ...sort, columns: NOTICE_SORTS, onSort: filter }}
        isResting={({ state }) => state === dismissed}
        cells={{
          username: ({ user_id, username, contact_point }) =>
            contact_point === '' ? (
              <NameLink to={subjectPath('user', user_id)} name={username || `#${user_id}`} />
            ) : (
              contact_point
            ),
          state: ({ state }) => <NoticeState state={state} />,
          way: ({ way }) => (isNoticeService(way) ? text(`notices.way_${way}`) : undefined),
          failure: ({ failure }) =>
            failure === '' ? undefined : (
              <LongText title={text('field.notice.failure')} content={failure} isFailure />
            ),
        }}
        phone={PHONE}
        actions={(notice) => <NoticeActions notice={notice} />}
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

interface NoticeFiltersProps {
  readonly query: ListQuery<(typeof FILTERS)[number]>
}

function NoticeFilters({ query }: NoticeFiltersProps) {
  const { text } = useText()
  const { filters, filter } = query
  return (
    <>
      <StateChips
        noun="notice"
        titleOf={(state) => stateWords(state, text)}
        inOrder={IN_ORDER}
        chosen={filters.state}
        onChoose={(state) => filter({ state })}
      />
      <Toolbar>
        <SearchBox
          label={text('order.search_user')}
          isWide
          value={filters.user}
          onChange={(user) => filter({ user: user.trim() })}
        />
        <ListTools list="notice" resource={noticeResource} query={query} />
      </Toolbar>
    </>
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
