import { DownloadIcon, FileIcon } from '@primer/octicons-react'
import { Button, Select } from '@primer/react'
import { Suspense, useState } from 'react'
import { failureText } from '../../../server/domain/api-calls/failure'
import { isLedgerKind, LEDGER_KINDS } from '../../../server/domain/ledger/entry-kinds'
import { useEndpoint } from '../../api/use-endpoint'
import { useFormat } from '../../app/format'
import { useText } from '../../app/language'
import { useToast } from '../../app/Toasts'
import { localTimeText } from '../../components/form/TimeField'
import { LateBoundary, lazyPart } from '../../components/late/lazy-part'
import { recentMonths } from '../../components/list/months'
import { LoadFailure } from '../../components/page/LoadFailure'
import { PageSkeleton } from '../../components/page/PageSkeleton'
import { downloadCsv } from '../../components/table/csv'
import { TextLink } from '../../components/text/TextLink'
import { MonthFiles } from './MonthFiles'
import { type StatementLine, statementLines, sumsOf } from './statement-lines'
import '../../components/table/table.css'
import './statement.css'

const SpendParts = lazyPart(() => import('./SpendParts'))

interface StatementProps {
  /** Of somebody else, for admins. */
  readonly user?: { readonly id: number; readonly username: string }
}

/** Every movement of the balance in a month, with the balance after it. */
export function Statement({ user }: StatementProps) {
  const { text, language } = useText()
  const toast = useToast()
  const [back, choose] = useState(0)
  const [months] = useState(recentMonths)
  const { from, to } = months[back] ?? { from: 0, to: 0 }
  const query = { start_timestamp: from, end_timestamp: to }
  const own = useEndpoint('account.statement', { query }, { skip: user !== undefined })
  const params = { id: user?.id ?? 0 }
  const other = useEndpoint('user.statement', { params, query }, { skip: user === undefined })
  const { data, error, reload } = user === undefined ? own : other
  const name = new Intl.DateTimeFormat(language, { year: 'numeric', month: 'long' })
  const lines = data === undefined ? [] : statementLines(data)
  return (
    <section className="statement">
      <header>
        <h2>{text(user === undefined ? 'wallet.statement' : 'user.ledger')}</h2>
        <Select
          aria-label={text('wallet.month')}
          value={String(back)}
          onChange={(event) => choose(Number(event.target.value))}
        >
          {months.map((month, index) => (
            <Select.Option key={month.from} value={String(index)}>
              {name.format(new Date(month.from * 1000))}
            </Select.Option>
          ))}
        </Select>
        <Button
          leadingVisual={DownloadIcon}
          onClick={() => save(lines, { from, whose: user?.username })}
        >
          {text('ui.csv')}
        </Button>
        <Button leadingVisual={FileIcon} onClick={() => print()}>
          {text('wallet.print')}
        </Button>
        <MonthFiles {...(user && { user })} month={localTimeText(from).slice(0, 7)} />
      </header>
      {error !== undefined && <LoadFailure message={failureText(error, text)} onRetry={reload} />}
      {error === undefined && data === undefined && <PageSkeleton />}
      {data !== undefined && (
        <>
          <Sums opening={data.opening} closing={data.closing} lines={lines} />
          <Lines lines={lines} username={user?.username} />
          {data.unlisted !== 0 && <Unlisted credits={data.unlisted} />}
          {data.projects.length + data.tags.length > 0 && (
            <LateBoundary onMissing={toast.failure}>
              <Suspense fallback={null}>
                <SpendParts projects={data.projects} tags={data.tags} />
              </Suspense>
            </LateBoundary>
          )}
        </>
      )}
    </section>
  )
}

interface Saved {
  readonly from: number
  readonly whose: string | undefined
}

function save(lines: readonly StatementLine[], { from, whose }: Saved): void {
  const rows = lines.map(({ at, kind, count, amount, covered, balance, reference }) => ({
    time: localTimeText(at),
    kind,
    calls: count,
    credits: amount,
    covered,
    balance,
    reference,
  }))
  const month = localTimeText(from).slice(0, 7)
  const columns = ['time', 'kind', 'calls', 'credits', 'covered', 'balance', 'reference']
  downloadCsv(`${['statement', whose, month].filter(Boolean).join('-')}.csv`, columns, rows)
}

interface SumsProps {
  readonly opening: number
  readonly closing: number
  readonly lines: readonly StatementLine[]
}

function Sums({ opening, closing, lines }: SumsProps) {
  const { text } = useText()
  const { added, taken, calls } = sumsOf(lines)
  const sums = [
    ['wallet.opening', opening],
    ['wallet.added', added],
    ['wallet.calls_cost', calls],
    ...(taken === 0 ? [] : [['wallet.taken', taken] as const]),
    ['wallet.closing', closing],
  ] as const
  return (
    <dl className="statement-sums">
      {sums.map(([title, credits]) => (
        <div key={title}>
          <dt>{text(title)}</dt>
          <dd>
            <Amount credits={credits} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Amount({ credits }: { readonly credits: number }) {
  const { text } = useText()
  const format = useFormat()
  return (
    <span className="number" title={text('log.credits', { credits: format.number(credits) })}>
      {format.cost(credits)}
    </span>
  )
}

interface LinesProps {
  readonly lines: readonly StatementLine[]
  readonly username: string | undefined
}

function Lines({ lines, username }: LinesProps) {
  const { text, language } = useText()
  const format = useFormat()
  if (lines.length === 0) return <p className="muted">{text('wallet.no_lines')}</p>
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium' })
  const whatOf = ({ kind, count, covered }: StatementLine): string => {
    if (kind === 'calls') {
      const calls = text('wallet.day_calls', { count: format.number(count) })
      if (covered === 0) return calls
      return `${calls} · ${text('wallet.by_plan', { amount: format.cost(covered) })}`
    }
    return isLedgerKind(kind) ? LEDGER_KINDS[kind][language] : kind
  }
  return (
    <div className="table-frame">
      <table>
        <thead>
          <tr>
            <th scope="col">{text('wallet.date')}</th>
            <th scope="col">{text('wallet.what')}</th>
            <th scope="col">{text('wallet.change')}</th>
            <th scope="col">{text('wallet.balance')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.key}>
              <td>{day.format(new Date(line.at * 1000))}</td>
              <td>
                {line.kind === 'calls' ? (
                  <TextLink to={logOf(line.at, username)}>{whatOf(line)}</TextLink>
                ) : (
                  whatOf(line)
                )}
              </td>
              <td data-in={line.amount > 0}>
                {line.amount > 0 && '+'}
                <Amount credits={line.amount} />
              </td>
              <td>
                <Amount credits={line.balance} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The calls of that day. */
function logOf(at: number, username = ''): string {
  const day = localTimeText(at).slice(0, 10)
  const search = new URLSearchParams({ start: `${day}T00:00:00`, end: `${day}T23:59:59` })
  if (username !== '') search.set('username', username)
  return `/log?${search}&q=type%3Aanswered`
}

/** Below zero where an import brought calls that this balance has never paid. */
function Unlisted({ credits }: { readonly credits: number }) {
  const { text } = useText()
  const format = useFormat()
  const key = credits > 0 ? 'wallet.unlisted' : 'wallet.unpaid'
  return <p className="muted">{text(key, { amount: format.cost(Math.abs(credits)) })}</p>
}
