/** The rows of one view of the log: the newest are read as the page is, older ones on demand. */
import { useEffect, useState } from 'react'
import type { InputOf } from '../../../../server/domain/api-calls/contract'
import type { LogJson } from '../../../../server/domain/endpoints/log'
import { call } from '../../../api/client'
import { type Loaded, useEndpoint } from '../../../api/use-endpoint'
import { useAction } from '../../../components/page/use-action'

export type LogListId = 'log.list' | 'log.list_own'
export type LogFilterQuery = NonNullable<InputOf<'log.list'>['query']>

/** As many as one call gives. */
const PAGE = 100

interface Older {
  readonly view: string
  readonly rows: readonly LogJson[]
  /** The last page that was read. */
  readonly page: number
}

interface LogPageData {
  readonly items: readonly LogJson[]
  readonly total: number
}

export interface LogRowsState {
  readonly first: Loaded<LogPageData>
  /** `undefined` until they are read; the newest first. */
  readonly rows: readonly LogJson[] | undefined
  readonly total: number
  readonly hasMore: boolean
  readonly isBusy: boolean
  readonly more: () => void
}

export function useLogRows(
  listId: LogListId,
  filter: LogFilterQuery,
  everyMs: number,
): LogRowsState {
  const view = JSON.stringify([listId, filter])
  const first = useEndpoint(listId, { query: { ...filter, p: 1, page_size: PAGE } }, { everyMs })
  const [older, setOlder] = useState<Older>({ view, rows: [], page: 1 })
  const { isBusy, run } = useAction()
  const isLive = everyMs > 0
  // What comes in moves the pages: while the list is live it is the newest rows and no more.
  const isCurrent = older.view === view && !isLive
  useEffect(() => {
    if (isLive) setOlder({ view: '', rows: [], page: 1 })
  }, [isLive])
  const { data } = first
  const page = isCurrent ? older.page : 1
  const hasMore = data !== undefined && !isLive && page * PAGE < data.total
  return {
    first,
    rows: data && distinct(isCurrent ? [...data.items, ...older.rows] : data.items),
    total: data?.total ?? 0,
    hasMore,
    isBusy,
    more() {
      if (!hasMore || isBusy) return
      void run(async () => {
        const query = { ...filter, p: page + 1, page_size: PAGE }
        const { data: next } = await call(listId, { query })
        const known = isCurrent ? older.rows : []
        setOlder({ view, rows: [...known, ...next.items], page: page + 1 })
      })
    },
  }
}

/** Rows that came since have moved others to the next page. */
function distinct(rows: readonly LogJson[]): readonly LogJson[] {
  const seen = new Set<number>()
  return rows.filter(({ id }) => seen.size < seen.add(id).size)
}
