/** What the log page shows, and how it is updated. */
import { useState } from 'react'
import { isAdmin } from '../../../server/domain/accounts/roles'
import type { LogJson } from '../../../server/domain/endpoints/log'
import { useEndpoint } from '../../api/use-endpoint'
import { useViewer } from '../../app/session'
import { useLogRows } from './rows/use-log-rows'
import { type LogViewState, useLogView } from './use-log-view'

/** Between two readings while the list is live. */
const LIVE_EVERY_MS = 5000

const NO_SORT = { sort: '', order: '' }
const NO_ROWS: readonly LogJson[] = []

export function useLogPage() {
  const isForAll = isAdmin(useViewer()?.role ?? 0)
  const view = useLogView()
  /** Rows that are older were there when the list became live. */
  const [liveSince, setLiveSince] = useState<number | undefined>(undefined)
  const filter = filterOf(view)
  const listId: 'log.list' | 'log.list_own' = isForAll ? 'log.list' : 'log.list_own'
  // Rows do not move while somebody reads one of them.
  const isReading = (view.row ?? 0) > 0
  const everyMs = liveSince === undefined || isReading ? 0 : LIVE_EVERY_MS
  const { sort } = view
  const order = sort && { sort: sort.column, order: sort.direction }
  const state = useLogRows(listId, { ...filter, ...order }, everyMs)
  const input = { query: filter }
  const stat = useEndpoint(isForAll ? 'log.stat' : 'log.stat_own', input, { everyMs })
  const histogramId = isForAll ? 'log.histogram' : 'log.histogram_own'
  const histogram = useEndpoint(histogramId, input, { everyMs })
  const rows = state.rows ?? NO_ROWS
  const isNew = ({ id }: LogJson) => liveSince !== undefined && id > liveSince
  return {
    isForAll,
    view,
    filter,
    listId,
    state,
    rows,
    stat,
    histogram,
    isNew,
    // Rows that come in have no place among those that are sorted.
    onSort(wanted: { readonly sort: string; readonly order: string }): void {
      setLiveSince(undefined)
      const isNewestFirst = wanted.sort === 'created_at' && wanted.order === 'desc'
      view.sortBy(isNewestFirst ? NO_SORT : wanted)
    },
    live: {
      isLive: liveSince !== undefined,
      isPaused: isReading,
      news: rows.filter(isNew).length,
      onLive(isOn: boolean): void {
        setLiveSince(isOn ? Math.max(0, ...rows.map(({ id }) => id)) : undefined)
        if (isOn && view.times.end !== '') view.chooseTimes({ ...view.times, end: '' })
        if (isOn && sort !== undefined) view.sortBy(NO_SORT)
      },
    },
    async renew(): Promise<void> {
      view.renew()
      await Promise.all([state.first.reload(), stat.reload(), histogram.reload()])
    },
  }
}

function filterOf({ line, span }: LogViewState) {
  return {
    start_timestamp: span.from,
    ...(span.to !== undefined && { end_timestamp: span.to }),
    ...(line !== '' && { q: line }),
  }
}
