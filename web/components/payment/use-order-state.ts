/** Asks how an own order stands while it is being paid. */
import { useEffect, useState } from 'react'
import type { DataOf } from '../../../server/domain/api-calls/contract'
import { TOP_UP_STATUS } from '../../../server/domain/status'
import { call } from '../../api/client'
import { refresh } from '../../api/use-endpoint'

export type OrderState = DataOf<'payment.ask_own'>

/** Most payments are known by then; the others are credited all the same. */
const MOST_ASKS = 20
const EVERY_MS = 6000

/** Asked until it is paid, for two minutes. */
export function useOrderState(trade_no: string) {
  const [order, setOrder] = useState<OrderState | undefined>(undefined)
  const [attempts, setAttempts] = useState(0)
  const [isUnknown, forget] = useState(false)
  const isOver = order !== undefined && order.status !== TOP_UP_STATUS.pending
  const isAsking = !isOver && !isUnknown && attempts < MOST_ASKS
  useEffect(() => {
    if (!isAsking) return
    let isGone = false
    const ask = async (): Promise<void> => {
      const found = await readState(trade_no)
      if (isGone) return
      setAttempts(attempts + 1)
      if (found !== undefined) setOrder(found)
      else if (attempts === 0) forget(true)
    }
    const timer = setTimeout(() => void ask(), attempts === 0 ? 0 : EVERY_MS)
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [isAsking, attempts, trade_no])
  return { order, isAsking, isUnknown }
}

/** `undefined` for one of somebody else, and while nobody answers. */
async function readState(trade_no: string): Promise<OrderState | undefined> {
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
