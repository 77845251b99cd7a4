import { countUsers, listUsers, type UserFilter, type UserOrder } from '../../../db/tables/users'
import { type Page, type PageRequest, pageOf, pageWindow } from '../page'
import type { ServiceDeps } from '../service-deps'
import { toUserView, type UserView } from './view'

export type ListUsersInput = UserFilter & PageRequest & { readonly order?: UserOrder | undefined }

/** Newest first; a keyword turns the list into a search. */
export async function listUserPage(
  deps: ServiceDeps,
  input: ListUsersInput = {},
): Promise<Page<UserView>> {
  const window = pageWindow(input)
  const rows = await listUsers(deps.db.lists, input, { ...window, order: input.order })
  return pageOf(window, rows.map(toUserView), await countUsers(deps.db.lists, input))
}
