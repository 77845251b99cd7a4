import type { LogJson } from '../../../server/domain/endpoints/log'
import { CREDITS_PER_USD, explainCharge } from '../../../server/domain/quota'
import { useFormat } from '../../format'
import { useText } from '../../language'
import type { LogDetails } from './log-details'

interface BillStepsProps {
  readonly log: LogJson
  readonly bill: NonNullable<LogDetails['bill']>
}

/** The charge of a call worked out step by step, by the same arithmetic that made it. */
export function BillSteps({ log, bill }: BillStepsProps) {
  const { text } = useText()
  const format = useFormat()
  const { price } = bill
  const steps = explainCharge(bill.usage, price)
  const perMillion = (ratio: string): string =>
    format.usd((Number(ratio) * 1_000_000) / CREDITS_PER_USD)
  return (
    <section className="bill">
      <h3>{text('log.bill')}</h3>
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
                <td>{text('log.per_million', { price: perMillion(row.ratio) })}</td>
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
      <p>
        <strong>
          {text('log.charged', {
            credits: format.number(log.quota),
            cost: format.cost(log.quota),
          })}
        </strong>
        {steps.total !== log.quota && <span className="muted"> {text('log.bill_differs')}</span>}
      </p>
      {steps.mode === 'per-token' && (
        <p className="muted">
          {text('log.ratios', {
            model: price.modelRatio,
            completion: price.completionRatio,
            group: price.groupRatio,
          })}
        </p>
      )}
    </section>
  )
}
