/** An order as its buyer is told of it. */
import { TOP_UP_STATUS } from '../../../server/domain/status'
import type { Formats } from '../../../server/domain/text/formats'
import type { Text } from '../../app/language'
import type { OrderState } from './use-order-state'

interface Reader {
  readonly text: Text
  readonly format: Formats
}

export function stateText(
  { status, credits, plan_name: plan, plan_outcome }: OrderState,
  reader: Reader,
): string {
  const { text, format } = reader
  if (status === TOP_UP_STATUS.expired) return text('wallet.state_expired')
  if (status !== TOP_UP_STATUS.success) return text('wallet.state_waiting')
  if (plan_outcome === 'begun') return text('wallet.state_plan', { plan })
  if (plan_outcome === 'had_already') return text('wallet.state_plan_had', { plan })
  if (plan_outcome === 'renewed') return text('wallet.state_plan_renewed', { plan })
  if (plan_outcome === 'missed') return text('wallet.state_plan_missed', { plan })
  if (plan_outcome === 'gone') return text('wallet.state_plan_gone', { plan })
  return text('wallet.state_paid', { amount: format.quota(credits) })
}
