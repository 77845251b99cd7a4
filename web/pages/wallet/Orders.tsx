import { Label } from '@primer/react'
import type { DataOf } from '../../../server/domain/api-calls/contract'
import { useEndpoint } from '../../api/use-endpoint'
import { useFormat } from '../../format'
import { useText } from '../../language'

const TONES = { success: 'success', pending: 'attention', expired: 'secondary' } as const

type Order = DataOf<'payment.list_own'>['items'][number]

/** The latest online top-ups. */
export function Orders() {
  const { text } = useText()
  const { data } = useEndpoint('payment.list_own', { query: { p: 1, page_size: 10 } })
  if (data === undefined || data.items.length === 0) return null
  return (
    <section className="wallet-orders">
      <h2>{text('wallet.orders')}</h2>
      <ul>
        {data.items.map((order) => (
          <OrderLine key={order.id} order={order} />
        ))}
      </ul>
    </section>
  )
}

function OrderLine({ order }: { readonly order: Order }) {
  const { text } = useText()
  const format = useFormat()
  const state = isState(order.status) ? order.status : 'pending'
  return (
    <li>
      <span className="mono">{order.trade_no}</span>
      <span>{format.time(order.create_time)}</span>
      <span className="number">{format.quota(order.credits)}</span>
      <span className="number">{`¥${(order.money_cents / 100).toFixed(2)}`}</span>
      <Label variant={TONES[state]}>{text(`wallet.order_${state}`)}</Label>
    </li>
  )
}

function isState(status: string): status is keyof typeof TONES {
  return Object.hasOwn(TONES, status)
}
