import { GearIcon, SignOutIcon, TriangleDownIcon } from '@primer/octicons-react'
import { Button } from '@primer/react'
import { useLocation } from 'wouter'
import { roleName } from '../../server/domain/accounts/roles'
import type { UserJson } from '../../server/domain/endpoints/user'
import { useText } from '../app/language'
import { actFor, actingFor } from '../app/session'
import { Menu } from '../components/overlay/Menu'
import { useSignOut } from '../components/sign-in/use-sign-out'
import { UserBadge } from '../components/text/UserBadge'
import { hasPage } from '../routes'

export function UserMenu({ user }: { readonly user: UserJson }) {
  const { text } = useText()
  const [, navigate] = useLocation()
  const signOut = useSignOut()
  const acting = actingFor()
  return (
    <Menu
      anchor={
        <Button
          className="user-menu"
          variant="invisible"
          trailingVisual={TriangleDownIcon}
          aria-label={`${text('nav.account')}: ${user.username}`}
        >
          <UserBadge name={user.username} />
          <span className="user-menu-name">{user.username}</span>
        </Button>
      }
      width="small"
      heading={
        acting?.name ??
        `${user.display_name || user.username} · ${text(`role.${roleName(user.role)}`)}`
      }
      sections={[
        [
          ...(acting === undefined && hasPage('/setting')
            ? [
                {
                  label: text('nav.personal'),
                  icon: GearIcon,
                  onSelect: () => navigate('/setting'),
                },
              ]
            : []),
          ...(acting === undefined
            ? []
            : [
                {
                  label: text('nav.own_account'),
                  onSelect: () => actFor(undefined),
                },
              ]),
          { label: text('nav.sign_out'), icon: SignOutIcon, onSelect: () => void signOut() },
        ],
      ]}
    />
  )
}
