/** Roles that root makes: sets of scopes for some of the users or administrators. */

import { PencilIcon, PersonAddIcon, PlusIcon, TrashIcon } from '@primer/octicons-react'
import { Button } from '@primer/react'
import { useState } from 'react'
import { isAdmin } from '../../../server/domain/accounts/roles'
import { call } from '../../api/client'
import { useEndpoint } from '../../api/use-endpoint'
import { useFormat } from '../../app/format'
import { useText } from '../../app/language'
import { ScopeList } from '../../components/access/ScopeList'
import { lateDialog } from '../../components/late/Late'
import { useConfirmation } from '../../components/overlay/Confirm'
import { Blank } from '../../components/page/Blank'
import { PageHeader } from '../../components/page/PageHeader'
import { useAction } from '../../components/page/use-action'
import { WholeList } from '../../components/page/WholeList'
import { PlainTable } from '../../components/table/PlainTable'
import { RowButton } from '../../components/table/RowButton'
import type { RoleDialogState, RoleJson } from './role-dialog'

const RoleDialogs = lateDialog(async () => (await import('./RoleDialogs')).RoleDialogs)

export default function RolePage() {
  const { text } = useText()
  const read = useEndpoint('role.list')
  const { reload } = read
  const [dialog, open] = useState<RoleDialogState | undefined>(undefined)
  return (
    <>
      <PageHeader
        title={text('nav.role')}
        description={text('roles.description')}
        manual="security"
      >
        <Button
          variant="primary"
          leadingVisual={PlusIcon}
          onClick={() => open({ kind: 'edit', role: undefined })}
        >
          {text('roles.new')}
        </Button>
      </PageHeader>
      <WholeList
        read={read}
        blank={
          <Blank
            icon={PersonAddIcon}
            title={text('roles.none')}
            message={text('roles.none_hint')}
          />
        }
      >
        {(roles) => <Roles roles={roles} onOpen={open} onGone={reload} />}
      </WholeList>
      {dialog !== undefined && (
        <RoleDialogs
          dialog={dialog}
          onChanged={() => void reload()}
          onClose={() => open(undefined)}
        />
      )}
    </>
  )
}

interface RolesProps {
  readonly roles: readonly RoleJson[]
  readonly onOpen: (dialog: RoleDialogState) => void
  readonly onGone: () => Promise<unknown>
}

function Roles({ roles, onOpen, onGone }: RolesProps) {
  const { text } = useText()
  const { number } = useFormat()
  const heads = [text('roles.base'), text('roles.users'), text('scope.title')] as const
  return (
    <PlainTable titles={[text('roles.name'), ...heads]} hasActions>
      {roles.map((role) => (
        <tr key={role.id}>
          <td>
            <strong>{role.name}</strong>
          </td>
          <td data-label={heads[0]}>
            {text(isAdmin(role.base) ? 'choice.admin' : 'roles.ordinary')}
          </td>
          <td data-label={heads[1]}>{number(role.users)}</td>
          <td data-label={heads[2]}>
            <ScopeList scopes={role.scopes} />
          </td>
          <td>
            <RoleActs role={role} onOpen={onOpen} onGone={onGone} />
          </td>
        </tr>
      ))}
    </PlainTable>
  )
}

interface RoleActsProps extends Pick<RolesProps, 'onOpen' | 'onGone'> {
  readonly role: RoleJson
}

function RoleActs({ role, onOpen, onGone }: RoleActsProps) {
  const { text } = useText()
  const confirm = useConfirmation()
  const { isBusy, run } = useAction()
  const { id, name } = role
  const remove = async (): Promise<void> => {
    const title = text('roles.remove_title', { name })
    if (!(await confirm({ title, agree: text('ui.remove'), danger: true }))) return
    await run(() => call('role.remove', { params: { id } }).finally(onGone), text('ui.done'))
  }
  return (
    <span className="cell-actions">
      <RowButton
        icon={PersonAddIcon}
        title="roles.assign"
        name={name}
        onClick={() => onOpen({ kind: 'assign', role })}
      />
      <RowButton
        icon={PencilIcon}
        title="ui.edit"
        name={name}
        onClick={() => onOpen({ kind: 'edit', role })}
      />
      <RowButton
        icon={TrashIcon}
        title="ui.remove"
        name={name}
        isDisabled={isBusy}
        onClick={() => void remove()}
      />
    </span>
  )
}
