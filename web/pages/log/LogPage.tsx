import { useState } from 'react'
import type { LogJson } from '../../../server/domain/endpoints/log'
import { LOG_SORTS } from '../../../server/domain/logs/log-sorts'
import { quotedValue, withField } from '../../../server/domain/logs/query/lex'
import { useEndpoint } from '../../api/use-endpoint'
import { useText } from '../../app/language'
import { RefreshButton } from '../../components/list/RefreshButton'
import { PageHeader } from '../../components/page/PageHeader'
import { ColumnMenu } from '../../components/table/ColumnMenu'
import { useOpenCall } from './call/use-open-call'
import { ExportButton } from './ExportButton'
import { Histogram } from './Histogram'
import { LogHead } from './LogHead'
import { LogSources } from './LogSources'
import { MOST_DAYS, timesBetween } from './log-window'
import { useFilterPanel } from './query/FilterPanel'
import { QueryLine } from './query/QueryLine'
import type { KnownValues } from './query/query-suggestions'
import { RangeMenu } from './RangeMenu'
import { LogRows } from './rows/LogRows'
import { logTableResource } from './rows/log-columns'
import { useLogPage } from './use-log-page'
import './log.css'
import { lateDialog } from '../../components/late/Late'

const CallPanel = lateDialog(async () => (await import('./call/CallPanel')).CallPanel)
const UserDialog = lateDialog(async () => (await import('./UserDialog')).UserDialog)

const NEWEST_FIRST = { column: 'created_at', direction: 'desc' } as const

type LogPageState = ReturnType<typeof useLogPage>

export default function LogPage() {
  const { text } = useText()
  const page = useLogPage()
  const { view, state, rows, stat, histogram, live } = page
  return (
    <>
      <PageHeader title={text('nav.log')} description={text('log.description')} manual="prices">
        <RefreshButton onRefresh={page.renew} />
        <ExportButton listId={page.listId} filter={page.filter} />
      </PageHeader>
      <LogTools page={page} />
      {view.isCut && (
        <p className="muted" role="status">
          {text('log.range_cut', { days: MOST_DAYS })}
        </p>
      )}
      <LogSources {...stat.data} />
      <LogHead stat={stat.data} shown={rows.length} total={state.total} {...live} />
      <Histogram
        histogram={histogram.data}
        onTimes={(from, to) => view.chooseTimes(timesBetween(from, to))}
        onOutcome={(outcome) => view.ask(withField(view.line, 'type', outcome))}
      />
      <LogView page={page} />
    </>
  )
}

function LogTools({ page }: { readonly page: LogPageState }) {
  const { view, rows, isForAll } = page
  const { line, ask } = view
  const known = useKnownValues(rows)
  const filters = useFilterPanel({ line, isForAll, onAsk: ask })
  return (
    <search className="log-tools">
      <QueryLine line={line} isForAll={isForAll} known={known} onAsk={ask} />
      <RangeMenu
        range={view.range}
        times={view.times}
        onRange={view.chooseRange}
        onTimes={view.chooseTimes}
      />
      {filters.button}
      <ColumnMenu resource={logTableResource} />
      {filters.panel}
    </search>
  )
}

/** The list, and next to it the call that is open. */
function LogView({ page }: { readonly page: LogPageState }) {
  const { view, state, rows, isForAll, isNew } = page
  const [user, showUser] = useState<number | undefined>(undefined)
  const { log, close, newer, older } = useOpenCall(view, rows)
  return (
    <div className="log-view" data-open={log !== undefined}>
      <LogRows
        state={state}
        isFiltered={view.line !== ''}
        opened={log?.id}
        onOpen={view.open}
        onUser={isForAll ? showUser : undefined}
        isNew={isNew}
        sort={{ ...(view.sort ?? NEWEST_FIRST), columns: LOG_SORTS, onSort: page.onSort }}
      />
      {log && (
        <CallPanel
          key={log.id}
          log={log}
          onClose={close}
          onNewer={newer}
          onOlder={older}
          onNarrow={(field, value) => view.ask(withField(view.line, field, quotedValue(value)))}
        />
      )}
      {user !== undefined && <UserDialog id={user} onClose={() => showUser(undefined)} />}
    </div>
  )
}

/** What the rows in sight are made of is what people look for. */
function useKnownValues(rows: readonly LogJson[]): KnownValues {
  const { data: models = [] } = useEndpoint('user.models')
  const of = (value: (log: LogJson) => string) =>
    [...new Set(rows.map(value))].filter((each) => each !== '')
  return {
    model: [...new Set([...of(({ model_name }) => model_name), ...models])],
    token: of(({ token_name }) => token_name),
    user: of(({ username }) => username),
    group: of(({ group }) => group),
    channel: of(({ channel }) => (channel === 0 ? '' : String(channel))),
    request: [],
  }
}
