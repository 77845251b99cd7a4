import { Label } from '@primer/react'
import { failureText } from '../../../../server/domain/api-calls/failure'
import { roleName } from '../../../../server/domain/roles'
import { useEndpoint } from '../../../api/use-endpoint'
import { Figures } from '../../../components/Figures'
import { LoadFailure } from '../../../components/LoadFailure'
import { UserBadge } from '../../../components/UserBadge'
import { useFormat } from '../../../format'
import { useText } from '../../../language'
import './personal.css'

/** Who one is here, and what one has used. */
export function AccountSummary() {
  const { text } = useText()
  const format = useFormat()
  const { data: user, error, reload } = useEndpoint('user.self')
  if (user === undefined && error !== undefined) {
    return <LoadFailure message={failureText(error, text)} onRetry={reload} />
  }
  return (
    <section className="personal-account" aria-label={text('personal.account')}>
      {user && (
        <div className="personal-who">
          <UserBadge name={user.username} />
          <div className="personal-names">
            <strong>{user.display_name || user.username}</strong>
            <span className="muted">
              {`${user.username} · ID ${user.id} · ${text('field.user.group')} ${user.group}`}
            </span>
          </div>
          <Label variant={user.role > 1 ? 'accent' : 'secondary'}>
            {text(`role.${roleName(user.role)}`)}
          </Label>
        </div>
      )}
      <Figures
        figures={[
          { title: text('wallet.balance'), value: user && format.quota(user.quota) },
          { title: text('wallet.used'), value: user && format.quota(user.used_quota) },
          { title: text('wallet.calls'), value: user && format.count(user.request_count) },
        ]}
      />
    </section>
  )
}
