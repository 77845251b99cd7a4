import { allPlans } from '../../../db/tables/plans'
import {
  countRedemptions,
  listRedemptions,
  type RedemptionOrder,
} from '../../../db/tables/redemptions'
import { userNames } from '../../../db/tables/users'
import { type Filter, filterOf } from '../../domain/nouns/noun-stored'
import { redemptionFields } from '../../domain/nouns/redemption'
import { type Page, type PageRequest, pageOf, pageWindow } from '../page'
import type { Queries, ServiceDeps } from '../service-deps'
import { type RedemptionView, toRedemptionView } from './view'

export interface ListRedemptionsInput extends PageRequest, Filter<typeof redemptionFields> {
  /** Beginning of the name, or the id. */
  readonly keyword?: string | undefined
  readonly order?: RedemptionOrder | undefined
}

export interface ListedRedemption extends RedemptionView {
  /** Who has redeemed it; "" for nobody. */
  readonly used_username: string
  /** The plan that it grants; "" for none, and for one that is gone. */
  readonly plan_name: string
}

/** Newest first. */
export async function listRedemptionPage(
  deps: ServiceDeps,
  input: ListRedemptionsInput = {},
): Promise<Page<ListedRedemption>> {
  const { lists } = deps.db
  const window = pageWindow(input)
  const keyword = input.keyword?.trim() ?? ''
  const filter = { ...filterOf(redemptionFields, input), keyword }
  const rows = await listRedemptions(lists, filter, { ...window, order: input.order })
  const users = new Set(rows.map(({ used_user_id }) => used_user_id).filter((id) => id !== 0))
  const names = await userNames(lists, [...users])
  const plans = await planNames(lists, rows)
  const shown = rows.map((row) => ({
    ...toRedemptionView(row),
    used_username: names.get(row.used_user_id) ?? '',
    plan_name: plans.get(row.plan_id) ?? '',
  }))
  return pageOf(window, shown, await countRedemptions(lists, filter))
}

/** By id, of those that codes grant. */
export async function planNames(
  queries: Queries,
  codes: readonly Pick<RedemptionView, 'plan_id'>[],
): Promise<ReadonlyMap<number, string>> {
  if (codes.every(({ plan_id }) => plan_id === 0)) return new Map()
  return new Map((await allPlans(queries)).map(({ id, name }) => [id, name]))
}
