import { countUsers, listUsers, type UserFilter, type UserOrder } from '../../../db/tables/users'
import { nowSeconds } from '../../clock'
import { type Page, type PageRequest, pageOf, pageWindow } from '../page'
import { spentLastDay } from '../rollups/spent-day'
import { lastDay } from '../rollups/totals'
import type { ServiceDeps } from '../service-deps'
import { toUserView, type UserView } from './view'

export type ListUsersInput = UserFilter & PageRequest & { readonly order?: UserOrder | undefined }

export type ListedUser = UserView & {
  /** Credits of the last 24 hours, the running one in them. */
  readonly spent_day: number
}

/** Newest first; a keyword turns the list into a search. */
export async function listUserPage(
  deps: ServiceDeps,
  input: ListUsersInput = {},
): Promise<Page<ListedUser>> {
  const { lists } = deps.db
  const window = pageWindow(input)
  const spentFrom = lastDay(nowSeconds(deps.clock)).from
  const rows = await listUsers(lists, input, { ...window, order: input.order, spentFrom })
  const ids = rows.map(({ id }) => id)
  const spent = await spentLastDay(deps, 'user', ids)
  const users = rows.map((row) => ({ ...toUserView(row), spent_day: spent.get(row.id) ?? 0 }))
  return pageOf(window, users, await countUsers(lists, input))
}
