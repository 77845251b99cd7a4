import { ArrowSwitchIcon } from '@primer/octicons-react'
import { Button } from '@primer/react'
import type { TextKey } from '../../../server/domain/i18n/translate'
import { useFormat } from '../../app/format'
import { useText } from '../../app/language'
import { Menu } from '../../components/overlay/Menu'
import { PortalLink } from '../../components/payment/PortalLink'
import type { Plan, Subscription } from '../../components/plan/plan'
import { renewalAt, renewingService } from '../../components/plan/renewal'
import { SubscriptionState } from '../../components/plan/SubscriptionState'
import { SubscriptionUse } from '../../components/plan/SubscriptionUse'
import { usePlanTexts } from '../../components/plan/use-plan-texts'
import { usePlanActs } from './use-plan-acts'

interface OwnSubscriptionProps {
  readonly subscription: Subscription
  readonly offers: readonly Plan[]
  readonly mayPay: boolean
}

export function OwnSubscription({ subscription, offers, mayPay }: OwnSubscriptionProps) {
  const { text } = useText()
  const { time } = useFormat()
  const { dollars } = usePlanTexts()
  const { name, state, renews, price, grace_until, used } = subscription
  const by = renewingService(subscription)
  const service = by === undefined ? '' : text(by)
  const at = (ms: number) => ({ time: time(ms / 1000), price: dollars(price), service })
  return (
    <li className="plan-card">
      <div className="plan-head">
        <h3>{name}</h3>
        <SubscriptionState {...subscription} />
      </div>
      <p className="muted">
        {grace_until > 0
          ? text(by === undefined ? 'plans.waits' : 'plans.waits_for', at(grace_until))
          : state === 'paused'
            ? text('plans.is_paused')
            : text(renewalText(renews, by), at(renewalAt(subscription)))}
        {' · '}
        {text('plans.paid', { amount: dollars(used) })}
      </p>
      <SubscriptionUse subscription={subscription} />
      {mayPay && <Acts subscription={subscription} offers={offers} />}
    </li>
  )
}

function renewalText(renews: boolean, by: TextKey | undefined) {
  if (by !== undefined) return 'plans.renews_by'
  return renews ? 'plans.renews_on' : 'plans.ends_on'
}

function Acts({ subscription, offers }: Omit<OwnSubscriptionProps, 'mayPay'>) {
  const { text } = useText()
  const { dollars, period } = usePlanTexts()
  const { isBusy, change, setRenewal } = usePlanActs()
  const { name, renews, plan_id } = subscription
  const renewal = text(renews ? 'plans.cancel' : 'plans.resume')
  const by = renewingService(subscription)
  // A payment service goes on charging for this one until it is canceled.
  const others = by === undefined ? offers.filter(({ id }) => id !== plan_id) : []
  const choices = others.map((plan) => ({
    label: `${plan.name} · ${dollars(plan.price)} ${period(plan)}`,
    icon: ArrowSwitchIcon,
    onSelect: () => void change(subscription, plan),
  }))
  return (
    <div className="plan-acts">
      {choices.length > 0 && (
        <Menu
          anchor={
            <Button
              leadingVisual={ArrowSwitchIcon}
              disabled={isBusy}
              aria-label={`${text('plans.switch')}: ${name}`}
            >
              {text('plans.switch')}
            </Button>
          }
          sections={[choices]}
        />
      )}
      <Button
        disabled={isBusy}
        aria-label={`${renewal}: ${name}`}
        onClick={() => void setRenewal(subscription)}
      >
        {renewal}
      </Button>
      {by !== undefined && <PortalLink service={by} />}
    </div>
  )
}
