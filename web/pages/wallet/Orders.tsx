import { useState } from 'react'
import type { DataOf } from '../../../server/domain/api-calls/contract'
import { useEndpoint } from '../../api/use-endpoint'
import { useFormat } from '../../app/format'
import { useText } from '../../app/language'
import { Pager } from '../../components/list/Pager'
import { PAGE_SIZES } from '../../components/list/use-list-query'
import { OrderState } from '../../components/text/OrderState'
import '../../components/table/table.css'

type Order = DataOf<'payment.list_own'>['items'][number]

/** The own online top-ups, the newest first. */
export function Orders() {
  const { text } = useText()
  const [page, turnTo] = useState(1)
  const [pageSize, resize] = useState<number>(PAGE_SIZES[0])
  const { data, error } = useEndpoint('payment.list_own', {
    query: { p: page, page_size: pageSize },
  })
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
      {data.total > PAGE_SIZES[0] && (
        <Pager
          page={page}
          pageSize={pageSize}
          total={data.total}
          onPage={turnTo}
          onPageSize={(size) => {
            resize(size)
            turnTo(1)
          }}
        />
      )}
    </section>
  )
}

function OrderLine({ order }: { readonly order: Order }) {
  const { text } = useText()
  const format = useFormat()
  return (
    <tr>
      <td className="mono" data-phone="line">
        {order.trade_no}
      </td>
      <td data-label={text('field.order.create_time')} data-phone="plain">
        {format.time(order.create_time)}
      </td>
      <td data-label={text('wallet.added')} data-phone="lead" className="table-number">
        {order.plan_name === '' ? (
          <span className="number">{format.quota(order.credits)}</span>
        ) : (
          order.plan_name
        )}
      </td>
      <td data-label={text('wallet.paid')} className="table-number">
        <span className="number">{format.money(order.money_cents, order.currency)}</span>
      </td>
      <td data-label={text('field.order.status')} data-phone="side">
        <OrderState order={order} />
      </td>
    </tr>
  )
}
