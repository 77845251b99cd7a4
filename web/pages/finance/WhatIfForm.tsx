import { Button, Select } from '@primer/react'
import { type FormEvent, useState } from 'react'
import type { BillSumJson } from '../../../server/domain/endpoints/bill'
import { BILL_SUBJECTS, type BillSubject } from '../../../server/domain/money/bill-subjects'
import { rowsOfTables } from '../../../server/domain/prices/imported-prices'
import { call } from '../../api/client'
import { useFormat } from '../../app/format'
import { useText } from '../../app/language'
import { Field } from '../../components/form/Field'
import { useAction } from '../../components/page/use-action'
import { subjectPath } from '../../components/stats/subject-path'
import { useStatFormats } from '../../components/stats/use-stat-formats'
import { FigureHeads, Figures } from '../../components/table/Figures'
import { NameLink } from '../../components/table/NameLink'
import { SourceFields, useSource } from '../price/ImportSource'
import '../price/price.css'
import type { FinanceSpan } from './FinanceSums'

interface Report {
  readonly by: BillSubject
  readonly sums: readonly BillSumJson[]
}

export function WhatIfForm({ span }: { readonly span: FinanceSpan }) {
  const { text } = useText()
  const { isBusy, run } = useAction()
  const file = useSource()
  const [by, sumBy] = useState<BillSubject>('model')
  const [report, show] = useState<Report>()
  const compare = (event: FormEvent): void => {
    event.preventDefault()
    const { start_timestamp, end_timestamp } = span
    const body = {
      by,
      prices: [...rowsOfTables(file.found.tables)],
      start_timestamp,
      // The end of the range of bills is inclusive.
      end_timestamp: end_timestamp === undefined ? undefined : end_timestamp - 1,
    }
    void run(async () => show({ by, sums: (await call('bill.what_if', { body })).data }))
  }
  return (
    <>
      <form className="finance-what-if" onSubmit={compare}>
        <SourceFields file={file} />
        <Field label={text('finance.by')}>
          <Select
            value={by}
            onChange={({ target }) =>
              sumBy(BILL_SUBJECTS.find((name) => name === target.value) ?? 'model')
            }
          >
            {BILL_SUBJECTS.map((name) => (
              <Select.Option key={name} value={name}>
                {text(`explore.group_${name}`)}
              </Select.Option>
            ))}
          </Select>
        </Field>
        <Button type="submit" loading={isBusy} disabled={!file.isRead}>
          {text('finance.compare')}
        </Button>
      </form>
      {report !== undefined && <Differences report={report} />}
    </>
  )
}

function Differences({ report: { by, sums } }: { readonly report: Report }) {
  const { text } = useText()
  const { quota } = useFormat()
  const { count } = useStatFormats()
  const titles = [
    text('finance.requests'),
    text('finance.charged'),
    text('finance.at_those'),
    text('finance.difference'),
    text('finance.margin_then'),
  ]
  const figures = (sum: Sum): readonly string[] => [
    count(sum.calls),
    quota(sum.charged),
    quota(sum.repriced),
    quota(sum.repriced - sum.charged),
    quota(sum.repriced - sum.cost),
  ]
  if (sums.length === 0) return <p className="panel-nothing">{text('finance.no_calls')}</p>
  return (
    <table className="table">
      <FigureHeads first={text(`explore.group_${by}`)} titles={titles} />
      <tbody>
        {sums.map((sum) => (
          <tr key={`${sum.id} ${sum.name}`}>
            <td>
              <NameLink to={subjectPath(by, by === 'model' ? sum.name : sum.id)} name={sum.name} />
            </td>
            <Figures titles={titles} figures={figures(sum)} />
          </tr>
        ))}
        <tr className="finance-total">
          <th scope="row">{text('finance.total')}</th>
          <Figures titles={titles} figures={figures(sumOf(sums))} />
        </tr>
      </tbody>
    </table>
  )
}

type Sum = Pick<BillSumJson, 'calls' | 'charged' | 'repriced' | 'cost'>

function sumOf(sums: readonly Sum[]): Sum {
  const total = (of: (sum: Sum) => number) => sums.reduce((all, sum) => all + of(sum), 0)
  return {
    calls: total(({ calls }) => calls),
    charged: total(({ charged }) => charged),
    repriced: total(({ repriced }) => repriced),
    cost: total(({ cost }) => cost),
  }
}
