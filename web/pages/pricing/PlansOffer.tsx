import { Button } from '@primer/react'
import { Link } from 'wouter'
import { useText } from '../../app/language'
import { useViewer } from '../../app/session'
import type { Plan } from '../../components/plan/plan'
import '../../components/plan/plan.css'
import { OfferCard } from '../plan/OfferCard'

/** Plans that anybody can buy. */
export default function PlansOffer({ plans }: { readonly plans: readonly Plan[] }) {
  const { text } = useText()
  const viewer = useViewer()
  return (
    <section className="price-plans" aria-labelledby="price-plans">
      <h2 id="price-plans">{text('pricing.plans')}</h2>
      <p className="muted">{text('plans.description')}</p>
      <ul className="plan-cards">
        {plans.map((plan) => (
          <OfferCard key={plan.id} plan={plan} mayPay={false} />
        ))}
      </ul>
      <Button as={Link} href={viewer === undefined ? '/login' : '/plan'} variant="primary">
        {text(viewer === undefined ? 'pricing.log_in_to_buy' : 'plans.buy')}
      </Button>
    </section>
  )
}
