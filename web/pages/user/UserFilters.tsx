import { Select } from '@primer/react'
import { ROLE } from '../../../server/domain/accounts/roles'
import { userResource } from '../../../server/domain/resources/users'
import { useEndpoint } from '../../api/use-endpoint'
import { useText } from '../../app/language'
import { ListTools } from '../../components/list/ListTools'
import { SearchBox } from '../../components/list/SearchBox'
import { StateChips } from '../../components/list/StateChips'
import { Toolbar } from '../../components/list/Toolbar'
import { stateText } from '../../components/text/StateLabel'
import { DEREGISTERED, type UserQuery } from './use-user-list'

/** What the list of users is narrowed by. */
export function UserFilters({ query }: { readonly query: UserQuery }) {
  const { text } = useText()
  const { filters, filter } = query
  const { data: groups = [] } = useEndpoint('group.list')
  return (
    <>
      <StateChips
        noun="user"
        titleOf={(status) =>
          status === DEREGISTERED
            ? text('user.deregistered')
            : stateText('user_status', Number(status), text)
        }
        chosen={filters.status}
        onChoose={(status) => filter({ status })}
      />
      <Toolbar>
        <SearchBox
          label={text('user.search')}
          isWide
          value={filters.keyword}
          onChange={(keyword) => filter({ keyword })}
        />
        <Select
          aria-label={text('field.user.group')}
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
        <Select
          aria-label={text('field.user.role')}
          value={filters.role}
          onChange={(event) => filter({ role: event.target.value })}
        >
          <Select.Option value="">{text('user.all_roles')}</Select.Option>
          {[ROLE.user, ROLE.admin, ROLE.root].map((role) => (
            <Select.Option key={role} value={String(role)}>
              {stateText('role', role, text)}
            </Select.Option>
          ))}
        </Select>
        <ListTools list="user" resource={userResource} query={query} />
      </Toolbar>
    </>
  )
}
