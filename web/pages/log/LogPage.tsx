import { PageHeader } from '../../components/PageHeader'
import { Pager } from '../../components/Pager'
import { RefreshButton } from '../../components/RefreshButton'
import { useText } from '../../language'
import { ExportButton } from './ExportButton'
import { LogFilters } from './LogFilters'
import { LogHead } from './LogHead'
import { LogTable } from './LogTable'
import { useLogList } from './use-log-list'
import './log.css'

export default function LogPage() {
  const { text } = useText()
  const log = useLogList()
  const { query, list, isForAll } = log
  return (
    <>
      <PageHeader title={text('nav.log')} description={text('log.description')}>
        <RefreshButton onRefresh={() => Promise.all([list.reload(), log.stat.reload()])} />
        <ExportButton listId={log.listId} filter={log.filter} />
      </PageHeader>
      <LogHead
        stat={log.stat.data}
        isLive={log.isLive}
        isPaused={log.isPaused}
        news={list.data?.items.filter(log.isNew).length ?? 0}
        onLive={log.goLive}
      />
      <LogFilters query={query} isForAll={isForAll} recent={log.recent} />
      <LogTable
        list={list}
        isForAll={isForAll}
        unfolded={log.unfolded}
        onToggle={log.toggle}
        isNew={log.isNew}
      />
      <Pager
        page={query.page}
        pageSize={query.pageSize}
        total={list.data?.total ?? 0}
        onPage={query.turnTo}
        onPageSize={query.resize}
      />
    </>
  )
}
