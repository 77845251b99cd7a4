import { PlusIcon } from '@primer/octicons-react'
import { Button, Label, LinkButton } from '@primer/react'
import { useState } from 'react'
import { Link } from 'wouter'
import { ROLE } from '../../../server/domain/accounts/roles'
import type { ListedUserJson, UserJson } from '../../../server/domain/endpoints/user'
import { userResource } from '../../../server/domain/resources/users'
import { USER_STATUS } from '../../../server/domain/status'
import { useEndpoint } from '../../api/use-endpoint'
import { useText } from '../../app/language'
import { lateDialog } from '../../components/late/Late'
import { PagedTable } from '../../components/list/PagedTable'
import { RefreshButton } from '../../components/list/RefreshButton'
import { useAddressed, useAddressedRow } from '../../components/list/use-addressed'
import { useChosen } from '../../components/list/use-chosen'
import { PageHeader } from '../../components/page/PageHeader'
import { SpentDay } from '../../components/stats/SpentDay'
import { subjectPath } from '../../components/stats/subject-path'
import { Dash } from '../../components/table/Cell'
import { NameLink } from '../../components/table/NameLink'
import { StateLabel } from '../../components/text/StateLabel'
import { TextLink } from '../../components/text/TextLink'
import { UserBadge } from '../../components/text/UserBadge'
import { AddQuotaDialog } from './AddQuotaDialog'
import { ChosenUsers } from './ChosenUsers'
import { UserActions } from './UserActions'
import { UserFilters } from './UserFilters'
import { USER_SORTS, useUserList } from './use-user-list'
import './user.css'

const EditUserDrawer = lateDialog(async () => (await import('./EditUserDrawer')).EditUserDrawer)
const NewUserDrawer = lateDialog(async () => (await import('./NewUserDrawer')).NewUserDrawer)

export default function UserPage() {
  const { text } = useText()
  const { query, list, sort } = useUserList()
  const chosen = useChosen(list.data?.items)
  const [credited, credit] = useState<UserJson | undefined>(undefined)
  const addressed = useAddressed('/user', '/edit')
  const shown = useEndpoint(
    'user.show',
    { params: { id: addressed.id ?? 0 } },
    { skip: addressed.id === undefined },
  )
  const edited = useAddressedRow(addressed, shown)
  return (
    <>
      <PageHeader title={text('nav.user')} description={text('user.description')} manual="limits">
        <RefreshButton onRefresh={list.reload} />
        <LinkButton as={Link} href="/organisation">
          {text('nav.organisation')}
        </LinkButton>
        <Button variant="primary" leadingVisual={PlusIcon} onClick={addressed.add}>
          {text('user.add')}
        </Button>
      </PageHeader>
      <UserFilters query={query} />
      {chosen.rows.length > 0 && <ChosenUsers users={chosen.rows} onDone={chosen.clear} />}
      <UserTable
        list={list}
        query={query}
        selection={chosen.selection}
        sort={{ ...sort, columns: USER_SORTS, onSort: query.filter }}
        actions={(user) => <UserActions user={user} onEdit={addressed.edit} onAddQuota={credit} />}
      />
      {addressed.isNew && <NewUserDrawer onClose={addressed.close} />}
      {edited && <EditUserDrawer key={edited.id} user={edited} onClose={addressed.close} />}
      {credited && <AddQuotaDialog users={[credited]} onClose={() => credit(undefined)} />}
    </>
  )
}

type TableProps = Pick<
  Parameters<typeof PagedTable<keyof typeof userResource.columns, ListedUserJson>>[0],
  'list' | 'query' | 'selection' | 'sort' | 'actions'
>

function UserTable(props: TableProps) {
  return (
    <PagedTable
      {...props}
      resource={userResource}
      nameOf={({ username }) => username}
      isResting={({ status, DeletedAt }) => status !== USER_STATUS.enabled || DeletedAt !== null}
      cells={{
        username: (user) => <UserName user={user} />,
        spent_day: ({ username, spent_day }) => (
          <SpentDay credits={spent_day} wish={{ username }} name={username} />
        ),
        // Most have invited nobody: a column of zeros says less than one of dashes.
        aff_count: ({ aff_count }) => (aff_count === 0 ? <Dash /> : undefined),
        aff_history_quota: ({ aff_history_quota: quota }) => (quota === 0 ? <Dash /> : undefined),
        inviter_id: ({ inviter_id: id }) =>
          id === 0 ? undefined : <TextLink to={subjectPath('user', id)}>{`#${id}`}</TextLink>,
        role: ({ role }) =>
          role === ROLE.user ? (
            <span className="wide-only">
              <StateLabel kind="role" value={role} />
            </span>
          ) : undefined,
        status: ({ status, DeletedAt, banned_reason }) =>
          DeletedAt === null ? (
            <span title={banned_reason}>
              <StateLabel kind="user_status" value={status} />
            </span>
          ) : (
            <Left />
          ),
      }}
    />
  )
}

function Left() {
  const { text } = useText()
  return (
    <Label variant="danger" className="state-label">
      {text('user.deregistered')}
    </Label>
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
        {isOther && <small className="muted">{display_name}</small>}
      </span>
    </span>
  )
}
