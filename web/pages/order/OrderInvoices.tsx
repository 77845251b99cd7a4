/** What was issued about an order. */
import { amountText } from '../../../server/domain/invoices/amount-text'
import { KIND_TEXTS } from '../../../server/domain/invoices/kinds'
import { useEndpoint } from '../../api/use-endpoint'
import { useText } from '../../app/language'
import { Panel } from '../../components/stats/Stats'
import { TextLink } from '../../components/text/TextLink'

export default function OrderInvoices({ tradeNo }: { readonly tradeNo: string }) {
  const { text } = useText()
  const query = { trade_no: tradeNo, sort: 'issued_at', order: 'asc', page_size: 100 } as const
  const { data } = useEndpoint('invoice.list', { query })
  if (data === undefined || data.items.length === 0) return null
  return (
    <Panel title={text('invoice.of_order')}>
      <div className="panel-body">
        <dl className="fact-list">
          {data.items.map(({ id, kind, number, total_cents, currency }) => (
            <div key={id} className="fact">
              <dt>{text(KIND_TEXTS[kind])}</dt>
              <dd>
                <TextLink to={`/invoice/${id}`}>{number}</TextLink>{' '}
                <span className="number">{amountText(total_cents, currency)}</span>
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </Panel>
  )
}
