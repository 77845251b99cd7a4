import { Label } from '@primer/react'
import { isAdmin, roleName } from '../../../../server/domain/accounts/roles'
import type { UserJson } from '../../../../server/domain/endpoints/user'
import { useFormat } from '../../../app/format'
import { useText } from '../../../app/language'
import { Stats } from '../../../components/stats/Stats'
import { UserBadge } from '../../../components/text/UserBadge'

/** Who one is here, and what one has used. */
export function AccountSummary({ user }: { readonly user: UserJson }) {
  const { text } = useText()
  const format = useFormat()
  const { id, username, display_name, group, role } = user
  return (
    <section aria-label={text('personal.account')}>
      <div className="personal-who">
        <UserBadge name={username} />
        <div className="personal-names">
          <strong>{display_name || username}</strong>
          <span className="muted">
            {`${username} · ID ${id} · ${text('field.user.group')} ${group}`}
          </span>
        </div>
        <Label variant={isAdmin(role) ? 'accent' : 'secondary'}>
          {text(`role.${roleName(role)}`)}
        </Label>
      </div>
      <Stats
        stats={[
          { title: text('wallet.balance'), value: format.quota(user.quota), to: '/topup' },
          { title: text('wallet.used'), value: format.quota(user.used_quota) },
          { title: text('wallet.calls'), value: format.count(user.request_count) },
        ]}
      />
    </section>
  )
}
