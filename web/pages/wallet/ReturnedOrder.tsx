/** How the order stands that a buyer comes back from paying. */
import { Button } from '@primer/react'
import { useEffect, useState } from 'react'
import type { DataOf } from '../../../server/domain/api-calls/contract'
import { TOP_UP_STATUS } from '../../../server/domain/status'
import type { Formats } from '../../../server/domain/text/formats'
import { call } from '../../api/client'
import { refresh } from '../../api/use-endpoint'
import { useFormat } from '../../app/format'
import { type Text, useText } from '../../app/language'

type Order = DataOf<'payment.ask_own'>

/** Most payments are known by then; the others are credited all the same. */
const MOST_ASKS = 20
const EVERY_MS = 6000

interface ReturnedOrderProps {
  readonly tradeNo: string
  readonly onDismiss: () => void
}

export default function ReturnedOrder({ tradeNo, onDismiss }: ReturnedOrderProps) {
  const { text } = useText()
  const format = useFormat()
  const { order, isAsking, isUnknown } = useOrder(tradeNo)
  if (isUnknown) return null
  return (
    <div className="wallet-returned" role="status" data-state={order?.status ?? 'asking'}>
      <span>
        {order === undefined ? text('wallet.state_asking') : toldOf(order, { text, format })}
        {order?.status === TOP_UP_STATUS.pending && isAsking && ' …'}
      </span>
      <Button size="small" onClick={onDismiss}>
        {text('wallet.state_dismiss')}
      </Button>
    </div>
  )
}

interface Reader {
  readonly text: Text
  readonly format: Formats
}

function toldOf({ status, credits, plan_name: plan, plan_outcome }: Order, reader: Reader): string {
  const { text, format } = reader
  if (status === TOP_UP_STATUS.expired) return text('wallet.state_expired')
  if (status !== TOP_UP_STATUS.success) return text('wallet.state_waiting')
  if (plan_outcome === 'begun') return text('wallet.state_plan', { plan })
  if (plan_outcome === 'had_already') return text('wallet.state_plan_had', { plan })
  if (plan_outcome === 'gone') return text('wallet.state_plan_gone', { plan })
  return text('wallet.state_paid', { amount: format.quota(credits) })
}

/** Asked until it is paid, for two minutes. */
function useOrder(trade_no: string) {
  const [order, setOrder] = useState<Order | undefined>(undefined)
  const [asks, count] = useState(0)
  const [isUnknown, forget] = useState(false)
  const isOver = order !== undefined && order.status !== TOP_UP_STATUS.pending
  const isAsking = !isOver && !isUnknown && asks < MOST_ASKS
  useEffect(() => {
    if (!isAsking) return
    let isGone = false
    const ask = async (): Promise<void> => {
      const found = await asked(trade_no)
      if (isGone) return
      count(asks + 1)
      if (found !== undefined) setOrder(found)
      else if (asks === 0) forget(true)
    }
    const timer = setTimeout(() => void ask(), asks === 0 ? 0 : EVERY_MS)
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [isAsking, asks, trade_no])
  return { order, isAsking, isUnknown }
}

/** `undefined` for one of somebody else, and while nobody answers. */
async function asked(trade_no: string): Promise<Order | undefined> {
  try {
    const { data } = await call('payment.ask_own', { params: { trade_no } })
    if (data.status === TOP_UP_STATUS.success) {
      await Promise.all(['user', 'payment', 'account', 'subscription'].map(refresh))
    }
    return data
  } catch {
    return undefined
  }
}
