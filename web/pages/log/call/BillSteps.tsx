import type { LogJson } from '../../../../server/domain/endpoints/log'
import { ratioText } from '../../../../server/domain/logs/content'
import type { LogDetails } from '../../../../server/domain/logs/details'
import { Bill } from '../../../../server/domain/money/bill'
import { useFormat } from '../../../app/format'
import { useText } from '../../../app/language'
import { ChargeSteps } from '../../../components/text/ChargeSteps'

interface BillStepsProps {
  readonly log: LogJson
  readonly bill: NonNullable<LogDetails['bill']>
}

/** The charge of a call worked out step by step, by the same arithmetic that made it. */
export function BillSteps({ log, bill }: BillStepsProps) {
  const { text } = useText()
  const format = useFormat()
  const { price } = bill
  const made = new Bill(bill.usage, price)
  return (
    <section className="bill">
      <h3>{text('log.bill')}</h3>
      <ChargeSteps bill={made} />
      <p>
        <strong>
          {text('log.charged', {
            credits: format.number(log.quota),
            cost: format.cost(log.quota),
          })}
        </strong>
        {made.charge !== log.quota && <span className="muted"> {text('log.bill_differs')}</span>}
      </p>
      {price.mode === 'per-token' && (
        <p className="muted">
          {price.modelRatio <= 0 && price.usd !== undefined
            ? text('log.unit_price', { group: ratioText(price.groupRatio) })
            : text('log.ratios', {
                model: ratioText(price.modelRatio),
                completion: ratioText(price.completionRatio),
                group: ratioText(price.groupRatio),
              })}
        </p>
      )}
    </section>
  )
}
