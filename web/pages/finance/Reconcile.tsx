import { Button, Select } from '@primer/react'
import { type FormEvent, useId, useState } from 'react'
import type { DataOf } from '../../../server/domain/api-calls/contract'
import { isOpen } from '../../../server/domain/proof/reconcile'
import { call } from '../../api/client'
import { useEndpoint } from '../../api/use-endpoint'
import { useFormat } from '../../app/format'
import { useText } from '../../app/language'
import { Field } from '../../components/form/Field'
import { useAction } from '../../components/page/use-action'
import { Panel } from '../../components/stats/Stats'
import type { FinanceSpan } from './FinanceSums'

type Report = DataOf<'finance.reconcile'>

/** What a provider says was used, against the bills of the channel. */
export function Reconcile({ span }: { readonly span: FinanceSpan }) {
  const { text } = useText()
  const { isBusy, run } = useAction()
  const { data: sums = [] } = useEndpoint('finance.sums', { query: { ...span, by: 'channel' } })
  const channels = sums.filter(({ key }) => Number(key) > 0)
  const [chosen, choose] = useState('')
  const [csv, read] = useState('')
  const [report, show] = useState<Report>()
  const channel = channels.find(({ key }) => key === chosen) ?? channels[0]
  const file = useId()
  const compare = (event: FormEvent): void => {
    event.preventDefault()
    if (channel === undefined) return
    const input = { params: { id: Number(channel.key) }, body: { csv } }
    void run(async () => show((await call('finance.reconcile', input)).data))
  }
  return (
    <Panel title={text('finance.reconcile')}>
      <form className="finance-reconcile" onSubmit={compare}>
        <p className="muted">{text('finance.reconcile_text')}</p>
        <Field label={text('finance.channel')}>
          <Select
            value={channel?.key ?? ''}
            disabled={channel === undefined}
            onChange={(event) => choose(event.target.value)}
          >
            {channels.map(({ key, name }) => (
              <Select.Option key={key} value={key}>
                {name}
              </Select.Option>
            ))}
          </Select>
        </Field>
        <span className="finance-file">
          <label htmlFor={file}>{text('finance.file')}</label>
          <input
            id={file}
            type="file"
            accept=".csv,text/csv"
            onChange={async (event) => {
              const [first] = event.target.files ?? []
              read(first === undefined ? '' : await first.text())
            }}
          />
        </span>
        <Button type="submit" loading={isBusy} disabled={csv === '' || channel === undefined}>
          {text('finance.compare')}
        </Button>
      </form>
      {report !== undefined && <Differences report={report} />}
    </Panel>
  )
}

function Differences({ report: { shape, rows } }: { readonly report: Report }) {
  const { text } = useText()
  const { number } = useFormat()
  const open = rows.filter(isOpen)
  const title =
    open.length === 0
      ? text('finance.all_agree', { count: rows.length })
      : text('finance.open', { open: open.length, count: rows.length })
  const numbers = ['ours', 'theirs', 'difference'] as const
  return (
    <>
      <p className="panel-nothing" role="status">
        {text('finance.read_as', { shape })} · {title}
      </p>
      <table className="table">
        <thead>
          <tr>
            {(['day', 'model', 'class'] as const).map((name) => (
              <th key={name} scope="col">
                {text(`finance.${name}`)}
              </th>
            ))}
            {numbers.map((name) => (
              <th key={name} scope="col" className="table-number">
                {text(`finance.${name}`)}
              </th>
            ))}
            <th scope="col">{text('finance.verdict')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.day} ${row.model} ${row.class}`}>
              <td data-label={text('finance.day')}>{row.day}</td>
              <td data-label={text('finance.model')}>{row.model}</td>
              <td data-label={text('finance.class')}>{row.class}</td>
              {numbers.map((name) => (
                <td key={name} className="table-number" data-label={text(`finance.${name}`)}>
                  <span className="number">{number(row[name])}</span>
                </td>
              ))}
              <td data-label={text('finance.verdict')}>
                <span className={isOpen(row) ? 'finance-open' : 'muted'}>
                  {text(`finance.verdict_${row.verdict}`)}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
