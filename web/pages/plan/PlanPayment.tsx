/** Pays for a plan by a payment service, or from the balance with a promo code. */
import { Button } from '@primer/react'
import { useState } from 'react'
import type { DataOf } from '../../../server/domain/api-calls/contract'
import { failureText } from '../../../server/domain/api-calls/failure'
import { recurringInterval } from '../../../server/domain/payments/recurring-interval'
import { call } from '../../api/client'
import { useEndpoint } from '../../api/use-endpoint'
import { useFormat } from '../../app/format'
import { useText } from '../../app/language'
import { useSite } from '../../app/site'
import { Drawer } from '../../components/overlay/Drawer'
import { LoadFailure } from '../../components/page/LoadFailure'
import { useAction } from '../../components/page/use-action'
import { methodTitle, type PaymentMethod } from '../../components/payment/methods'
import { PromoCodeInput } from '../../components/payment/PromoCodeInput'
import { payAt, type ScannedOrder } from '../../components/payment/pay'
import { ScanDialog } from '../../components/payment/ScanDialog'
import type { Plan } from '../../components/plan/plan'
import { usePlanTexts } from '../../components/plan/use-plan-texts'
import { usePlanActs } from './use-plan-acts'

interface PlanPaymentProps {
  readonly plan: Plan
  readonly onClose: () => void
}

/** A code that counts for the plan, and what it takes off. */
interface Applied extends DataOf<'promo_code.price'> {
  readonly code: string
}

export default function PlanPayment({ plan, onClose }: PlanPaymentProps) {
  const { text } = useText()
  const { dollars, period } = usePlanTexts()
  const { has_promo_codes } = useSite()
  const [applied, apply] = useState<Applied | undefined>(undefined)
  const [scanned, scan] = useState<ScannedOrder | undefined>(undefined)
  const { name, price } = plan
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
      {has_promo_codes && <PromoCode plan={plan} applied={applied} onApply={apply} />}
      <Methods plan={plan} applied={applied} onScan={scan} onClose={onClose} />
    </Drawer>
  )
}

interface AppliedProps {
  readonly plan: Plan
  readonly applied: Applied | undefined
}

interface PromoCodeProps extends AppliedProps {
  readonly onApply: (applied: Applied | undefined) => void
}

function PromoCode({ plan: { id }, applied, onApply }: PromoCodeProps) {
  const { text } = useText()
  const { dollars } = usePlanTexts()
  const { isBusy, run } = useAction()
  const [typed, type] = useState('')
  const code = typed.trim()
  const ask = (): Promise<boolean> =>
    run(async () => {
      const body = { promo_code: code, plan_id: id }
      const { data } = await call('promo_code.price', { body })
      onApply({ ...data, code })
    })
  return (
    <form
      className="plan-code"
      onSubmit={(event) => {
        event.preventDefault()
        if (code !== '') void ask()
      }}
    >
      <PromoCodeInput
        value={typed}
        onChange={(next) => {
          type(next)
          onApply(undefined)
        }}
      />
      <Button type="submit" loading={isBusy} disabled={code === ''}>
        {text('promo.apply')}
      </Button>
      {applied !== undefined && (
        <p role="status">
          {text('promo.taken_off', {
            money: dollars(applied.credits_off),
            code: applied.code.toUpperCase(),
          })}
        </p>
      )}
    </form>
  )
}

interface MethodsProps extends AppliedProps {
  readonly onScan: (scanned: ScannedOrder | undefined) => void
  readonly onClose: () => void
}

function Methods({ plan, applied, onScan, onClose }: MethodsProps) {
  const { text } = useText()
  const { dollars } = usePlanTexts()
  const { enable_online_topup, has_promo_codes } = useSite()
  const read = useEndpoint('payment.methods', {}, { skip: !enable_online_topup })
  const { data: methods, error, reload } = read
  const { isBusy, run } = useAction()
  const { isBusy: isBuying, buy } = usePlanActs()
  const { id: plan_id, price } = plan
  const promo_code = applied?.code ?? ''
  const toPay = applied?.to_pay ?? price
  const pay = async (payment_method: string, renews = false): Promise<void> => {
    const wanted = { plan_id, price, promo_code, payment_method, renews }
    await run(async () => onScan(await payAt(wanted)))
  }
  // A code counts for one payment.
  const mayRenew = recurringInterval(plan) !== undefined && applied === undefined
  const renewing = mayRenew ? (methods ?? []).filter(({ renews }) => renews) : []
  return (
    <>
      {error !== undefined && <LoadFailure message={failureText(error, text)} onRetry={reload} />}
      <ul className="plan-methods" aria-label={text('plans.pay_choose')}>
        {has_promo_codes && (
          <li>
            <Button
              block
              loading={isBuying}
              onClick={() => void buy(plan, { promo_code, toPay }).then(onClose)}
            >
              {text('promo.pay_balance')} <span className="number">{dollars(toPay)}</span>
            </Button>
          </li>
        )}
        {renewing.map((method) => (
          <li key={`${method.id} renews`}>
            <Button block loading={isBusy} onClick={() => void pay(method.id, true)}>
              {text('plans.pay_renewing', { method: methodTitle(method, text) })}{' '}
              <MethodPrice plan={plan} code={undefined} method={method} />
            </Button>
          </li>
        ))}
        {(methods ?? []).map((method) => (
          <li key={method.id}>
            <Button block loading={isBusy} onClick={() => void pay(method.id)}>
              {methodTitle(method, text)} <MethodPrice plan={plan} code={applied} method={method} />
            </Button>
          </li>
        ))}
      </ul>
      {renewing.length > 0 && <p className="muted">{text('plans.pay_renewing_hint')}</p>}
    </>
  )
}

interface MethodPriceProps {
  readonly plan: Plan
  readonly code: Applied | undefined
  readonly method: PaymentMethod
}

/** As the server works it out; until it has, what it comes to without the group's ratio. */
function MethodPrice({ plan: { id: plan_id, price }, code, method }: MethodPriceProps) {
  const format = useFormat()
  const { quota_per_unit } = useSite()
  const promo_code = code?.code ?? ''
  const body = { plan_id, price, promo_code, payment_method: method.id }
  const { data } = useEndpoint('payment.amount', { body })
  const about = Math.round((100 * method.per_dollar * (code?.to_pay ?? price)) / quota_per_unit)
  const cents = data === undefined ? about : Math.round(Number(data) * 100)
  return <span className="number">{format.money(cents, method.currency)}</span>
}
