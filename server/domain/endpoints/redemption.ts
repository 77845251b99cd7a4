/** Redemption codes: made by admins, redeemed once by whoever has one. */
import { type Static, Type } from '@sinclair/typebox'
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

const RedemptionJson = Type.Object({
  id: Type.Integer(),
  /** Who made it. */
  user_id: Type.Integer(),
  /** The code, 32 hex digits. */
  key: Type.String(),
  /** 1 unused, 2 disabled, 3 used. */
  status: Type.Integer(),
  name: Type.String(),
  quota: Type.Integer(),
  /** Epoch seconds. */
  created_time: Type.Integer(),
  redeemed_time: Type.Integer(),
  /** Always 0: it belongs to the creation form. */
  count: Type.Integer(),
  /** 0 for none. */
  used_user_id: Type.Integer(),
  DeletedAt: Type.Null(),
})

const EXAMPLE: Static<typeof RedemptionJson> = {
  id: 4,
  user_id: 1,
  key: '9f86d081884c7d659a2feaa0c55ad015',
  status: 1,
  name: '$1.00',
  quota: 500_000,
  created_time: 1_712_800_000,
  redeemed_time: 0,
  count: 0,
  used_user_id: 0,
  DeletedAt: null,
}

const RedemptionPage = pageOf(RedemptionJson)
const EXAMPLE_PAGE = { items: [EXAMPLE], total: 1, page: 1, page_size: 10 }

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
      Type.Object({ keyword: OptionalText, status: OptionalInteger }),
      sortedBy(['id', 'name', 'quota', 'redeemed_time']),
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
    data: RedemptionJson,
    summary: 'Shows a redemption code.',
    example: EXAMPLE,
  }),
  endpoint({
    id: 'redemption.create',
    method: 'POST',
    path: '/api/redemption/',
    role: 'admin',
    body: Type.Object({ name: OptionalText, quota: OptionalInteger, count: OptionalInteger }),
    data: Type.Array(Type.String()),
    summary: 'Makes 1 to 100 codes of one name and worth, and answers them.',
    example: ['9f86d081884c7d659a2feaa0c55ad015'],
  }),
  endpoint({
    id: 'redemption.update',
    method: 'PUT',
    path: '/api/redemption/',
    role: 'admin',
    query: Type.Object({ status_only: OptionalText }),
    body: Type.Object({
      id: Type.Integer(),
      name: OptionalText,
      quota: OptionalInteger,
      status: OptionalInteger,
    }),
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
    body: Type.Object({ key: OptionalText }),
    data: Type.Integer(),
    summary: 'Redeems a code for the own account; answers the credits it was worth.',
    example: 500_000,
  }),
] as const
