import { failureText } from '../../../../server/domain/api-calls/failure'
import { useEndpoint } from '../../../api/use-endpoint'
import { LoadFailure } from '../../../components/LoadFailure'
import { PageSkeleton } from '../../../components/PageSkeleton'
import { useText } from '../../../language'
import { AccessTokenCard } from './AccessTokenCard'
import { AccountSummary } from './AccountSummary'
import { BindingsCard } from './BindingsCard'
import { InviteCard } from './InviteCard'
import { LimitsCard } from './LimitsCard'
import { ModelsCard } from './ModelsCard'
import { NotifyCard } from './NotifyCard'
import { ProfileCard } from './ProfileCard'
import { RemoveCard } from './RemoveCard'
import { SessionsCard } from './SessionsCard'
import './personal.css'

/** What people see of their own account and set for themselves. */
export default function PersonalTab() {
  const { text } = useText()
  const { data: user, error, reload } = useEndpoint('user.self')
  if (user === undefined) {
    if (error === undefined) return <PageSkeleton />
    return <LoadFailure message={failureText(error, text)} onRetry={reload} />
  }
  return (
    <>
      <AccountSummary user={user} />
      <div className="personal-cards">
        <div className="personal-column">
          <ModelsCard />
          <LimitsCard />
          <BindingsCard user={user} />
          <ProfileCard user={user} />
          <AccessTokenCard />
        </div>
        <div className="personal-column">
          <InviteCard user={user} />
          <NotifyCard user={user} />
          <SessionsCard />
          <RemoveCard user={user} />
        </div>
      </div>
    </>
  )
}
