import { Label, Select } from '@primer/react'
import type { AnyTokenJson } from '../../../server/domain/endpoints/token'
import { anyTokenResource } from '../../../server/domain/resources/any-tokens'
import { TOKEN_STATUS } from '../../../server/domain/status'
import { useEndpoint } from '../../api/use-endpoint'
import { useFormat } from '../../app/format'
import { useText } from '../../app/language'
import { ListTools } from '../../components/list/ListTools'
import { PagedTable } from '../../components/list/PagedTable'
import { RefreshButton } from '../../components/list/RefreshButton'
import { SearchBox } from '../../components/list/SearchBox'
import { StateChips } from '../../components/list/StateChips'
import { Toolbar } from '../../components/list/Toolbar'
import { useChosen } from '../../components/list/use-chosen'
import { type ListQuery, useListQuery } from '../../components/list/use-list-query'
import { PageHeader } from '../../components/page/PageHeader'
import { namedToken, TokenSwitch } from '../../components/stats/FreezeToken'
import { SpentDay } from '../../components/stats/SpentDay'
import { subjectPath } from '../../components/stats/subject-path'
import { Dash } from '../../components/table/Cell'
import { NameLink } from '../../components/table/NameLink'
import { SORT_FILTERS, sortFrom } from '../../components/table/sort'
import { ShortTime } from '../../components/text/ShortTime'
import { stateText } from '../../components/text/StateLabel'
import { TokenState } from '../../components/text/TokenState'
import { ChosenAnyTokens } from './ChosenAnyTokens'

const FILTERS = ['keyword', 'username', 'token', 'group', 'status', ...SORT_FILTERS] as const
const SORTS = ['id', 'name', 'spent_day', 'used_quota', 'remain_quota', 'accessed_time'] as const

/** Everybody's tokens, what spends most first: where a runaway one is found and stopped. */
export default function AllTokensPage() {
  const { text } = useText()
  const query = useListQuery(FILTERS)
  const { filters, page, pageSize, filter } = query
  const sort = sortFrom(filters, SORTS, { column: 'spent_day', direction: 'desc' })
  const list = useEndpoint('token.list_any', {
    query: {
      p: page,
      page_size: pageSize,
      keyword: filters.keyword,
      username: filters.username,
      token: filters.token,
      group: filters.group,
      status: Number(filters.status) || undefined,
      sort: sort.column,
      order: sort.direction,
    },
  })
  const chosen = useChosen(list.data?.items)
  return (
    <>
      <PageHeader
        title={text('nav.all_tokens')}
        description={text('token.all_description')}
        manual="limits"
      >
        <RefreshButton onRefresh={list.reload} />
      </PageHeader>
      <StateChips
        noun="token"
        titleOf={(status) => stateText('token_status', Number(status), text)}
        chosen={filters.status}
        onChoose={(status) => filter({ status })}
      />
      <TokenFilters query={query} />
      {chosen.rows.length > 0 && <ChosenAnyTokens tokens={chosen.rows} onDone={chosen.clear} />}
      <AllTokensTable
        list={list}
        query={query}
        selection={chosen.selection}
        sort={{ ...sort, columns: SORTS, onSort: filter }}
      />
    </>
  )
}

interface TokenFiltersProps {
  readonly query: ListQuery<(typeof FILTERS)[number]>
}

function TokenFilters({ query }: TokenFiltersProps) {
  const { text } = useText()
  const { filters, filter } = query
  const { data: groups = [] } = useEndpoint('group.list')
  return (
    <Toolbar>
      <SearchBox
        label={text('token.search_name')}
        value={filters.keyword}
        onChange={(keyword) => filter({ keyword })}
      />
      <SearchBox
        label={text('field.log.username')}
        value={filters.username}
        onChange={(username) => filter({ username: username.trim() })}
      />
      <SearchBox
        label={text('token.search_key')}
        value={filters.token}
        onChange={(token) => filter({ token })}
      />
      <Select
        aria-label={text('field.any_token.group')}
        value={filters.group}
        onChange={(event) => filter({ group: event.target.value })}
      >
        <Select.Option value="">{text('channel.all_groups')}</Select.Option>
        {groups.map((group) => (
          <Select.Option key={group} value={group}>
            {group}
          </Select.Option>
        ))}
      </Select>
      <ListTools list="all-tokens" resource={anyTokenResource} query={query} />
    </Toolbar>
  )
}

type TableProps = Pick<
  Parameters<typeof PagedTable<keyof typeof anyTokenResource.columns, AnyTokenJson>>[0],
  'list' | 'query' | 'selection' | 'sort'
>

function AllTokensTable(props: TableProps) {
  const { text } = useText()
  const format = useFormat()
  return (
    <PagedTable
      {...props}
      resource={anyTokenResource}
      nameOf={({ name, username }) => `${name} (${username})`}
      isResting={({ status }) => status !== TOKEN_STATUS.enabled}
      cells={{
        status: (token) => <TokenState token={token} />,
        name: ({ id, name }) => <NameLink to={subjectPath('token', id)} name={name} />,
        username: ({ user_id, username }) => (
          <NameLink to={subjectPath('user', user_id)} name={username} />
        ),
        spent_day: ({ name, username, spent_day }) => (
          <SpentDay credits={spent_day} wish={{ username, token_name: name }} name={name} />
        ),
        accessed_time: ({ accessed_time: at, created_time, used_quota }) =>
          used_quota === 0 && at <= created_time ? (
            <Dash />
          ) : (
            <ShortTime as="moment" seconds={at} />
          ),
        remain_quota: ({ unlimited_quota, remain_quota }) =>
          unlimited_quota ? (
            <Label variant="secondary">{text('ui.unlimited')}</Label>
          ) : (
            <span className="number">{format.quota(remain_quota)}</span>
          ),
      }}
      actions={(token) => <TokenSwitch token={namedToken(token)} status={token.status} />}
    />
  )
}
