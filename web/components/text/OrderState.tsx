import { Label } from '@primer/react'
import { statusName, topUpStatus } from '../../../server/domain/status'
import { type Text, useText } from '../../app/language'

const TONES = { success: 'success', pending: 'attention', expired: 'secondary' } as const

export function orderStateText(status: string, text: Text): string {
  const name = statusName(topUpStatus, status)
  return name === undefined ? status : text(`wallet.order_${name}`)
}

/** Where an online top-up stands. */
export function OrderState({ status }: { readonly status: string }) {
  const { text } = useText()
  const name = statusName(topUpStatus, status)
  return (
    <Label variant={name === undefined ? 'secondary' : TONES[name]} className="state-label">
      {orderStateText(status, text)}
    </Label>
  )
}
