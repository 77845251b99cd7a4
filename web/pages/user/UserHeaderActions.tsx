import { KebabHorizontalIcon, PencilIcon, PlusIcon } from '@primer/octicons-react'
import { Button, IconButton } from '@primer/react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { UserJson } from '../../../server/domain/endpoints/user'
import { USER_STATUS } from '../../../server/domain/status'
import { useText } from '../../app/language'
import { useViewer } from '../../app/session'
import { lateDialog } from '../../components/late/Late'
import { Menu } from '../../components/overlay/Menu'
import { type UserActs, useUserActs } from './use-user-acts'
import { freezeAction, rareActions } from './user-menu'

const EditUserDrawer = lateDialog(async () => (await import('./EditUserDrawer')).EditUserDrawer)
const AddQuotaDialog = lateDialog(async () => (await import('./AddQuotaDialog')).AddQuotaDialog)

/** What can be done with the user of a page. */
export function UserHeaderActions({ user }: { readonly user: UserJson }) {
  const { text } = useText()
  const viewer = useViewer()
  const [, navigate] = useLocation()
  const able = useUserActs()
  const acts: UserActs = {
    ...able,
    // A deleted user has no page.
    remove: async (users) => {
      const isDone = await able.remove(users)
      if (isDone) navigate('/user')
      return isDone
    },
  }
  const [opened, open] = useState<'edit' | 'quota' | undefined>(undefined)
  const menu = { user, acts, text }
  const freeze = freezeAction(menu)
  const close = () => open(undefined)
  return (
    <div className="user-acts">
      <Button leadingVisual={PencilIcon} onClick={() => open('edit')}>
        {text('ui.edit')}
      </Button>
      <Button leadingVisual={PlusIcon} onClick={() => open('quota')}>
        {text('user.add_quota')}
      </Button>
      <Button
        variant={user.status === USER_STATUS.enabled ? 'danger' : 'default'}
        leadingVisual={freeze.icon}
        loading={acts.isBusy}
        disabled={freeze.refusal !== undefined}
        title={freeze.refusal}
        onClick={freeze.onSelect}
      >
        {freeze.label}
      </Button>
      <Menu
        anchor={
          <IconButton
            icon={KebabHorizontalIcon}
            aria-label={`${text('ui.more')}: ${user.username}`}
          />
        }
        align="end"
        sections={[rareActions(menu, viewer?.role ?? 0)]}
      />
      {opened === 'edit' && <EditUserDrawer user={user} onClose={close} />}
      {opened === 'quota' && <AddQuotaDialog users={[user]} onClose={close} />}
    </div>
  )
}
