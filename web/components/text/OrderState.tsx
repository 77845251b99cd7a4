import { Label } from '@primer/react'
import { statusName, topUpStatus } from '../../../server/domain/status'
import { useFormat } from '../../app/format'
import { type Text, useText } from '../../app/language'

const TONES = { success: 'success', pending: 'attention', expired: 'secondary' } as const

export function orderStateText(status: string, text: Text): string {
  const name = statusName(topUpStatus, status)
  return name === undefined ? status : text(`wallet.order_${name}`)
}

interface OrderStateProps {
  readonly order: {
    readonly status: string
    readonly refunded_cents: number
    readonly currency: string
  }
}

/** Where an order stands, and what of its money has gone back. */
export function OrderState({ order: { status, refunded_cents, currency } }: OrderStateProps) {
  const { text } = useText()
  const format = useFormat()
  const name = statusName(topUpStatus, status)
  return (
    <>
      <Label variant={name === undefined ? 'secondary' : TONES[name]} className="state-label">
        {orderStateText(status, text)}
      </Label>
      {refunded_cents > 0 && (
        <>
          {' '}
          <Label variant="secondary" className="state-label">
            {text('order.refunded_of', { money: format.money(refunded_cents, currency) })}
          </Label>
        </>
      )}
    </>
  )
}
