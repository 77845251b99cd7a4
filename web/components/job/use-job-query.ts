import { isAdmin } from '../../../server/domain/accounts/roles'
import { JOB_SORTS, type JobSort } from '../../../server/domain/jobs/job-sorts'
import { useViewer } from '../../app/session'
import { type ListRangeName, type ListSpan, RANGE_FILTERS, useListSpan } from '../list/ListRange'
import { type ListQuery, useListQuery } from '../list/use-list-query'
import { SORT_FILTERS, type Sort, sortFrom } from '../table/sort'

const JOB_FILTERS = [
  ...(['job', 'channel', 'action', 'status'] as const),
  ...RANGE_FILTERS,
  ...SORT_FILTERS,
] as const

export interface JobQuery extends ListQuery<(typeof JOB_FILTERS)[number]> {
  readonly isForAll: boolean
  readonly span: ListSpan
  readonly otherwise: ListRangeName
  readonly sort: Sort<JobSort>
  /** As the calls take them, which count pages from 0. */
  readonly window: {
    readonly p: number
    readonly page_size: number
    readonly sort: JobSort
    readonly order: 'asc' | 'desc'
  }
  readonly channelId: number | undefined
}

const NEWEST = { column: 'submit_time', direction: 'desc' } as const

/** What a list of jobs shows: those of a range, `otherwise` the one that is shown at first. */
export function useJobQuery(otherwise: ListRangeName): JobQuery {
  const query = useListQuery(JOB_FILTERS)
  const span = useListSpan(query.filters, otherwise)
  const sort = sortFrom(query.filters, JOB_SORTS, NEWEST)
  return {
    ...query,
    isForAll: isAdmin(useViewer()?.role ?? 0),
    span,
    otherwise,
    sort,
    window: {
      p: query.page - 1,
      page_size: query.pageSize,
      sort: sort.column,
      order: sort.direction,
    },
    channelId: Number(query.filters.channel) || undefined,
  }
}
