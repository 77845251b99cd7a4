import {
  countRedemptions,
  listRedemptions,
  type RedemptionOrder,
} from '../../../db/tables/redemptions'
import { type Page, type PageRequest, pageOf, pageWindow } from '../page'
import type { ServiceDeps } from '../service-deps'
import { type RedemptionView, toRedemptionView } from './view'

export interface ListRedemptionsInput extends PageRequest {
  /** Beginning of the name, or the id. */
  readonly keyword?: string | undefined
  readonly status?: number | undefined
  readonly order?: RedemptionOrder | undefined
}

/** Newest first. */
export async function listRedemptionPage(
  deps: ServiceDeps,
  input: ListRedemptionsInput = {},
): Promise<Page<RedemptionView>> {
  const { lists } = deps.db
  const window = pageWindow(input)
  const filter = { keyword: input.keyword?.trim() ?? '', status: input.status }
  const rows = await listRedemptions(lists, filter, { ...window, order: input.order })
  return pageOf(window, rows.map(toRedemptionView), await countRedemptions(lists, filter))
}
