import type { DataOf } from '../../../server/domain/api-calls/contract'
import { useEndpoint } from '../../api/use-endpoint'
import { OrderState } from '../../components/OrderState'
import { useFormat } from '../../format'
import { useText } from '../../language'
import '../../components/table.css'

type Order = DataOf<'payment.list_own'>['items'][number]

/** The latest online top-ups. */
export function Orders() {
  const { text } = useText()
  const { data, error } = useEndpoint('payment.list_own', { query: { p: 1, page_size: 10 } })
  if (data === undefined && error === undefined) return <span data-unsized={true} />
  if (data === undefined || data.items.length === 0) return null
  return (
    <section className="wallet-orders">
      <h2>{text('wallet.orders')}</h2>
      <div className="table-frame">
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{text('field.order.trade_no')}</th>
              <th scope="col">{text('field.order.create_time')}</th>
              <th scope="col" className="table-number">
                {text('wallet.added')}
              </th>
              <th scope="col" className="table-number">
                {text('wallet.paid')}
              </th>
              <th scope="col">{text('field.order.status')}</th>
            </tr>
          </thead>
          <tbody>
            {data.items.map((order) => (
              <OrderLine key={order.id} order={order} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

function OrderLine({ order }: { readonly order: Order }) {
  const { text } = useText()
  const format = useFormat()
  return (
    <tr>
      <td className="mono">{order.trade_no}</td>
      <td data-label={text('field.order.create_time')}>{format.time(order.create_time)}</td>
      <td data-label={text('wallet.added')} className="table-number">
        {format.quota(order.credits)}
      </td>
      <td data-label={text('wallet.paid')} className="table-number">
        {format.money(order.money_cents)}
      </td>
      <td data-label={text('field.order.status')}>
        <OrderState status={order.status} />
      </td>
    </tr>
  )
}
