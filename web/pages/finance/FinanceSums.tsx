import { DownloadIcon } from '@primer/octicons-react'
import { Button, SegmentedControl } from '@primer/react'
import { failureText } from '../../../server/domain/api-calls/failure'
import type { FinanceSumJson } from '../../../server/domain/endpoints/finance'
import { CREDITS_PER_USD } from '../../../server/domain/money/quota'
import { USAGE_GROUP_NAMES, type UsageGroup } from '../../../server/domain/usage/explore'
import { useEndpoint } from '../../api/use-endpoint'
import { useFormat } from '../../app/format'
import { useText } from '../../app/language'
import { LoadFailure } from '../../components/page/LoadFailure'
import { PageSkeleton } from '../../components/page/PageSkeleton'
import { Panel } from '../../components/stats/Stats'
import { subjectPath } from '../../components/stats/subject-path'
import { useStatFormats } from '../../components/stats/use-stat-formats'
import { downloadCsv } from '../../components/table/csv'
import { FigureHeads, Figures } from '../../components/table/Figures'
import { NameLink } from '../../components/table/NameLink'
import { useKeyNames } from '../explore/use-key-names'

export interface FinanceSpan {
  readonly start_timestamp: number | undefined
  readonly end_timestamp: number | undefined
}

interface FinanceSumsProps {
  readonly span: FinanceSpan
  /** As the address has it. */
  readonly by: string
  readonly onBy: (by: string) => void
  /** What stands above is not known yet. */
  readonly isReading: boolean
}

const PAGED = ['channel', 'model', 'user', 'token'] as const

/** Charged, cost and margin by what one chooses, as a table and as a file in dollars. */
export function FinanceSums({ span, by: requested, onBy, isReading }: FinanceSumsProps) {
  const { text } = useText()
  const nameOf = useKeyNames()
  const by = USAGE_GROUP_NAMES.find((name) => name === requested) ?? 'channel'
  const { data, error, reload } = useEndpoint('finance.sums', { query: { ...span, by } })
  const rows = data?.map((row) => ({ ...row, shown: nameOf(by, row) }))
  return (
    <Panel
      title={text('finance.by')}
      isReading={isReading || rows === undefined}
      aside={
        <span className="finance-choices">
          <SegmentedControl
            aria-label={text('explore.by')}
            onChange={(at) => onBy(USAGE_GROUP_NAMES[at] ?? '')}
          >
            {USAGE_GROUP_NAMES.map((name) => (
              <SegmentedControl.Button key={name} selected={name === by}>
                {text(`explore.group_${name}`)}
              </SegmentedControl.Button>
            ))}
          </SegmentedControl>
          <Button
            size="small"
            leadingVisual={DownloadIcon}
            disabled={rows === undefined || rows.length === 0}
            onClick={() => save(rows ?? [], by, span)}
          >
            {text('ui.csv')}
          </Button>
        </span>
      }
    >
      {error !== undefined && data === undefined && (
        <LoadFailure message={failureText(error, text)} onRetry={reload} />
      )}
      {error === undefined && rows === undefined && <PageSkeleton />}
      {rows?.length === 0 && <p className="panel-nothing">{text('finance.no_calls')}</p>}
      {rows !== undefined && rows.length > 0 && <SumTable rows={rows} by={by} />}
    </Panel>
  )
}

interface SumRow extends FinanceSumJson {
  readonly shown: string
}

const DOLLARS = ['charged', 'cost', 'margin', 'uncollected'] as const

/** In dollars and with names, the time in the name of the file. */
function save(rows: readonly SumRow[], by: UsageGroup, span: FinanceSpan): void {
  const dollars = (credits: number) => (credits / CREDITS_PER_USD).toFixed(6)
  const day = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10)
  const lines = rows.map(({ key, shown, quota, cost = 0, margin, uncollected = 0, ...sum }) => ({
    [by]: shown,
    id: key,
    requests: sum.calls,
    failed: sum.failed,
    input_tokens: sum.prompt_tokens,
    cached_tokens: sum.cached_tokens,
    output_tokens: sum.completion_tokens,
    charged_usd: dollars(quota),
    cost_usd: dollars(cost),
    margin_usd: dollars(margin),
    uncollected_usd: dollars(uncollected),
  }))
  const { start_timestamp: from, end_timestamp: to } = span
  const time = from === undefined || to === undefined ? 'last-30-days' : `${day(from)}-${day(to)}`
  const columns = [
    ...[by, 'id', 'requests', 'failed', 'input_tokens', 'cached_tokens', 'output_tokens'],
    ...DOLLARS.map((name) => `${name}_usd`),
  ]
  downloadCsv(`finance-${by}-${time}.csv`, columns, lines)
}

interface SumTableProps {
  readonly rows: readonly SumRow[]
  readonly by: UsageGroup
}

function SumTable({ rows, by }: SumTableProps) {
  const { text } = useText()
  const { share, count } = useStatFormats()
  const { quota } = useFormat()
  const paged = PAGED.find((name) => name === by)
  const titles = [
    text('finance.requests'),
    text('finance.share'),
    text('finance.charged'),
    text('finance.cost'),
    text('finance.margin'),
  ]
  const figures = (sum: Sum): readonly string[] => [
    count(sum.calls),
    share(sum.cached_tokens, sum.prompt_tokens),
    quota(sum.quota),
    quota(sum.cost),
    quota(sum.margin),
  ]
  const rest = rows.slice(MOST_ROWS)
  return (
    <table className="table">
      <FigureHeads first={text(`explore.group_${by}`)} titles={titles} />
      <tbody>
        {rows.slice(0, MOST_ROWS).map((row) => (
          <tr key={row.key}>
            <td>
              {paged !== undefined && row.key !== '' && row.key !== '0' ? (
                <NameLink to={subjectPath(paged, row.key)} name={row.shown} />
              ) : (
                row.shown
              )}
            </td>
            <Figures titles={titles} figures={figures({ ...row, cost: row.cost ?? 0 })} />
          </tr>
        ))}
        {rest.length > 0 && (
          <tr>
            <td className="muted">{text('explore.other', { count: rest.length })}</td>
            <Figures titles={titles} figures={figures(sumOf(rest))} />
          </tr>
        )}
        <tr className="finance-total">
          <th scope="row">{text('finance.total')}</th>
          <Figures titles={titles} figures={figures(sumOf(rows))} />
        </tr>
      </tbody>
    </table>
  )
}

/** Further ones are summed; the file has all of them. */
const MOST_ROWS = 50

interface Sum {
  readonly calls: number
  readonly cached_tokens: number
  readonly prompt_tokens: number
  readonly quota: number
  readonly cost: number
  readonly margin: number
}

function sumOf(rows: readonly SumRow[]): Sum {
  const total = (of: (row: SumRow) => number) => rows.reduce((sum, row) => sum + of(row), 0)
  return {
    calls: total((row) => row.calls),
    cached_tokens: total((row) => row.cached_tokens),
    prompt_tokens: total((row) => row.prompt_tokens),
    quota: total((row) => row.quota),
    cost: total((row) => row.cost ?? 0),
    margin: total((row) => row.margin),
  }
}
