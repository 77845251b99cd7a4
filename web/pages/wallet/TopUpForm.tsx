import { Button, TextInput } from '@primer/react'
import { useState } from 'react'
import { call } from '../../api/client'
import { useEndpoint } from '../../api/use-endpoint'
import { useFormat } from '../../app/format'
import { useText } from '../../app/language'
import { useSite } from '../../app/site'
import { useToast } from '../../app/Toasts'
import { Field } from '../../components/form/Field'
import { lateDialog } from '../../components/late/Late'
import { Drawer } from '../../components/overlay/Drawer'
import { useAction } from '../../components/page/use-action'
import { methodTitle, type PaymentMethod } from '../../components/payment/methods'
import { PortalLink } from '../../components/payment/PortalLink'
import { PromoCodeInput } from '../../components/payment/PromoCodeInput'
import { payAt, type ScannedOrder } from '../../components/payment/pay'

const ScanDialog = lateDialog(
  async () => (await import('../../components/payment/ScanDialog')).ScanDialog,
)

interface Order {
  readonly amount: number
  /** As the server worked it out. */
  readonly money: string
  /** As it was typed; "" for none. */
  readonly promoCode: string
  /** What it takes off; "" without one. */
  readonly off: string
  readonly method: PaymentMethod
}

/** Dollars on the buttons. */
const AMOUNTS = [5, 10, 20, 50, 100, 200]

/** Whole dollars, 1 at least. */
function wholeOf(typed: string): number {
  return Math.max(1, Math.trunc(Number(typed)) || 1)
}

export function TopUpForm() {
  const { text } = useText()
  const format = useFormat()
  const toast = useToast()
  const { min_topup, has_promo_codes } = useSite()
  const { data: methods } = useEndpoint('payment.methods')
  const { isBusy, run } = useAction()
  const [typed, type] = useState(String(min_topup))
  const [typedCode, typeCode] = useState('')
  const [order, ask] = useState<Order | undefined>(undefined)
  const [scanned, scan] = useState<ScannedOrder | undefined>(undefined)
  const quote = async (method: Order['method']): Promise<void> => {
    const amount = wholeOf(typed)
    type(String(amount))
    if (amount < min_topup) {
      toast.warn(text('wallet.below_minimum', { min: min_topup }))
      return
    }
    await run(async () => {
      const promoCode = typedCode.trim()
      const body = { amount, top_up_code: '', promo_code: promoCode, payment_method: method.id }
      const { data, money_off } = await call('payment.amount', { body })
      const shown = (money: string) =>
        format.money(Math.round(Number(money) * 100), method.currency)
      const off = money_off === undefined ? '' : shown(money_off)
      ask({ amount, money: shown(data), promoCode, off, method })
    })
  }
  return (
    <form className="form" noValidate onSubmit={(event) => event.preventDefault()}>
      <Field label={text('wallet.amount')} caption={usePriceHint(wholeOf(typed), methods)}>
        <TextInput
          block
          leadingVisual="$"
          inputMode="numeric"
          value={typed}
          onChange={(event) => type(event.target.value)}
        />
      </Field>
      <div className="chips">
        {AMOUNTS.filter((amount) => amount >= min_topup).map((amount) => (
          <button
            key={amount}
            type="button"
            className="chip"
            aria-pressed={typed === String(amount)}
            onClick={() => type(String(amount))}
          >
            {`$${amount}`}
          </button>
        ))}
      </div>
      {has_promo_codes && <PromoCodeInput value={typedCode} onChange={typeCode} />}
      <div className="form-inline wallet-methods">
        {methods?.map((method) => (
          <Button key={method.id} loading={isBusy} onClick={() => void quote(method)}>
            {methodTitle(method, text)}
          </Button>
        ))}
      </div>
      {methods?.some(({ has_portal }) => has_portal) && (
        <PortalLink service="order.service_stripe" />
      )}
      {order && <ConfirmOrder order={order} onClose={() => ask(undefined)} onScan={scan} />}
      {scanned && <ScanDialog scanned={scanned} onClose={() => scan(undefined)} />}
    </form>
  )
}

/** Before a group's ratio; the server works out what is asked for. */
function usePriceHint(dollars: number, methods: readonly PaymentMethod[] = []): string {
  const { text } = useText()
  const format = useFormat()
  const { min_topup, price } = useSite()
  const sums = methods.map(({ per_dollar, currency }) =>
    format.money(100 * per_dollar * dollars, currency),
  )
  const facts = { least: `$${min_topup}`, money: [...new Set(sums)].join(' / ') }
  // A line is kept for what is to come.
  if (methods.length === 0) return '\u00a0'
  return methods.every(({ currency }) => currency === 'CNY')
    ? text('wallet.amount_hint', { ...facts, price })
    : text('wallet.amount_hint_any', facts)
}

interface ConfirmOrderProps {
  readonly order: Order
  readonly onClose: () => void
  readonly onScan: (scanned: ScannedOrder) => void
}

function ConfirmOrder({ order, onClose, onScan }: ConfirmOrderProps) {
  const { text } = useText()
  const { isBusy, run } = useAction()
  const { amount, money, promoCode, off, method } = order
  const pay = async (): Promise<void> => {
    await run(async () => {
      const wanted = { amount, top_up_code: '', promo_code: promoCode }
      const scanned = await payAt({ ...wanted, payment_method: method.id })
      if (scanned === undefined) return
      onScan(scanned)
      onClose()
    })
  }
  return (
    <Drawer
      kind="question"
      title={text('wallet.confirm')}
      onClose={onClose}
      buttons={[
        { content: text('ui.cancel'), onClick: onClose },
        {
          content: methodTitle(method, text),
          buttonType: 'primary',
          loading: isBusy,
          onClick: () => void pay(),
        },
      ]}
    >
      <dl className="wallet-order">
        <dt>{text('wallet.amount')}</dt>
        <dd>{`$${amount}`}</dd>
        {off !== '' && (
          <>
            <dt>{text('promo.off')}</dt>
            <dd>{`−${off}`}</dd>
          </>
        )}
        <dt>{text('wallet.to_pay')}</dt>
        <dd>{money}</dd>
      </dl>
    </Drawer>
  )
}
