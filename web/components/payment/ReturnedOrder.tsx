/** How the order stands that a buyer comes back from paying. */
import { Button } from '@primer/react'
import { TOP_UP_STATUS } from '../../../server/domain/status'
import { useFormat } from '../../app/format'
import { useText } from '../../app/language'
import { stateText } from './state-text'
import { useOrderState } from './use-order-state'
import './payment.css'

interface ReturnedOrderProps {
  readonly tradeNo: string
  readonly onDismiss: () => void
}

export default function ReturnedOrder({ tradeNo, onDismiss }: ReturnedOrderProps) {
  const { text } = useText()
  const format = useFormat()
  const { order, isAsking, isUnknown } = useOrderState(tradeNo)
  if (isUnknown) return null
  return (
    <div className="payment-state" role="status" data-state={order?.status ?? 'asking'}>
      <span>
        {order === undefined ? text('wallet.state_asking') : stateText(order, { text, format })}
        {order?.status === TOP_UP_STATUS.pending && isAsking && ' …'}
      </span>
      <Button size="small" onClick={onDismiss}>
        {text('wallet.state_dismiss')}
      </Button>
    </div>
  )
}
