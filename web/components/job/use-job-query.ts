import { useState } from 'react'
import { isAdmin } from '../../../server/domain/roles'
import { midnight, nowSeconds } from '../../now'
import { useViewer } from '../../session'
import { boundOf, localTimeText } from '../TimeField'
import { type ListQuery, useListQuery } from '../use-list-query'

const JOB_FILTERS = ['job', 'channel', 'action', 'status', 'start', 'end'] as const

export interface JobQuery extends ListQuery<(typeof JOB_FILTERS)[number]> {
  readonly isForAll: boolean
  /** Local times, as the fields show them. */
  readonly shown: { readonly start: string; readonly end: string }
  /** Epoch seconds; `undefined` for no bound. */
  readonly from: number | undefined
  readonly to: number | undefined
  /** As the calls take them, which count pages from 0. */
  readonly window: { readonly p: number; readonly page_size: number }
  readonly channelId: number | undefined
}

/** What a list of jobs shows. It begins at midnight, some days ago, until another start is set. */
export function useJobQuery(daysBack: number): JobQuery {
  const query = useListQuery(JOB_FILTERS)
  const [defaultStart] = useState(() => localTimeText(midnight(nowSeconds(), daysBack)))
  const { start, end, channel } = query.filters
  const shown = { start: start === '' ? defaultStart : start, end }
  return {
    ...query,
    isForAll: isAdmin(useViewer()?.role ?? 0),
    shown,
    from: boundOf(shown.start),
    to: boundOf(end),
    window: { p: query.page - 1, page_size: query.pageSize },
    channelId: Number(channel) || undefined,
  }
}
