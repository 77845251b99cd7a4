/** Plans that are on sale, and those that the account holds. */
import { PackageIcon } from '@primer/octicons-react'
import { mayAs } from '../../../server/domain/accounts/membership'
import { failureText } from '../../../server/domain/api-calls/failure'
import { useEndpoint } from '../../api/use-endpoint'
import { useText } from '../../app/language'
import { actingFor } from '../../app/session'
import { Blank } from '../../components/page/Blank'
import { LoadFailure } from '../../components/page/LoadFailure'
import { PageHeader } from '../../components/page/PageHeader'
import { PageSkeleton } from '../../components/page/PageSkeleton'
import { OfferCard } from './OfferCard'
import { OwnSubscription } from './OwnSubscription'
import '../../components/plan/plan.css'

/** More plans than anybody holds at a time. */
const MOST = 50
const EVERY_MS = 30_000

export default function PlanPage() {
  const { text } = useText()
  const offers = useEndpoint('plan.on_sale')
  const query = { p: 1, page_size: MOST }
  const held = useEndpoint('subscription.list_own', { query }, { everyMs: EVERY_MS })
  const acting = actingFor()
  const mayPay = acting === undefined || mayAs(acting.role, 'pay')
  const error = offers.error ?? held.error
  const [plans, page] = [offers.data, held.data]
  const running = page?.items.filter(({ state }) => state !== 'ended') ?? []
  return (
    <>
      <PageHeader title={text('nav.plan')} description={text('plans.description')} manual="plans" />
      {plans === undefined || page === undefined ? (
        error === undefined ? (
          <PageSkeleton />
        ) : (
          <LoadFailure message={failureText(error, text)} onRetry={offers.reload} />
        )
      ) : (
        <>
          {running.length > 0 && (
            <section>
              <h2 className="plan-section">{text('plans.mine')}</h2>
              <ul className="plan-cards">
                {running.map((each) => (
                  <OwnSubscription
                    key={each.id}
                    subscription={each}
                    offers={plans}
                    mayPay={mayPay}
                  />
                ))}
              </ul>
            </section>
          )}
          {plans.length > 0 && (
            <section>
              <h2 className="plan-section">{text('plans.on_sale')}</h2>
              <ul className="plan-cards">
                {plans.map((plan) => (
                  <OfferCard key={plan.id} plan={plan} mayPay={mayPay} />
                ))}
              </ul>
            </section>
          )}
          {running.length + plans.length === 0 && (
            <Blank
              icon={PackageIcon}
              title={text('plans.none')}
              message={text('plans.none_text')}
            />
          )}
        </>
      )}
    </>
  )
}
