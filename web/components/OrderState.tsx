import { Label } from '@primer/react'
import { statusName, topUpStatus } from '../../server/domain/status'
import { useText } from '../language'

const TONES = { success: 'success', pending: 'attention', expired: 'secondary' } as const

/** Where an online top-up stands. */
export function OrderState({ status }: { readonly status: string }) {
  const { text } = useText()
  const name = statusName(topUpStatus, status)
  if (name === undefined) return <Label variant="secondary">{status}</Label>
  return (
    <Label variant={TONES[name]} className="state-label">
      {text(`wallet.order_${name}`)}
    </Label>
  )
}
