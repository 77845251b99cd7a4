import { DownloadIcon } from '@primer/octicons-react'
import { Button } from '@primer/react'
import { useState } from 'react'
import { logResource } from '../../../server/domain/resources/logs'
import { isAdmin } from '../../../server/domain/roles'
import { call } from '../../api/client'
import { useEndpoint } from '../../api/use-endpoint'
import { downloadCsv } from '../../components/csv'
import { Figures } from '../../components/Figures'
import { PageHeader } from '../../components/PageHeader'
import { Pager } from '../../components/Pager'
import { SwitchField } from '../../components/SwitchField'
import { secondsOf } from '../../components/TimeField'
import { useAction } from '../../components/use-action'
import { useListQuery } from '../../components/use-list-query'
import { useFormat } from '../../format'
import { useText } from '../../language'
import { useViewer } from '../../session'
import { LOG_FILTERS, LogFilters, recentDays } from './LogFilters'
import { LogTable } from './LogTable'

/** Seconds between two readings while the list is live. */
const LIVE_EVERY_MS = 5000
/** Rows of an export, at most. */
const MOST_PAGES = 10
const PAGE_OF_EXPORT = 100

export default function LogPage() {
  const { text } = useText()
  const format = useFormat()
  const viewer = useViewer()
  const query = useListQuery(LOG_FILTERS)
  const [isLive, live] = useState(false)
  const [defaultStart] = useState(recentDays)
  const { page, pageSize, filters } = query
  const start = filters.start === '' ? defaultStart : secondsOf(filters.start)
  const filter = {
    type: Number(filters.type) || undefined,
    start_timestamp: Number.isNaN(start) ? undefined : start,
    end_timestamp: filters.end === '' ? undefined : secondsOf(filters.end) || undefined,
    token_name: filters.token_name,
    model_name: filters.model_name,
    group: filters.group,
    username: filters.username,
    channel: Number(filters.channel) || undefined,
  }
  const isForAll = isAdmin(viewer?.role ?? 0)
  const everyMs = isLive ? LIVE_EVERY_MS : 0
  const listId = isForAll ? 'log.list' : 'log.list_own'
  const list = useEndpoint(
    listId,
    { query: { ...filter, p: page, page_size: pageSize } },
    { everyMs },
  )
  const stat = useEndpoint(isForAll ? 'log.stat' : 'log.stat_own', { query: filter }, { everyMs })
  return (
    <>
      <PageHeader title={text('nav.log')} description={text('log.description')}>
        <ExportButton listId={listId} filter={filter} />
      </PageHeader>
      <div className="log-head">
        <Figures
          figures={[
            { title: text('log.consumed'), value: stat.data && format.cost(stat.data.quota) },
            {
              title: 'RPM',
              hint: text('log.rpm'),
              value: stat.data && format.count(stat.data.rpm),
            },
            {
              title: 'TPM',
              hint: text('log.tpm'),
              value: stat.data && format.count(stat.data.tpm),
            },
          ]}
        />
        <SwitchField label={text('log.live')} isOn={isLive} onChange={live} />
      </div>
      <LogFilters query={query} isForAll={isForAll} defaultStart={defaultStart} />
      <LogTable
        rows={list.data?.items}
        error={list.error}
        onRetry={list.reload}
        isForAll={isForAll}
      />
      <Pager
        page={page}
        pageSize={pageSize}
        total={list.data?.total ?? 0}
        onPage={query.turnTo}
        onPageSize={query.resize}
      />
    </>
  )
}

interface ExportButtonProps {
  readonly listId: 'log.list' | 'log.list_own'
  readonly filter: object
}

/** The newest rows that pass the filter, as a table for other programs. */
function ExportButton({ listId, filter }: ExportButtonProps) {
  const { text } = useText()
  const { isBusy, run } = useAction()
  const exportRows = async (): Promise<void> => {
    await run(async () => {
      const rows: object[] = []
      for (let p = 1; p <= MOST_PAGES; p += 1) {
        const query = { ...filter, p, page_size: PAGE_OF_EXPORT }
        const { data } = await call(listId, { query })
        rows.push(...data.items)
        if (rows.length >= data.total) break
      }
      downloadCsv('log.csv', Object.keys(logResource.columns), rows)
    })
  }
  return (
    <Button leadingVisual={DownloadIcon} loading={isBusy} onClick={() => void exportRows()}>
      {text('ui.csv')}
    </Button>
  )
}
