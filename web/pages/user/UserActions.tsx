import {
  ArrowDownIcon,
  ArrowUpIcon,
  CheckIcon,
  NoEntryIcon,
  PencilIcon,
  TrashIcon,
} from '@primer/octicons-react'
import { IconButton } from '@primer/react'
import type { UserJson } from '../../../server/domain/endpoints/user'
import type { TextKey } from '../../../server/domain/i18n/translate'
import { mayGrant, mayManage, ROLE } from '../../../server/domain/roles'
import { USER_STATUS } from '../../../server/domain/status'
import { call } from '../../api/client'
import { refresh } from '../../api/use-endpoint'
import { type RowAction, RowMenu } from '../../components/RowMenu'
import { useAction } from '../../components/use-action'
import { useText } from '../../language'
import { useViewer } from '../../session'
import { useConfirmation } from '../../shell/Confirm'

interface UserActionsProps {
  readonly user: UserJson
  readonly onEdit: (id: number) => void
}

/** What this viewer may do with a user; nothing with equals, superiors and the deregistered. */
export function UserActions({ user, onEdit }: UserActionsProps) {
  const { text } = useText()
  const viewer = useViewer()
  const confirm = useConfirmation()
  const { run } = useAction()
  const { id, username, role, status } = user
  const actorRole = viewer?.role ?? 0
  if (user.DeletedAt !== null || !mayManage(actorRole, role)) return null
  const order = async (action: string, question?: TextKey): Promise<void> => {
    if (question !== undefined) {
      const title = text(question, { name: username })
      if (!(await confirm({ title, agree: text('ui.confirm'), danger: true }))) return
    }
    await run(async () => {
      await call('user.manage', { body: { id, action } })
      await refresh('user')
    }, text('ui.done'))
  }
  const remove = async (): Promise<void> => {
    const title = text('user.remove_title', { name: username })
    const message = text('user.remove_text')
    if (await confirm({ title, message, agree: text('user.remove'), danger: true })) {
      await order('delete')
    }
  }
  const isActive = status === USER_STATUS.enabled
  const actions: readonly RowAction[] = [
    ...(mayGrant(actorRole, ROLE.admin) ? [roleChange(role, text, order)] : []),
    isActive
      ? {
          label: text('user.ban'),
          icon: NoEntryIcon,
          onSelect: () => void order('disable', 'user.ban_title'),
        }
      : {
          label: text('ui.enable'),
          icon: CheckIcon,
          onSelect: () => void order('enable'),
          refusal: status === USER_STATUS.disabled ? undefined : text('user.status_unknown'),
        },
    {
      label: text('user.remove'),
      icon: TrashIcon,
      isDanger: true,
      onSelect: () => void remove(),
    },
  ]
  return (
    <span className="cell-actions">
      <IconButton
        icon={PencilIcon}
        size="small"
        variant="invisible"
        aria-label={`${text('ui.edit')}: ${username}`}
        onClick={() => onEdit(id)}
      />
      <RowMenu name={username} actions={actions} />
    </span>
  )
}

function roleChange(
  role: number,
  text: (key: TextKey) => string,
  order: (action: string, question: TextKey) => Promise<void>,
): RowAction {
  return role === ROLE.user
    ? {
        label: text('user.promote'),
        icon: ArrowUpIcon,
        onSelect: () => void order('promote', 'user.promote_title'),
      }
    : {
        label: text('user.demote'),
        icon: ArrowDownIcon,
        onSelect: () => void order('demote', 'user.demote_title'),
      }
}
