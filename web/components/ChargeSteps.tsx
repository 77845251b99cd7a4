import type { Price } from '../../server/domain/price'
import { type ChargeRow, CREDITS_PER_USD, explainCharge, perText } from '../../server/domain/quota'
import type { Usage } from '../../server/domain/usage'
import { useFormat } from '../format'
import { useText } from '../language'
import './charge-steps.css'

interface ChargeStepsProps {
  readonly usage: Usage
  readonly price: Price
}

/** A charge worked out step by step, by the same arithmetic that makes it. */
export function ChargeSteps({ usage, price }: ChargeStepsProps) {
  const { text } = useText()
  const format = useFormat()
  const steps = explainCharge(usage, price)
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
