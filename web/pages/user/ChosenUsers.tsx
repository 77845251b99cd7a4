import { CheckIcon, NoEntryIcon, PeopleIcon, PlusIcon, TrashIcon } from '@primer/octicons-react'
import { Button } from '@primer/react'
import { useState } from 'react'
import type { UserJson } from '../../../server/domain/endpoints/user'
import { USER_STATUS } from '../../../server/domain/status'
import { useText } from '../../app/language'
import { ChosenBar } from '../../components/list/ChosenBar'
import { AddQuotaDialog } from './AddQuotaDialog'
import { MoveUsersDialog } from './MoveUsersDialog'
import { useMayManage, useUserActs } from './use-user-acts'

interface ChosenUsersProps {
  readonly users: readonly UserJson[]
  readonly onDone: () => void
}

/** What is done to the users that are ticked, as far as the viewer may. */
export function ChosenUsers({ users, onDone }: ChosenUsersProps) {
  const { text } = useText()
  const acts = useUserActs()
  const mayManage = useMayManage()
  const [opened, open] = useState<'group' | 'quota' | undefined>(undefined)
  const own = users.filter(mayManage)
  const active = own.filter(({ status }) => status === USER_STATUS.enabled)
  const frozen = own.filter(({ status }) => status === USER_STATUS.disabled)
  const then = async (done: Promise<boolean>): Promise<void> => {
    if (await done) onDone()
  }
  const choices = [
    { key: 'user.add_quota', icon: PlusIcon, of: own, run: () => open('quota') },
    { key: 'user.move', icon: PeopleIcon, of: own, run: () => open('group') },
    { key: 'user.unfreeze', icon: CheckIcon, of: frozen, run: () => then(acts.unfreeze(frozen)) },
    { key: 'user.freeze', icon: NoEntryIcon, of: active, run: () => then(acts.freeze(active)) },
    { key: 'user.remove', icon: TrashIcon, of: own, run: () => then(acts.remove(own)) },
  ] as const
  const dialog = { users: own, onDone, onClose: () => open(undefined) }
  return (
    <ChosenBar count={users.length} onDone={onDone}>
      {own.length === 0 && <span className="muted">{text('user.nobody_manageable')}</span>}
      {choices
        .filter(({ of }) => of.length > 0)
        .map(({ key, icon, run }) => (
          <Button
            key={key}
            size="small"
            variant={key === 'user.freeze' || key === 'user.remove' ? 'danger' : 'default'}
            leadingVisual={icon}
            disabled={acts.isBusy}
            onClick={() => void run()}
          >
            {text(key)}
          </Button>
        ))}
      {opened === 'quota' && <AddQuotaDialog {...dialog} />}
      {opened === 'group' && <MoveUsersDialog {...dialog} />}
    </ChosenBar>
  )
}
