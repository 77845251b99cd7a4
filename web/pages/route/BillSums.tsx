import { Select, Spinner } from '@primer/react'
import { useState } from 'react'
import { failureText } from '../../../server/domain/api-calls/failure'
import { CREDITS_PER_USD } from '../../../server/domain/quota'
import { useEndpoint } from '../../api/use-endpoint'
import { useFormat } from '../../format'
import { useText } from '../../language'

const SUBJECTS = ['channel', 'model', 'user'] as const
type Subject = (typeof SUBJECTS)[number]

/** What calls were charged and cost, and how much of their prompts came out of a cache. */
export function BillSums() {
  const { text } = useText()
  const format = useFormat()
  const [by, choose] = useState<Subject>('channel')
  const { data, error } = useEndpoint('bill.sums', { query: { by } })
  const usd = (credits: number) => format.usd(credits / CREDITS_PER_USD, 2)
  return (
    <section aria-label={text('route.bills_title')}>
      <h2 className="route-heading">{text('route.bills_title')}</h2>
      <Select
        aria-label={text('route.bills_title')}
        value={by}
        onChange={(event) => choose(SUBJECTS.find((one) => one === event.target.value) ?? by)}
      >
        {SUBJECTS.map((one) => (
          <Select.Option key={one} value={one}>
            {text(`route.bills_${one}`)}
          </Select.Option>
        ))}
      </Select>
      {error && <p role="alert">{failureText(error, text)}</p>}
      {!error && data === undefined && <Spinner srText={text('ui.loading')} />}
      <ul className="route-list">
        {data?.map(({ id, name, calls, cache_share: share, ...sums }) => (
          <li key={`${id} ${name}`}>
            <strong>{name}</strong>
            <span>{text('route.bills_share', { share })}</span>
            <span className="muted">
              {[
                text('route.bills_calls', { calls: format.number(calls) }),
                text('route.bills_charged', { charged: usd(sums.charged) }),
                text('route.bills_cost', { cost: usd(sums.cost) }),
                text('route.bills_margin', { margin: usd(sums.margin) }),
              ].join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
