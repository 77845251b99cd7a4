import { Select } from '@primer/react'
import { useState } from 'react'
import { isRoot } from '../../../server/domain/accounts/roles'
import { failureText } from '../../../server/domain/api-calls/failure'
import type { FinanceJson } from '../../../server/domain/endpoints/finance'
import { isLedgerKind, LEDGER_KINDS } from '../../../server/domain/ledger/entry-kinds'
import { useEndpoint } from '../../api/use-endpoint'
import { useFormat } from '../../app/format'
import { useText } from '../../app/language'
import { useViewer } from '../../app/session'
import { recentMonths } from '../../components/list/months'
import { useListQuery } from '../../components/list/use-list-query'
import { LoadFailure } from '../../components/page/LoadFailure'
import { PageHeader } from '../../components/page/PageHeader'
import { Panel, Stats } from '../../components/stats/Stats'
import { useStatFormats } from '../../components/stats/use-stat-formats'
import { FigureHeads } from '../../components/table/Figures'
import { FinanceSums } from './FinanceSums'
import { Reconcile } from './Reconcile'
import { VerifyLedger } from './VerifyLedger'
import { WhatIf } from './WhatIf'
import '../../components/table/table.css'
import './finance.css'

const FILTERS = ['month', 'by'] as const
const DAY = 86_400

/** The operator's books of a month: what came in, what was charged, and what it cost. */
export default function FinancePage() {
  const { text, language } = useText()
  const isOwner = isRoot(useViewer()?.role ?? 0)
  const query = useListQuery(FILTERS)
  const { filters, filter } = query
  const [months] = useState(recentMonths)
  const month = months.find(({ from }) => monthName(from) === filters.month)
  const span = { start_timestamp: month?.from, end_timestamp: month?.to }
  const { data, error, reload } = useEndpoint('finance.show', { query: span })
  const name = new Intl.DateTimeFormat(language, { year: 'numeric', month: 'long' })
  return (
    <>
      <PageHeader
        title={text('nav.finance')}
        description={text('finance.description')}
        manual="operate"
      >
        <Select
          aria-label={text('finance.month')}
          value={month === undefined ? '' : filters.month}
          onChange={(event) => filter({ month: event.target.value })}
        >
          <Select.Option value="">{text('finance.last_30')}</Select.Option>
          {months.map(({ from }) => (
            <Select.Option key={from} value={monthName(from)}>
              {name.format(new Date(from * 1000))}
            </Select.Option>
          ))}
        </Select>
      </PageHeader>
      {error !== undefined && data === undefined && (
        <LoadFailure message={failureText(error, text)} onRetry={reload} />
      )}
      {(data !== undefined || error === undefined) && (
        <>
          <Sums finance={data} />
          <FinanceSums
            span={span}
            by={filters.by}
            onBy={(by) => filter({ by })}
            isReading={data === undefined}
          />
        </>
      )}
      {data !== undefined && (
        <>
          <Notes finance={data} />
          <Sources finance={data} />
          <WhatIf span={span} />
          <Reconcile span={span} />
          {isOwner && <VerifyLedger />}
        </>
      )}
    </>
  )
}

/** 2026-11, as addresses have it. */
function monthName(from: number): string {
  const at = new Date(from * 1000)
  return `${at.getFullYear()}-${String(at.getMonth() + 1).padStart(2, '0')}`
}

interface FinanceProps {
  readonly finance: FinanceJson
}

/** Each figure stands in its place before it is known. */
function Sums({ finance }: { readonly finance: FinanceJson | undefined }) {
  const { text } = useText()
  const { quota } = useFormat()
  const { share, count } = useStatFormats()
  const { booked, usage, owed } = finance ?? {}
  const added = booked?.reduce((sum, row) => sum + row.added - row.taken, 0)
  const margin = usage && usage.quota - (usage.cost ?? 0)
  const money = (credits: number | undefined) =>
    credits === undefined ? undefined : quota(credits)
  return (
    <Stats
      stats={[
        { title: text('finance.cash_in'), value: money(added) },
        { title: text('finance.charged'), value: money(usage?.quota) },
        { title: text('finance.cost'), hint: text('finance.cost_hint'), value: money(usage?.cost) },
        {
          title: text('finance.margin'),
          value: money(margin),
          note: usage && text('finance.margin_share', { share: share(margin ?? 0, usage.quota) }),
          ...((margin ?? 0) < 0 && { tone: 'bad' as const }),
        },
        {
          title: text('finance.uncollected'),
          hint: text('finance.uncollected_hint'),
          value: money(usage?.uncollected),
          ...((usage?.uncollected ?? 0) > 0 && { tone: 'warn' as const }),
        },
        {
          title: text('finance.balances'),
          value: money(owed?.balances),
          note: owed && text('finance.balances_note', { count: count(owed.users) }),
        },
        {
          title: text('finance.codes'),
          value: money(owed?.code_credits),
          note: owed && text('finance.codes_note', { count: count(owed.codes) }),
        },
      ]}
    />
  )
}

/** What the figures leave out. */
function Notes({ finance }: FinanceProps) {
  const { text } = useText()
  const { date } = useFormat()
  const { from, known_from, step } = finance
  const isShort = known_from > from + DAY
  if (!isShort && step < DAY) return null
  return (
    <p className="muted" role="note">
      {isShort && text('finance.known_from', { time: date(known_from) })}{' '}
      {step >= DAY && text('finance.days_utc')}
    </p>
  )
}

function Sources({ finance }: FinanceProps) {
  const { text, language } = useText()
  const format = useFormat()
  const { booked, orders } = finance
  const titles = {
    entries: text('finance.entries'),
    added: text('finance.added'),
    taken: text('finance.taken'),
  }
  const paid = text('finance.orders_note', {
    count: orders.count,
    money: orders.money.map(({ cents, currency }) => format.money(cents, currency)).join(' + '),
  })
  return (
    <Panel
      title={text('finance.sources')}
      aside={orders.count > 0 && <span className="muted">{paid}</span>}
    >
      {booked.length === 0 ? (
        <p className="panel-nothing">{text('finance.nothing_booked')}</p>
      ) : (
        <table className="table">
          <FigureHeads first={text('finance.source')} titles={Object.values(titles)} />
          <tbody>
            {booked.map(({ kind, count, added, taken }) => (
              <tr key={kind}>
                <td>{isLedgerKind(kind) ? LEDGER_KINDS[kind][language] : kind}</td>
                <td className="table-number" data-label={titles.entries}>
                  <span className="number">{format.number(count)}</span>
                </td>
                <td className="table-number" data-label={titles.added}>
                  <span className="number">{format.quota(added)}</span>
                </td>
                <td className="table-number" data-label={titles.taken}>
                  <span className="number">{taken === 0 ? '–' : format.quota(taken)}</span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  )
}
