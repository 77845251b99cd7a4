import { PencilIcon, PlusIcon, ShieldXIcon } from '@primer/octicons-react'
import { isRoot } from '../../../server/domain/accounts/roles'
import type { UserJson } from '../../../server/domain/endpoints/user'
import { call } from '../../api/client'
import { refresh } from '../../api/use-endpoint'
import { useText } from '../../app/language'
import { useViewer } from '../../app/session'
import { useConfirmation } from '../../components/overlay/Confirm'
import { useAction } from '../../components/page/use-action'
import { RowButton } from '../../components/table/RowButton'
import { RowMenu } from '../../components/table/RowMenu'
import { useMayManage, useUserActs } from './use-user-acts'
import { freezeAction, rareActions } from './user-menu'

interface UserActionsProps {
  readonly user: UserJson
  readonly onEdit: (id: number) => void
  readonly onAddQuota: (user: UserJson) => void
}

/** What this viewer may do with a user of the list. */
export function UserActions({ user, onEdit, onAddQuota }: UserActionsProps) {
  const { text } = useText()
  const viewer = useViewer()
  const acts = useUserActs()
  const mayManage = useMayManage()
  if (user.DeletedAt !== null && isRoot(viewer?.role ?? 0)) return <EraseAction user={user} />
  if (!mayManage(user)) return null
  const { id, username } = user
  const menu = { user, acts, text }
  return (
    <span className="cell-actions">
      <RowButton icon={PencilIcon} title="ui.edit" name={username} onClick={() => onEdit(id)} />
      <RowMenu
        name={username}
        actions={[
          { label: text('user.add_quota'), icon: PlusIcon, onSelect: () => onAddQuota(user) },
          freezeAction(menu),
          ...rareActions(menu, viewer?.role ?? 0),
        ]}
      />
    </span>
  )
}

/** Of a user that was removed. */
function EraseAction({ user: { id, username } }: Pick<UserActionsProps, 'user'>) {
  const { text } = useText()
  const confirm = useConfirmation()
  const { isBusy, run } = useAction()
  const erase = async (): Promise<void> => {
    const title = text('user.erase_title', { name: username })
    const question = { title, message: text('user.erase_text'), agree: text('user.erase') }
    if (!(await confirm({ ...question, danger: true }))) return
    await run(async () => {
      await call('user.erase', { params: { id } })
      await refresh('user')
    }, text('ui.done'))
  }
  return (
    <span className="cell-actions">
      <RowButton
        icon={ShieldXIcon}
        title="user.erase"
        name={username}
        isDisabled={isBusy}
        onClick={() => void erase()}
      />
    </span>
  )
}
