import { useState } from 'react'
import type { LogJson } from '../../../server/domain/endpoints/log'
import { isAdmin } from '../../../server/domain/roles'
import { useEndpoint } from '../../api/use-endpoint'
import { type ListQuery, useListQuery } from '../../components/use-list-query'
import { useViewer } from '../../session'
import { type ChosenTimes, recentTimes, secondsIn } from './log-window'

const LOG_FILTERS = [
  'type',
  'start',
  'end',
  'token_name',
  'model_name',
  'group',
  'username',
  'channel',
  'request_id',
] as const

export type LogQuery = ListQuery<(typeof LOG_FILTERS)[number]>

/** Between two readings while the list is live. */
const LIVE_EVERY_MS = 5000

/** Rows that are unfolded, in one view of the list; another view begins with none. */
interface Unfolded {
  readonly view: string
  readonly ids: ReadonlySet<number>
}

const NONE: ReadonlySet<number> = new Set()

/** What the log page shows, and how it is kept new. */
export function useLogList() {
  const viewer = useViewer()
  const query = useListQuery(LOG_FILTERS)
  const [recent] = useState<ChosenTimes>(recentTimes)
  const [opened, setOpened] = useState<Unfolded>({ view: '', ids: new Set() })
  /** Rows that are older were there when the list became live. */
  const [liveSince, setLiveSince] = useState<number | undefined>(undefined)
  const { page, pageSize, filters } = query
  const { from, to } = secondsIn(filters, recent)
  const filter = {
    type: Number(filters.type) || undefined,
    start_timestamp: from,
    end_timestamp: to,
    token_name: filters.token_name,
    model_name: filters.model_name,
    group: filters.group,
    username: filters.username,
    channel: Number(filters.channel) || undefined,
    request_id: filters.request_id,
  }
  const isForAll = isAdmin(viewer?.role ?? 0)
  const listId: 'log.list' | 'log.list_own' = isForAll ? 'log.list' : 'log.list_own'
  const paged = { query: { ...filter, p: page, page_size: pageSize } }
  const view = JSON.stringify(paged)
  const unfolded = opened.view === view ? opened.ids : NONE
  // Rows do not move while somebody reads one of them.
  const isPaused = unfolded.size > 0
  const everyMs = liveSince === undefined || isPaused ? 0 : LIVE_EVERY_MS
  const list = useEndpoint(listId, paged, { everyMs })
  const stat = useEndpoint(isForAll ? 'log.stat' : 'log.stat_own', { query: filter }, { everyMs })
  return {
    query,
    recent,
    filter,
    isForAll,
    listId,
    list,
    stat,
    unfolded,
    isLive: liveSince !== undefined,
    isPaused,
    isNew: ({ id }: LogJson) => liveSince !== undefined && id > liveSince,
    toggle(id: number): void {
      const next = new Set(unfolded)
      if (!next.delete(id)) next.add(id)
      setOpened({ view, ids: next })
    },
    goLive(isOn: boolean): void {
      const newest = Math.max(0, ...(list.data?.items ?? []).map(({ id }) => id))
      setLiveSince(isOn ? newest : undefined)
      if (!isOn) return
      query.filter({ end: '' })
      void list.reload()
      void stat.reload()
    },
  }
}
