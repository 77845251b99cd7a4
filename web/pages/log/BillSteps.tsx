import type { LogJson } from '../../../server/domain/endpoints/log'

import { ratioText } from '../../../server/domain/log-content'
import type { LogDetails } from '../../../server/domain/log-details'

import { chargeFor } from '../../../server/domain/quota'
import { ChargeSteps } from '../../components/ChargeSteps'

import { useFormat } from '../../format'
import { useText } from '../../language'

interface BillStepsProps {
  readonly log: LogJson
  readonly bill: NonNullable<LogDetails['bill']>
}

/** The charge of a call worked out step by step, by the same arithmetic that made it. */
export function BillSteps({ log, bill }: BillStepsProps) {
  const { text } = useText()
  const format = useFormat()
  const { price } = bill
  const owed = chargeFor(bill.usage, price)
  return (
    <section className="bill">
      <h3>{text('log.bill')}</h3>
      <ChargeSteps usage={bill.usage} price={price} />
      <p>
        <strong>
          {text('log.charged', {
            credits: format.number(log.quota),
            cost: format.cost(log.quota),
          })}
        </strong>
        {owed !== log.quota && <span className="muted"> {text('log.bill_differs')}</span>}
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
