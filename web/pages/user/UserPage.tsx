import { PlusIcon } from '@primer/octicons-react'
import { Button, Label, Select } from '@primer/react'
import { useState } from 'react'
import type { DataOf } from '../../../server/domain/api-calls/contract'
import type { UserJson } from '../../../server/domain/endpoints/user'
import { userResource } from '../../../server/domain/resources/users'
import { USER_STATUS } from '../../../server/domain/status'
import { type Loaded, useEndpoint } from '../../api/use-endpoint'
import { ListTools } from '../../components/ListTools'
import { NameLink } from '../../components/NameLink'
import { PageHeader } from '../../components/PageHeader'
import { Pager } from '../../components/Pager'
import { RefreshButton } from '../../components/RefreshButton'
import { ResourceTable, type Selection, type TableSort } from '../../components/ResourceTable'
import { SearchBox } from '../../components/SearchBox'
import { StateChips } from '../../components/StateChips'
import { StateLabel, stateText } from '../../components/StateLabel'
import { SORT_FILTERS, sortFrom } from '../../components/sort'
import { subjectPath } from '../../components/stats/subject-path'
import { TextLink } from '../../components/TextLink'
import { Toolbar } from '../../components/Toolbar'
import { UserBadge } from '../../components/UserBadge'
import { useAddressed, useAddressedRow } from '../../components/use-addressed'
import { type ListQuery, useListQuery } from '../../components/use-list-query'
import { useText } from '../../language'
import { ChosenUsers } from './ChosenUsers'
import { EditUserDrawer } from './EditUserDrawer'
import { NewUserDrawer } from './NewUserDrawer'
import { UserActions } from './UserActions'
import './user.css'

const FILTERS = ['keyword', 'group', 'status', ...SORT_FILTERS] as const
const SORTS = ['id', 'username', 'quota', 'used_quota', 'request_count'] as const

export default function UserPage() {
  const { text } = useText()
  const query = useListQuery(FILTERS)
  const { filters, page, pageSize } = query
  const { list, sort } = useUserList(query)
  const [chosen, choose] = useState<ReadonlySet<number>>(new Set())
  const { data: groups = [] } = useEndpoint('group.list')
  const addressed = useAddressed('/user', '/edit')
  const shown = useEndpoint(
    'user.show',
    { params: { id: addressed.id ?? 0 } },
    { skip: addressed.id === undefined },
  )
  const edited = useAddressedRow(addressed, shown)
  return (
    <>
      <PageHeader title={text('nav.user')} description={text('user.description')}>
        <RefreshButton onRefresh={list.reload} />
        <Button variant="primary" leadingVisual={PlusIcon} onClick={addressed.add}>
          {text('user.add')}
        </Button>
      </PageHeader>
      <StateChips
        noun="user"
        titleOf={(status) => stateText('user_status', Number(status), text)}
        chosen={filters.status}
        onChoose={(status) => query.filter({ status })}
      />
      <Toolbar>
        <SearchBox
          label={text('user.search')}
          isWide
          value={filters.keyword}
          onChange={(keyword) => query.filter({ keyword })}
        />
        <Select
          aria-label={text('field.user.group')}
          value={filters.group}
          onChange={(event) => query.filter({ group: event.target.value })}
        >
          <Select.Option value="">{text('channel.all_groups')}</Select.Option>
          {groups.map((group) => (
            <Select.Option key={group} value={group}>
              {group}
            </Select.Option>
          ))}
        </Select>
        <ListTools list="user" resource={userResource} query={query} />
      </Toolbar>
      {chosen.size > 0 && <ChosenUsers ids={chosen} onDone={() => choose(new Set())} />}
      <UserTable
        selection={{ ids: chosen, onChange: choose }}
        list={list}
        sort={{ ...sort, columns: SORTS, onSort: query.filter }}
        onEdit={addressed.edit}
      />
      <Pager
        page={page}
        pageSize={pageSize}
        total={list.data?.total ?? 0}
        onPage={query.turnTo}
        onPageSize={query.resize}
      />
      {addressed.isNew && <NewUserDrawer onClose={addressed.close} />}
      {edited && <EditUserDrawer key={edited.id} user={edited} onClose={addressed.close} />}
    </>
  )
}

/** What the address asks for. */
function useUserList(query: ListQuery<(typeof FILTERS)[number]>) {
  const { filters, page, pageSize, isFiltered } = query
  const window = { p: page, page_size: pageSize }
  const sort = sortFrom(filters, SORTS, undefined)
  const all = useEndpoint('user.list', { query: window }, { skip: isFiltered })
  const found = useEndpoint(
    'user.search',
    {
      query: {
        ...window,
        keyword: filters.keyword,
        group: filters.group,
        status: Number(filters.status) || undefined,
        sort: sort?.column,
        order: sort?.direction,
      },
    },
    { skip: !isFiltered },
  )
  const list = isFiltered ? found : all
  return { list, sort }
}

interface UserTableProps {
  readonly list: Loaded<DataOf<'user.list'>>
  readonly sort: TableSort
  readonly selection: Selection
  readonly onEdit: (id: number) => void
}

function UserTable({ list, sort, selection, onEdit }: UserTableProps) {
  const { text } = useText()
  return (
    <ResourceTable
      resource={userResource}
      rows={list.data?.items}
      nameOf={({ username }) => username}
      sort={sort}
      selection={selection}
      error={list.error}
      onRetry={list.reload}
      isResting={({ status, DeletedAt }) => status !== USER_STATUS.enabled || DeletedAt !== null}
      cells={{
        username: (user) => <UserName user={user} />,
        inviter_id: ({ inviter_id: id }) =>
          id === 0 ? undefined : <TextLink to={subjectPath('user', id)}>{`#${id}`}</TextLink>,
        status: ({ status, DeletedAt }) =>
          DeletedAt === null ? (
            <StateLabel kind="user_status" value={status} />
          ) : (
            <Label variant="danger">{text('user.deregistered')}</Label>
          ),
      }}
      actions={(user) => <UserActions user={user} onEdit={onEdit} />}
    />
  )
}

function UserName({ user }: { readonly user: UserJson }) {
  const { username, display_name } = user
  const isOther = display_name !== '' && display_name !== username
  return (
    <span className="user-name">
      <UserBadge name={username} />
      <span>
        <NameLink to={subjectPath('user', user.id)} name={username} />
        {isOther && <span className="muted"> {display_name}</span>}
      </span>
    </span>
  )
}
