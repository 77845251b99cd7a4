import {
  ArrowDownIcon,
  ArrowUpIcon,
  CheckIcon,
  NoEntryIcon,
  ShieldXIcon,
  SignOutIcon,
  TrashIcon,
} from '@primer/octicons-react'
import { mayGrant, ROLE } from '../../../server/domain/accounts/roles'
import type { UserJson } from '../../../server/domain/endpoints/user'
import { USER_STATUS } from '../../../server/domain/status'
import type { Text } from '../../app/language'
import type { RowAction } from '../../components/table/RowMenu'
import type { UserActs } from './use-user-acts'

interface MenuOf {
  readonly user: UserJson
  readonly acts: UserActs
  readonly text: Text
}

/** Freezes a user, or lets go on one who is frozen. */
export function freezeAction({ user, acts, text }: MenuOf): RowAction {
  if (user.status === USER_STATUS.enabled) {
    return {
      label: text('user.freeze'),
      icon: NoEntryIcon,
      onSelect: () => void acts.freeze([user]),
    }
  }
  return {
    label: text('user.unfreeze'),
    icon: CheckIcon,
    onSelect: () => void acts.unfreeze([user]),
    refusal: user.status === USER_STATUS.disabled ? undefined : text('user.status_unknown'),
  }
}

/** What is not done every day. */
export function rareActions(menu: MenuOf, viewerRole: number): readonly RowAction[] {
  const { user, acts, text } = menu
  const isUser = user.role === ROLE.user
  return [
    ...(mayGrant(viewerRole, ROLE.admin)
      ? [
          {
            label: text(isUser ? 'user.promote' : 'user.demote'),
            icon: isUser ? ArrowUpIcon : ArrowDownIcon,
            onSelect: () => void acts.changeRole(user, isUser ? 'promote' : 'demote'),
          },
        ]
      : []),
    { label: text('user.sign_out'), icon: SignOutIcon, onSelect: () => void acts.signOut(user) },
    {
      label: text('user.reset_factor'),
      icon: ShieldXIcon,
      onSelect: () => void acts.resetFactor(user),
    },
    {
      label: text('user.remove'),
      icon: TrashIcon,
      isDanger: true,
      onSelect: () => void acts.remove([user]),
    },
  ]
}
