import { Label } from '@primer/react'
import type { LogJson } from '../../../server/domain/endpoints/log'
import { detailsOf } from '../../../server/domain/log-details'
import { type Fact, factsOf } from '../../../server/domain/log-facts'
import { LOG_TYPE } from '../../../server/domain/status'
import { useFormat } from '../../format'
import { useText } from '../../language'
import { BillSteps } from './BillSteps'
import { useContentOf } from './use-content-of'

/** Below an unfolded row: why it cost that, and what happened on the way. */
export function LogFacts({ log }: { readonly log: LogJson }) {
  const { text } = useText()
  const { number, cost } = useFormat()
  const details = detailsOf(log)
  const content = useContentOf(log)
  const { bill } = details
  const columns: readonly Fact[] = [
    ['field.log.request_id', log.request_id],
    ['field.log.ip', log.ip],
    ['field.log.content', content],
  ]
  const facts = [
    ...columns.filter(([, value]) => value !== ''),
    ...factsOf(details, { text, number, cost }),
  ]
  return (
    <div className="log-facts">
      {bill !== undefined && log.type === LOG_TYPE.consumption && (
        <BillSteps log={log} bill={bill} />
      )}
      <dl>
        {facts.map(([title, value]) => (
          <div key={title}>
            <dt>{text(title)}</dt>
            <dd>{title === 'log.untranslated' ? <Names names={details.untranslated} /> : value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

function Names({ names }: { readonly names: readonly string[] }) {
  return names.map((name) => (
    <Label key={name} variant="attention">
      {name}
    </Label>
  ))
}
