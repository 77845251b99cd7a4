/** Pays for a plan by a payment service instead of the balance. */
import { Button } from '@primer/react'
import { useState } from 'react'
import { failureText } from '../../../server/domain/api-calls/failure'
import { useEndpoint } from '../../api/use-endpoint'
import { useFormat } from '../../app/format'
import { useText } from '../../app/language'
import { useSite } from '../../app/site'
import { Drawer } from '../../components/overlay/Drawer'
import { LoadFailure } from '../../components/page/LoadFailure'
import { useAction } from '../../components/page/use-action'
import { methodTitle, type PaymentMethod } from '../../components/payment/methods'
import { payAt, type ScannedOrder } from '../../components/payment/pay'
import { ScanDialog } from '../../components/payment/ScanDialog'
import type { Plan } from '../../components/plan/plan'
import { usePlanTexts } from '../../components/plan/use-plan-texts'

interface PlanPaymentProps {
  readonly plan: Plan
  readonly onClose: () => void
}

export default function PlanPayment({ plan, onClose }: PlanPaymentProps) {
  const { text } = useText()
  const { dollars, period } = usePlanTexts()
  const { data: methods, error, reload } = useEndpoint('payment.methods')
  const { isBusy, run } = useAction()
  const [scanned, scan] = useState<ScannedOrder | undefined>(undefined)
  const { id: plan_id, name, price } = plan
  const pay = async (payment_method: string): Promise<void> => {
    await run(async () => scan(await payAt({ plan_id, price, payment_method })))
  }
  if (scanned !== undefined) return <ScanDialog scanned={scanned} onClose={onClose} />
  const facts = { price: dollars(price), period: period(plan) }
  return (
    <Drawer
      kind="dialog"
      title={text('plans.buy_title', { name })}
      onClose={onClose}
      buttons={[{ content: text('ui.cancel'), onClick: onClose }]}
    >
      <p>
        {text(plan.renews ? 'plans.price_renews' : 'plans.price_once', facts)}{' '}
        {text('plans.pay_text')}
      </p>
      {error !== undefined && <LoadFailure message={failureText(error, text)} onRetry={reload} />}
      <ul className="plan-methods" aria-label={text('plans.pay_choose')}>
        {(methods ?? []).map((method) => (
          <li key={method.id}>
            <Button block loading={isBusy} onClick={() => void pay(method.id)}>
              {methodTitle(method, text)} <MethodPrice plan={plan} method={method} />
            </Button>
          </li>
        ))}
      </ul>
    </Drawer>
  )
}

interface MethodPriceProps {
  readonly plan: Plan
  readonly method: PaymentMethod
}

/** As the server works it out; until it has, what it comes to without the group's ratio. */
function MethodPrice({ plan: { id: plan_id, price }, method }: MethodPriceProps) {
  const format = useFormat()
  const { quota_per_unit } = useSite()
  const body = { plan_id, price, payment_method: method.id }
  const { data } = useEndpoint('payment.amount', { body })
  const about = Math.round((100 * method.per_dollar * price) / quota_per_unit)
  const cents = data === undefined ? about : Math.round(Number(data) * 100)
  return <span className="number">{format.money(cents, method.currency)}</span>
}
