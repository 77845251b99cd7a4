import type { DataOf } from '../../../server/domain/api-calls/contract'
import { useEndpoint } from '../../api/use-endpoint'
import { OrderState } from '../../components/OrderState'
import { useFormat } from '../../format'
import { useText } from '../../language'

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
  const format = useFormat()
  return (
    <li>
      <span className="mono">{order.trade_no}</span>
      <span>{format.time(order.create_time)}</span>
      <span className="number">{format.quota(order.credits)}</span>
      <span className="number">{format.money(order.money_cents)}</span>
      <OrderState status={order.status} />
    </li>
  )
}
