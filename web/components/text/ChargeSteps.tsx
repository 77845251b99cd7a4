import type { Bill } from '../../../server/domain/money/bill'
import { type ChargeRow, CREDITS_PER_USD, perText } from '../../../server/domain/money/quota'
import { useFormat } from '../../app/format'
import { useText } from '../../app/language'
import './charge-steps.css'

/** A charge worked out step by step, by the same arithmetic that makes it. */
export function ChargeSteps({ bill }: { readonly bill: Bill }) {
  const { text } = useText()
  const format = useFormat()
  const { price, steps } = bill
  const priceOf = ({ ratio, per }: ChargeRow): string => {
    const price = format.usd((Number(ratio) * per) / CREDITS_PER_USD)
    return text(perText(per), { price })
  }
  return (
    <div className="charge-steps">
      {steps.mode === 'per-call' ? (
        <p>
          {text('log.bill_call', {
            price: format.usd(price.modelPrice),
            group: price.groupRatio,
          })}
        </p>
      ) : (
        <table>
          <thead>
            <tr>
              <th scope="col">{text('log.bill_class')}</th>
              <th scope="col">{text('log.bill_tokens')}</th>
              <th scope="col">{text('log.bill_price')}</th>
              <th scope="col">{text('log.bill_credits')}</th>
            </tr>
          </thead>
          <tbody>
            {steps.rows.map((row) => (
              <tr key={row.class}>
                <th scope="row">{text(`log.class_${row.class}`)}</th>
                <td>{format.number(row.tokens)}</td>
                <td>{priceOf(row)}</td>
                <td>{`${format.number(row.tokens)} × ${row.ratio} = ${row.credits}`}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p>
        {text('log.bill_sum', { exact: steps.exact, total: format.number(steps.total) })}{' '}
        <span className="muted">{text(`log.rule_${steps.rule}`)}</span>
      </p>
    </div>
  )
}
