import { Button, TextInput } from '@primer/react'
import { useState } from 'react'
import { call } from '../../api/client'
import { useFormat } from '../../app/format'
import { useText } from '../../app/language'
import { useSite } from '../../app/site'
import { useToast } from '../../app/Toasts'
import { Field } from '../../components/form/Field'
import { Drawer } from '../../components/overlay/Drawer'
import { useAction } from '../../components/page/use-action'

const METHODS = [
  { id: 'zfb', title: 'wallet.alipay' },
  { id: 'wx', title: 'wallet.wechat' },
] as const

interface Order {
  readonly amount: number
  /** In the shop's currency, as the server worked it out. */
  readonly money: string
  readonly method: (typeof METHODS)[number]
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
  const { min_topup, price } = useSite()
  const { isBusy, run } = useAction()
  const [typed, type] = useState(String(min_topup))
  const [order, ask] = useState<Order | undefined>(undefined)
  // Before a group's ratio; the server works out what is asked for.
  const moneyFor = (dollars: string): string => format.money(100 * price * wholeOf(dollars))
  const quote = async (method: Order['method']): Promise<void> => {
    const amount = wholeOf(typed)
    type(String(amount))
    if (amount < min_topup) {
      toast.warn(text('wallet.below_minimum', { min: min_topup }))
      return
    }
    await run(async () => {
      const { data } = await call('payment.amount', { body: { amount, top_up_code: '' } })
      ask({ amount, money: data, method })
    })
  }
  return (
    <form className="form" noValidate onSubmit={(event) => event.preventDefault()}>
      <Field
        label={text('wallet.amount')}
        caption={text('wallet.amount_hint', {
          least: `$${min_topup}`,
          price,
          money: moneyFor(typed),
        })}
      >
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
      <div className="form-inline">
        {METHODS.map((method) => (
          <Button key={method.id} loading={isBusy} onClick={() => void quote(method)}>
            {text(method.title)}
          </Button>
        ))}
      </div>
      {order && <ConfirmOrder order={order} onClose={() => ask(undefined)} />}
    </form>
  )
}

interface ConfirmOrderProps {
  readonly order: Order
  readonly onClose: () => void
}

function ConfirmOrder({ order, onClose }: ConfirmOrderProps) {
  const { text } = useText()
  const { isBusy, run } = useAction()
  const { amount, money, method } = order
  const pay = async (): Promise<void> => {
    await run(async () => {
      const body = { amount, top_up_code: '', payment_method: method.id }
      const { data, url = '' } = await call('payment.pay', { body })
      if (typeof data !== 'string') postAway(url, data)
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
          content: text(method.title),
          buttonType: 'primary',
          loading: isBusy,
          onClick: () => void pay(),
        },
      ]}
    >
      <dl className="wallet-order">
        <dt>{text('wallet.amount')}</dt>
        <dd>{`$${amount}`}</dd>
        <dt>{text('wallet.to_pay')}</dt>
        <dd>{`¥${money}`}</dd>
      </dl>
    </Drawer>
  )
}

/** The payment service takes its signed fields as a form that the browser posts. */
function postAway(url: string, fields: Readonly<Record<string, string>>): void {
  const form = document.createElement('form')
  form.method = 'POST'
  form.action = url
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement('input')
    input.type = 'hidden'
    input.name = name
    input.value = value
    form.append(input)
  }
  document.body.append(form)
  form.submit()
}
