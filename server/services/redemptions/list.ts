import {
  countRedemptions,
  listRedemptions,
  type RedemptionOrder,
} from '../../../db/tables/redemptions'
import { userNames } from '../../../db/tables/users'
import { type Page, type PageRequest, pageOf, pageWindow } from '../page'
import type { ServiceDeps } from '../service-deps'
import { type RedemptionView, toRedemptionView } from './view'

export interface ListRedemptionsInput extends PageRequest {
  /** Beginning of the name, or the id. */
  readonly keyword?: string | undefined
  readonly status?: number | undefined
  readonly order?: RedemptionOrder | undefined
}

export interface ListedRedemption extends RedemptionView {
  /** Who has redeemed it; "" for nobody. */
  readonly used_username: string
}

/** Newest first. */
export async function listRedemptionPage(
  deps: ServiceDeps,
  input: ListRedemptionsInput = {},
): Promise<Page<ListedRedemption>> {
  const { lists } = deps.db
  const window = pageWindow(input)
  const filter = { keyword: input.keyword?.trim() ?? '', status: input.status }
  const rows = await listRedemptions(lists, filter, { ...window, order: input.order })
  const users = new Set(rows.map(({ used_user_id }) => used_user_id).filter((id) => id !== 0))
  const names = await userNames(lists, [...users])
  const shown = rows.map((row) => ({
    ...toRedemptionView(row),
    used_username: names.get(row.used_user_id) ?? '',
  }))
  return pageOf(window, shown, await countRedemptions(lists, filter))
}
