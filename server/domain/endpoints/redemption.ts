/** Redemption codes: made by admins, redeemed once by whoever has one. */
import { type Static, Type } from '@sinclair/typebox'
import { sortsOf } from '../nouns/noun'
import { exampleOf, expectedOf, jsonOf, narrowedBy, settableOf } from '../nouns/noun-json'
import { redemptionFields } from '../nouns/redemption'
import {
  endpoint,
  IdParams,
  Nothing,
  OptionalInteger,
  OptionalText,
  PageQuery,
  pageOf,
  sortedBy,
} from './endpoint'

const RedemptionJson = jsonOf(redemptionFields)
const EXAMPLE = exampleOf(redemptionFields)
const Settable = settableOf(redemptionFields)

const ListedRedemptionJson = Type.Composite([
  RedemptionJson,
  Type.Object({
    /** Who has redeemed it; "" for nobody. */
    used_username: Type.String(),
    /** The plan that it grants instead of credits; "" for none, and for one that is gone. */
    plan_name: Type.String(),
  }),
])
export type ListedRedemptionJson = Static<typeof ListedRedemptionJson>

const RedemptionPage = pageOf(ListedRedemptionJson)
const LISTED_EXAMPLE: ListedRedemptionJson = { ...EXAMPLE, used_username: '', plan_name: '' }
const EXAMPLE_PAGE = {
  items: [LISTED_EXAMPLE],
  total: 1,
  page: 1,
  page_size: 10,
}

export const redemptionEndpoints = [
  endpoint({
    id: 'redemption.list',
    method: 'GET',
    path: '/api/redemption/',
    role: 'admin',
    heavy: true,
    query: PageQuery,
    data: RedemptionPage,
    summary: 'Lists redemption codes, newest first.',
    example: EXAMPLE_PAGE,
  }),
  endpoint({
    id: 'redemption.search',
    method: 'GET',
    path: '/api/redemption/search',
    role: 'admin',
    heavy: true,
    query: Type.Composite([
      PageQuery,
      Type.Object({ keyword: OptionalText }),
      narrowedBy(redemptionFields),
      sortedBy(sortsOf(redemptionFields)),
    ]),
    data: RedemptionPage,
    summary: 'Finds codes by id or by the beginning of the name, and by status.',
    example: EXAMPLE_PAGE,
  }),
  endpoint({
    id: 'redemption.show',
    method: 'GET',
    path: '/api/redemption/:id',
    role: 'admin',
    params: IdParams,
    data: ListedRedemptionJson,
    summary: 'Shows a redemption code, and who has redeemed it.',
    example: LISTED_EXAMPLE,
  }),
  endpoint({
    id: 'redemption.create',
    method: 'POST',
    path: '/api/redemption/',
    role: 'admin',
    secondFactor: 'fresh',
    body: Type.Composite([
      Settable,
      Type.Object({ count: OptionalInteger, plan_id: OptionalInteger }),
    ]),
    data: Type.Array(Type.String()),
    summary:
      'Makes 1 to 100 codes of one name and worth, and answers them. With `plan_id` each grants ' +
      'a period of that plan instead of credits.',
    example: ['9f86d081884c7d659a2feaa0c55ad015'],
  }),
  endpoint({
    id: 'redemption.update',
    method: 'PUT',
    path: '/api/redemption/',
    role: 'admin',
    secondFactor: 'fresh',
    query: Type.Object({ status_only: OptionalText }),
    body: Type.Composite([
      Type.Object({ id: Type.Integer(), status: OptionalInteger }),
      Settable,
      expectedOf(redemptionFields),
    ]),
    data: RedemptionJson,
    summary:
      'Changes name and quota, or with `status_only` enables (1) or disables (2). A used code ' +
      'is final.',
    example: EXAMPLE,
  }),
  endpoint({
    id: 'redemption.remove',
    method: 'DELETE',
    path: '/api/redemption/:id',
    role: 'admin',
    params: IdParams,
    data: Nothing,
    summary: 'Deletes a redemption code.',
    example: undefined,
  }),
  endpoint({
    id: 'redemption.redeem',
    method: 'POST',
    path: '/api/user/topup',
    role: 'user',
    organisation: 'pay',
    body: Type.Object({ key: OptionalText }),
    data: Type.Integer(),
    summary:
      'Redeems a code for the own account; answers the credits it was worth, and beside them in ' +
      '`plan` the name of the plan that it granted.',
    example: 500_000,
  }),
] as const
