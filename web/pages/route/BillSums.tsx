import { Spinner } from '@primer/react'
import { useState } from 'react'
import { failureText } from '../../../server/domain/api-calls/failure'
import { CREDITS_PER_USD } from '../../../server/domain/money/quota'
import { useEndpoint } from '../../api/use-endpoint'
import { useFormat } from '../../app/format'
import { useText } from '../../app/language'
import { subjectPath } from '../../components/stats/subject-path'
import { NameLink } from '../../components/table/NameLink'
import { Chips } from '../price/Chips'
import '../../components/table/table.css'

const SUBJECTS = ['channel', 'model', 'user'] as const
type Subject = (typeof SUBJECTS)[number]
const FIGURES = ['calls', 'share', 'charged', 'cost', 'margin'] as const

/** What calls were charged and cost, and how much of their prompts came out of a cache. */
export function BillSums() {
  const { text } = useText()
  const format = useFormat()
  const [by, choose] = useState<Subject>('channel')
  const { data, error } = useEndpoint('bill.sums', { query: { by } })
  const usd = (credits: number) => format.usd(credits / CREDITS_PER_USD, 2)
  return (
    <section aria-label={text('route.bills_title')}>
      <div className="route-bills-head">
        <h2 className="route-heading">{text('route.bills_title')}</h2>
        <Chips
          legend={text('route.bills_title')}
          chips={SUBJECTS.map((name) => ({ name, title: text(`route.bills_${name}`) }))}
          chosen={by}
          onChoose={(name) => name !== '' && choose(name)}
        />
      </div>
      {error && <p role="alert">{failureText(error, text)}</p>}
      {!error && data === undefined && <Spinner srText={text('ui.loading')} />}
      {data?.length === 0 && <p className="muted">{text('overview.no_calls')}</p>}
      {data !== undefined && data.length > 0 && (
        <div className="table-frame">
          <table className="table">
            <thead>
              <tr>
                <th scope="col">{text(`route.bills_${by}`)}</th>
                {FIGURES.map((figure) => (
                  <th key={figure} scope="col" className="table-number">
                    {text(`route.bills_${figure}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {data.map(({ id, name, calls, cache_share: share, ...sums }) => (
                <tr key={`${id} ${name}`}>
                  <td>
                    <NameLink to={subjectPath(by, by === 'model' ? name : id)} name={name} />
                  </td>
                  {[
                    format.number(calls),
                    text('route.percent', { share }),
                    usd(sums.charged),
                    usd(sums.cost),
                    usd(sums.margin),
                  ].map((told, index) => (
                    <td
                      key={FIGURES[index]}
                      className="table-number"
                      data-label={text(`route.bills_${FIGURES[index] ?? 'calls'}`)}
                    >
                      <span className="number">{told}</span>
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}
