import type { DataOf } from '../../../server/domain/api-calls/contract'
import { canMove, TOP_UP_STATUS, topUpStatus } from '../../../server/domain/status'
import { call } from '../../api/client'
import { refresh } from '../../api/use-endpoint'
import { useFormat } from '../../app/format'
import { useText } from '../../app/language'
import { useConfirmation } from '../../components/overlay/Confirm'
import { useAction } from '../../components/page/use-action'
import { moneyOf } from './money-of'

export type Order = DataOf<'payment.list'>['items'][number]

/** Whether its money may have come without a notice of it. */
export function canComplete({ status }: Order): boolean {
  return canMove(topUpStatus, status, TOP_UP_STATUS.success)
}

interface Completion {
  readonly isBusy: boolean
  /** False when it was not agreed to, or failed for one of them. */
  readonly complete: (orders: readonly Order[]) => Promise<boolean>
}

/** Credits orders by hand, after a question that names the sum. */
export function useCompletion(): Completion {
  const { text } = useText()
  const format = useFormat()
  const confirm = useConfirmation()
  const { isBusy, run } = useAction()
  const complete = async (orders: readonly Order[]): Promise<boolean> => {
    const credits = orders.reduce((sum, order) => sum + order.credits, 0)
    const question = {
      title: text('order.complete_title', { count: orders.length }),
      message: text('order.complete_text', {
        money: moneyOf(orders, format),
        credits: format.quota(credits),
      }),
      agree: text('order.complete'),
      danger: true,
    }
    if (!(await confirm(question))) return false
    return await run(async () => {
      try {
        // One after the other: each is a booking of its own, with its line in the audit log.
        for (const { trade_no } of orders) await call('payment.complete', { params: { trade_no } })
      } finally {
        await Promise.all([refresh('payment'), refresh('stats'), refresh('audit')])
      }
    }, text('order.completed'))
  }
  return { isBusy, complete }
}
