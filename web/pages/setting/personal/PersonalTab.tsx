import { SkeletonBox } from '@primer/react'
import { Suspense } from 'react'
import { failureText } from '../../../../server/domain/api-calls/failure'
import { useEndpoint } from '../../../api/use-endpoint'
import { useText } from '../../../app/language'
import { lazyPart } from '../../../components/late/lazy-part'
import { LoadFailure } from '../../../components/page/LoadFailure'
import { PageSkeleton } from '../../../components/page/PageSkeleton'
import { OwnerProofProvider } from '../../../components/sign-in/OwnerProof'
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

const SecondFactorCard = lazyPart(
  () => import('../../../components/second-factor/SecondFactorCard'),
)

/** What people see of their own account and set for themselves. */
export default function PersonalTab() {
  const { text } = useText()
  const { data: user, error, reload } = useEndpoint('user.self')
  // Asked for with the rest of the page; the card that shows it comes later.
  useEndpoint('second_factor.status')
  if (user === undefined) {
    if (error === undefined) return <PageSkeleton />
    return <LoadFailure message={failureText(error, text)} onRetry={reload} />
  }
  return (
    <OwnerProofProvider>
      <AccountSummary user={user} />
      <div className="personal-cards">
        <nav aria-label={text('personal.sections')}>
          <ul>
            {SECTIONS.map(([id, title]) => (
              <li key={id}>
                <a href={`#${id}`}>{text(title)}</a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="personal-column">
          <ProfileCard user={user} />
          <BindingsCard user={user} />
          <Suspense fallback={<SkeletonBox height="160px" />}>
            <SecondFactorCard />
          </Suspense>
          <SessionsCard />
          <NotifyCard user={user} />
          <ModelsCard user={user} />
          <LimitsCard />
          <AccessTokenCard />
          <InviteCard user={user} />
          <RemoveCard user={user} />
        </div>
      </div>
    </OwnerProofProvider>
  )
}

/** Cards of the page in their order; what is needed most comes first. */
const SECTIONS = [
  ['profile', 'personal.profile'],
  ['bindings', 'personal.bindings'],
  ['second-factor', 'factor.card'],
  ['sessions', 'personal.sessions'],
  ['notify', 'personal.notify'],
  ['models', 'personal.models'],
  ['limits', 'limit.mine'],
  ['access-token', 'personal.access_tokens'],
  ['invite', 'personal.invite'],
  ['remove', 'personal.remove'],
] as const
