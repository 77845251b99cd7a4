/**
 * Tokens: what clients call the relay with. Everybody sees and changes the own ones; admins
 * find those of everybody, without keys, and stop or change those of lower levels.
 */
import { type Static, Type } from '@sinclair/typebox'
import {
  endpoint,
  IdParams,
  Nothing,
  OptionalFlag,
  OptionalInteger,
  OptionalText,
  PageQuery,
  pageOf,
  sortedBy,
} from './endpoint'

const TokenJson = Type.Object({
  id: Type.Integer(),
  user_id: Type.Integer(),
  /** 48 characters; clients write `sk-` before them. */
  key: Type.String(),
  /** 1 enabled, 2 disabled, 3 expired, 4 exhausted. */
  status: Type.Integer(),
  name: Type.String(),
  created_time: Type.Integer(),
  accessed_time: Type.Integer(),
  /** Epoch seconds; -1 never. */
  expired_time: Type.Integer(),
  remain_quota: Type.Integer(),
  unlimited_quota: Type.Boolean(),
  model_limits_enabled: Type.Boolean(),
  /** Comma separated. */
  model_limits: Type.String(),
  /** One address or network per line. */
  allow_ips: Type.String(),
  used_quota: Type.Integer(),
  group: Type.String(),
  DeletedAt: Type.Null(),
})

export type TokenJson = Static<typeof TokenJson>

const EXAMPLE: TokenJson = {
  id: 9,
  user_id: 7,
  key: 'q0W5e4bZrN2s8uVxYk1mP7tG3hJ6dL9cq0W5e4bZrN2s8uVx',
  status: 1,
  name: 'app',
  created_time: 1_712_800_000,
  accessed_time: 1_712_800_000,
  expired_time: -1,
  remain_quota: 500_000,
  unlimited_quota: false,
  model_limits_enabled: false,
  model_limits: '',
  allow_ips: '',
  used_quota: 0,
  group: '',
  DeletedAt: null,
}

/** Lists whose `data` is a bare array; `p` counts from 0. */
const SizeQuery = Type.Object({ p: OptionalInteger, size: OptionalInteger })

const FormFields = Type.Object({
  name: OptionalText,
  remain_quota: OptionalInteger,
  unlimited_quota: OptionalFlag,
  expired_time: OptionalInteger,
  model_limits_enabled: OptionalFlag,
  model_limits: OptionalText,
  allow_ips: OptionalText,
  group: OptionalText,
})

/** A token of anybody, as an admin sees it. */
const AnyTokenJson = Type.Composite([
  Type.Omit(TokenJson, ['key']),
  Type.Object({
    username: Type.String(),
    /** First and last characters of the key. */
    key_hint: Type.String(),
    /** Credits of the last 24 hours, the running one in them. */
    spent_day: Type.Integer(),
  }),
])

export type AnyTokenJson = Static<typeof AnyTokenJson>

const { key: _key, ...KEYLESS } = EXAMPLE
const ANY_EXAMPLE: AnyTokenJson = {
  ...KEYLESS,
  username: 'ann',
  key_hint: 'q0W***8uV',
  spent_day: 0,
}

const UpdateBody = Type.Composite([
  Type.Object({ id: Type.Integer(), status: OptionalInteger }),
  FormFields,
])

const own = [
  endpoint({
    id: 'token.list',
    method: 'GET',
    path: '/api/token/',
    role: 'user',
    heavy: true,
    query: SizeQuery,
    data: Type.Array(TokenJson),
    summary: 'Lists the own tokens with their keys, newest first; `total` stands beside `data`.',
    example: [EXAMPLE],
  }),
  endpoint({
    id: 'token.search',
    method: 'GET',
    path: '/api/token/search',
    role: 'user',
    heavy: true,
    query: Type.Composite([
      SizeQuery,
      Type.Object({ keyword: OptionalText, token: OptionalText }),
      sortedBy(['name', 'used_quota', 'remain_quota', 'accessed_time']),
    ]),
    data: Type.Array(TokenJson),
    summary: 'Finds own tokens by part of the name and part of the key, a hundred at most.',
    example: [EXAMPLE],
  }),
  endpoint({
    id: 'token.show',
    method: 'GET',
    path: '/api/token/:id',
    role: 'user',
    params: IdParams,
    data: TokenJson,
    summary: 'Shows an own token.',
    example: EXAMPLE,
  }),
  endpoint({
    id: 'token.create',
    method: 'POST',
    path: '/api/token/',
    role: 'user',
    body: Type.Composite([FormFields, Type.Object({ count: OptionalInteger })]),
    data: Type.Array(TokenJson),
    summary: 'Creates one token, or `count` of them with suffixed names.',
    example: [EXAMPLE],
  }),
  endpoint({
    id: 'token.update',
    method: 'PUT',
    path: '/api/token/',
    role: 'user',
    query: Type.Object({ status_only: OptionalText }),
    body: UpdateBody,
    data: TokenJson,
    summary:
      'Changes an own token; what is not sent stays. With `status_only` nothing but the status ' +
      'is read; otherwise it follows expiry and quota.',
    example: EXAMPLE,
  }),
  endpoint({
    id: 'token.remove',
    method: 'DELETE',
    path: '/api/token/:id',
    role: 'user',
    params: IdParams,
    data: Nothing,
    summary: 'Revokes an own token for good.',
    example: undefined,
  }),
] as const

const ofAnybody = [
  endpoint({
    id: 'token.list_any',
    method: 'GET',
    path: '/api/token/all',
    role: 'admin',
    heavy: true,
    query: Type.Composite([
      PageQuery,
      Type.Object({
        /** Part of the name. */
        keyword: OptionalText,
        /** A whole key. */
        token: OptionalText,
        user_id: OptionalInteger,
        username: OptionalText,
        group: OptionalText,
        status: OptionalInteger,
      }),
      sortedBy(['id', 'name', 'used_quota', 'remain_quota', 'accessed_time', 'spent_day']),
    ]),
    data: pageOf(AnyTokenJson),
    summary:
      "Lists everybody's tokens without their keys, newest first or in the order asked for; " +
      'by `used_quota` the one that spent most comes first.',
    example: { items: [ANY_EXAMPLE], total: 1, page: 1, page_size: 10 },
  }),
  endpoint({
    id: 'token.show_any',
    method: 'GET',
    path: '/api/token/all/:id',
    role: 'admin',
    heavy: true,
    params: IdParams,
    data: AnyTokenJson,
    summary: 'Shows a token of anybody without its key.',
    example: ANY_EXAMPLE,
  }),
  endpoint({
    id: 'token.update_any',
    method: 'PUT',
    path: '/api/token/all',
    role: 'admin',
    query: Type.Object({ status_only: OptionalText }),
    body: UpdateBody,
    data: AnyTokenJson,
    summary:
      'Changes a token of a user of a lower level, or an own one, as `PUT /api/token/` does.',
    example: ANY_EXAMPLE,
  }),
  endpoint({
    id: 'token.remove_any',
    method: 'DELETE',
    path: '/api/token/all/:id',
    role: 'admin',
    params: IdParams,
    data: Nothing,
    summary: 'Revokes a token of a user of a lower level, or an own one, for good.',
    example: undefined,
  }),
] as const

export const tokenEndpoints = [...own, ...ofAnybody] as const
