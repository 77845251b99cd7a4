import { GearIcon, SignOutIcon, TriangleDownIcon } from '@primer/octicons-react'
import { ActionList, ActionMenu, Button } from '@primer/react'
import { useLocation } from 'wouter'
import type { UserJson } from '../../server/domain/endpoints/user'
import { roleName } from '../../server/domain/roles'
import { UserBadge } from '../components/UserBadge'
import { useText } from '../language'
import { hasPage } from '../routes'
import { useSignOut } from './use-sign-out'

export function UserMenu({ user }: { readonly user: UserJson }) {
  const { text } = useText()
  const [, navigate] = useLocation()
  const signOut = useSignOut()
  return (
    <ActionMenu>
      <ActionMenu.Anchor>
        <Button
          className="user-menu"
          variant="invisible"
          trailingVisual={TriangleDownIcon}
          aria-label={`${text('nav.account')}: ${user.username}`}
        >
          <UserBadge name={user.username} />
          <span className="user-menu-name">{user.username}</span>
        </Button>
      </ActionMenu.Anchor>
      <ActionMenu.Overlay width="small">
        <ActionList>
          <ActionList.Group>
            <ActionList.GroupHeading>
              {`${user.display_name || user.username} · ${text(`role.${roleName(user.role)}`)}`}
            </ActionList.GroupHeading>
            {hasPage('/setting') && (
              <ActionList.Item onSelect={() => navigate('/setting')}>
                <ActionList.LeadingVisual>
                  <GearIcon />
                </ActionList.LeadingVisual>
                {text('nav.personal')}
              </ActionList.Item>
            )}
            <ActionList.Item onSelect={() => void signOut()}>
              <ActionList.LeadingVisual>
                <SignOutIcon />
              </ActionList.LeadingVisual>
              {text('nav.sign_out')}
            </ActionList.Item>
          </ActionList.Group>
        </ActionList>
      </ActionMenu.Overlay>
    </ActionMenu>
  )
}
