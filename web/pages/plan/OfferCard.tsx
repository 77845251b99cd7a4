import { Button } from '@primer/react'
import { Suspense, useState } from 'react'
import { useText } from '../../app/language'
import { useSite } from '../../app/site'
import { useToast } from '../../app/Toasts'
import { LateBoundary, lazyPart } from '../../components/late/lazy-part'
import type { Plan } from '../../components/plan/plan'
import { usePlanTexts } from '../../components/plan/use-plan-texts'
import { usePlanActs } from './use-plan-acts'

const SafeHtml = lazyPart(() => import('../../components/text/SafeHtml'))

const PlanPayment = lazyPart(() => import('./PlanPayment'))

interface OfferCardProps {
  readonly plan: Plan
  /** Whether the viewer spends the balance of this account. */
  readonly mayPay: boolean
}

export function OfferCard({ plan, mayPay }: OfferCardProps) {
  const { text } = useText()
  const { failure } = useToast()
  const { dollars, period } = usePlanTexts()
  const { isBusy, buy } = usePlanActs()
  const { enable_online_topup, has_promo_codes } = useSite()
  const other = otherWay(enable_online_topup, has_promo_codes)
  const [isPaying, setPaying] = useState(false)
  const { name, price, description } = plan
  return (
    <li className="plan-card">
      <h3>{name}</h3>
      <p className="plan-price number">
        {price === 0 ? text('plans.free') : dollars(price)} <small>{period(plan)}</small>
      </p>
      <div className="plan-about">
        {description !== '' && (
          <LateBoundary onMissing={failure}>
            <Suspense fallback={null}>
              <SafeHtml markdown={description} hasPictures={false} />
            </Suspense>
          </LateBoundary>
        )}
        <Grants plan={plan} />
      </div>
      {mayPay && (
        <div className="plan-acts">
          <Button
            variant="primary"
            loading={isBusy}
            aria-label={`${text('plans.buy')}: ${name}`}
            onClick={() => void buy(plan)}
          >
            {text('plans.buy')}
          </Button>
          {other !== undefined && price > 0 && (
            <Button aria-label={`${text(other)}: ${name}`} onClick={() => setPaying(true)}>
              {text(other)}
            </Button>
          )}
        </div>
      )}
      {isPaying && (
        <LateBoundary onMissing={failure}>
          <Suspense fallback={null}>
            <PlanPayment plan={plan} onClose={() => setPaying(false)} />
          </Suspense>
        </LateBoundary>
      )}
    </li>
  )
}

function otherWay(hasServices: boolean, hasCodes: boolean) {
  if (hasServices) return hasCodes ? 'promo.buy_or_pay' : 'plans.pay_other'
  return hasCodes ? 'promo.buy' : undefined
}

function Grants({ plan }: { readonly plan: Plan }) {
  const { text } = useText()
  const { dollars, allowance } = usePlanTexts()
  const { terms, renews } = plan
  const { budget, allowances, models, overflow, cheaper = [], carry_over: percent } = terms
  const lines = [
    ...(budget === null ? [] : [text('plans.grants_budget', { amount: dollars(budget) })]),
    ...allowances.map(allowance),
    models.length === 0
      ? text('plans.all_models')
      : text('plans.models', { names: listed(models) }),
    text(`plans.overflow_${overflow}`),
    ...cheaper.map((names) => text('plans.instead', names)),
    ...(percent > 0 && budget !== null ? [text('plans.carries', { percent })] : []),
    text(renews ? 'plans.renews' : 'plans.once'),
  ]
  return (
    <ul className="plan-grants">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}

const MOST_NAMED = 8

function listed(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMED).join(', ')
  return names.length > MOST_NAMED ? `${shown} …` : shown
}
