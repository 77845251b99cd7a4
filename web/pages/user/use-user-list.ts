import { useEndpoint } from '../../api/use-endpoint'
import { type ListQuery, useListQuery } from '../../components/list/use-list-query'
import { SORT_FILTERS, sortFrom } from '../../components/table/sort'

const FILTERS = ['keyword', 'group', 'role', 'status', ...SORT_FILTERS] as const

export type UserQuery = ListQuery<(typeof FILTERS)[number]>

export const USER_SORTS = [
  'id',
  'username',
  'quota',
  'spent_day',
  'used_quota',
  'request_count',
] as const

/** Deleted users have a status of a word. */
export const DEREGISTERED = 'deregistered'

/** The query of the address. */
export function useUserList() {
  const query = useListQuery(FILTERS)
  const { filters, page, pageSize, isFiltered } = query
  const window = { p: page, page_size: pageSize }
  const sort = sortFrom(filters, USER_SORTS, undefined)
  const all = useEndpoint('user.list', { query: window }, { skip: isFiltered })
  const found = useEndpoint(
    'user.search',
    {
      query: {
        ...window,
        keyword: filters.keyword,
        group: filters.group,
        role: Number(filters.role) || undefined,
        status: Number(filters.status) || undefined,
        deregistered: filters.status === DEREGISTERED || undefined,
        sort: sort?.column,
        order: sort?.direction,
      },
    },
    { skip: !isFiltered },
  )
  return { query, list: isFiltered ? found : all, sort }
}
