/** What an administrator does about one order. */
import { CheckCircleIcon } from '@primer/octicons-react'
import { Button } from '@primer/react'
import { Suspense, useState } from 'react'
import type { DataOf } from '../../../server/domain/api-calls/contract'
import { TOP_UP_STATUS } from '../../../server/domain/status'
import { call } from '../../api/client'
import { refresh } from '../../api/use-endpoint'
import { useText } from '../../app/language'
import { useToast } from '../../app/Toasts'
import { LateBoundary, lazyPart } from '../../components/late/lazy-part'
import { useAction } from '../../components/page/use-action'
import { orderStateText } from '../../components/text/OrderState'
import { canComplete, useCompletion } from './use-completion'

const RefundDrawer = lazyPart(() => import('./RefundDrawer'))

export function OrderButtons({ order }: { readonly order: DataOf<'payment.show'> }) {
  const { text } = useText()
  const toast = useToast()
  const { isBusy, run } = useAction()
  const completion = useCompletion()
  const [isRefunding, setRefunding] = useState(false)
  const { trade_no, status, money_cents, refunded_cents } = order
  const ask = async (): Promise<void> => {
    await run(async () => {
      const { data } = await call('payment.ask', { params: { trade_no } }).finally(() =>
        refresh('payment'),
      )
      toast.success(text('order.asked', { state: orderStateText(data.status, text) }))
    })
  }
  const isPaid = status === TOP_UP_STATUS.success
  return (
    <>
      {order.can_ask && (
        <Button loading={isBusy} onClick={() => void ask()}>
          {text('order.ask')}
        </Button>
      )}
      {order.can_refund && isPaid && refunded_cents < money_cents && (
        <Button onClick={() => setRefunding(true)}>{text('order.refund')}</Button>
      )}
      {canComplete(order) && (
        <Button
          leadingVisual={CheckCircleIcon}
          loading={completion.isBusy}
          onClick={() => void completion.complete([order])}
        >
          {text('order.complete')}
        </Button>
      )}
      {isRefunding && (
        <LateBoundary onMissing={toast.failure}>
          <Suspense fallback={null}>
            <RefundDrawer order={order} onClose={() => setRefunding(false)} />
          </Suspense>
        </LateBoundary>
      )}
    </>
  )
}
