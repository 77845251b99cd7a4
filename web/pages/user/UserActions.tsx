import { PencilIcon, PlusIcon } from '@primer/octicons-react'
import { IconButton } from '@primer/react'
import type { UserJson } from '../../../server/domain/endpoints/user'
import { useText } from '../../app/language'
import { useViewer } from '../../app/session'
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
  if (!mayManage(user)) return null
  const { id, username } = user
  const menu = { user, acts, text }
  return (
    <span className="cell-actions">
      <IconButton
        icon={PencilIcon}
        size="small"
        variant="invisible"
        aria-label={`${text('ui.edit')}: ${username}`}
        onClick={() => onEdit(id)}
      />
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
