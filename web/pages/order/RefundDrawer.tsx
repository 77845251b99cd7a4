/** How much of an order goes back. */
import { TextInput } from '@primer/react'
import { moneyText, parseMoney } from '../../../server/domain/money/top-up'
import { call } from '../../api/client'
import { refresh } from '../../api/use-endpoint'
import { useFormat } from '../../app/format'
import { useText } from '../../app/language'
import { Field } from '../../components/form/Field'
import { useForm } from '../../components/form/use-form'
import { Drawer } from '../../components/overlay/Drawer'
import { useAction } from '../../components/page/use-action'

interface RefundDrawerProps {
  readonly order: {
    readonly trade_no: string
    readonly money_cents: number
    readonly refunded_cents: number
    readonly currency: string
    readonly plan_outcome: string
  }
  readonly onClose: () => void
}

const FORM = 'order-refund'

export default function RefundDrawer({ order, onClose }: RefundDrawerProps) {
  const { text } = useText()
  const format = useFormat()
  const { isBusy, run } = useAction()
  const { trade_no, money_cents, refunded_cents, currency, plan_outcome } = order
  const isOfPlan = plan_outcome === 'begun' || plan_outcome === 'renewed'
  const left = money_cents - refunded_cents
  const most = { money: format.money(left, currency) }
  const form = useForm({ money: moneyText(left) }, ({ money }) => {
    const cents = parseMoney(money)
    const isFit = cents !== undefined && cents > 0 && cents <= left
    return isFit ? {} : { money: text('order.refund_wrong', most) }
  })
  const refund = async ({ money }: { readonly money: string }): Promise<void> => {
    const body = { cents: parseMoney(money) }
    const isDone = await run(
      () =>
        call('payment.refund', { params: { trade_no }, body }).finally(() =>
          Promise.all(['payment', 'audit', 'user'].map(refresh)),
        ),
      text('order.refund_done'),
    )
    if (isDone) onClose()
  }
  return (
    <Drawer
      kind="dialog"
      title={text('order.refund_title')}
      subtitle={trade_no}
      onClose={onClose}
      buttons={[
        { content: text('ui.cancel'), onClick: onClose },
        {
          content: text('order.refund'),
          buttonType: 'danger',
          type: 'submit',
          form: FORM,
          loading: isBusy,
        },
      ]}
    >
      <form id={FORM} className="form" noValidate onSubmit={form.submit(refund)}>
        <Field
          label={text('order.refund_money', { currency })}
          caption={text(isOfPlan ? 'order.refund_plan_hint' : 'order.refund_hint', most)}
          problem={form.problems.money}
        >
          <TextInput
            block
            inputMode="decimal"
            value={form.values.money}
            onChange={(event) => form.set({ money: event.target.value })}
          />
        </Field>
      </form>
    </Drawer>
  )
}
