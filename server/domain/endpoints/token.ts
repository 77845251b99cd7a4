/**
 * Tokens: what clients call the relay with. Everybody sees and changes the own ones; admins
 * find those of everybody, without keys, and stop or change those of lower levels.
 */
import { type Static, Type } from '@sinclair/typebox'
import { sortsOf } from '../nouns/noun'
import { exampleOf, expectedOf, jsonOf, narrowedBy, settableOf } from '../nouns/noun-json'
import { tokenFields } from '../nouns/token'
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

const TokenJson = jsonOf(tokenFields)
export type TokenJson = Static<typeof TokenJson>

const EXAMPLE: TokenJson = exampleOf(tokenFields)
const SORTS = sortsOf(tokenFields)

/** Lists whose `data` is a bare array; `p` counts from 0. */
const SizeQuery = Type.Object({ p: OptionalInteger, size: OptionalInteger })

const Settable = settableOf(tokenFields)

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
  Settable,
  expectedOf(tokenFields),
])

const own = [
  endpoint({
    id: 'token.list',
    method: 'GET',
    path: '/api/token/',
    role: 'user',
    organisation: 'any',
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
    organisation: 'any',
    heavy: true,
    query: Type.Composite([
      SizeQuery,
      Type.Object({ keyword: OptionalText, token: OptionalText }),
      sortedBy(SORTS),
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
    organisation: 'any',
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
    organisation: 'use',
    body: Type.Composite([
      Settable,
      Type.Object({ count: OptionalInteger, project_id: OptionalInteger }),
    ]),
    data: Type.Array(TokenJson),
    summary: 'Creates one token, or `count` of them with suffixed names.',
    example: [EXAMPLE],
  }),
  endpoint({
    id: 'token.update',
    method: 'PUT',
    path: '/api/token/',
    role: 'user',
    organisation: 'use',
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
    organisation: 'use',
    params: IdParams,
    data: Nothing,
    summary: 'Revokes an own token for good.',
    example: undefined,
  }),
  endpoint({
    id: 'token.rotate',
    method: 'POST',
    path: '/api/token/:id/rotate',
    role: 'user',
    organisation: 'use',
    params: IdParams,
    data: TokenJson,
    summary: 'Gives an own token a new key; the old key is refused from then on.',
    example: EXAMPLE,
  }),
  endpoint({
    id: 'token.move',
    method: 'POST',
    path: '/api/token/:id/move',
    role: 'user',
    params: IdParams,
    body: Type.Object({ organisation_id: Type.Integer(), project_id: OptionalInteger }),
    data: Nothing,
    summary:
      'Moves an own token into an organisation, or back to the own account (0) one that one ' +
      'holds there. Key, quota and limits go with it; what it has spent stays with who paid.',
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
        /** A full key. */
        token: OptionalText,
        user_id: OptionalInteger,
        username: OptionalText,
      }),
      narrowedBy(tokenFields),
      sortedBy(['id', ...SORTS, 'spent_day']),
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
  endpoint({
    id: 'token.freeze',
    method: 'POST',
    path: '/api/token/all/:id/freeze',
    role: 'admin',
    params: IdParams,
    body: Type.Object({
      /** Epoch seconds; -1, as without it, until further notice. */
      until: OptionalInteger,
      /** Shown to whoever calls with the token. */
      reason: OptionalText,
    }),
    data: Nothing,
    summary: 'Freezes a token of a user of a lower level, whose owner cannot undo it.',
    example: undefined,
  }),
  endpoint({
    id: 'token.unfreeze',
    method: 'DELETE',
    path: '/api/token/all/:id/freeze',
    role: 'admin',
    params: IdParams,
    data: Nothing,
    summary: 'Lets a frozen token be used again.',
    example: undefined,
  }),
] as const

const KeyUsageJson = Type.Object({
  object: Type.Literal('token_usage'),
  name: Type.String(),
  /** Credits, as the next two. */
  total_granted: Type.Integer(),
  total_used: Type.Integer(),
  total_available: Type.Integer(),
  unlimited_quota: Type.Boolean(),
  /** Name → true; empty where every model may be called. */
  model_limits: Type.Record(Type.String(), Type.Boolean()),
  model_limits_enabled: Type.Boolean(),
  /** Epoch seconds, 0 for never. */
  expires_at: Type.Integer(),
})

export type KeyUsageJson = Static<typeof KeyUsageJson>

const byKey = [
  endpoint({
    id: 'token.usage',
    method: 'GET',
    path: '/api/usage/token',
    role: 'anonymous',
    data: KeyUsageJson,
    summary:
      'What the key of the Authorization header has used and has left. Open to pages of other ' +
      'sites.',
    example: {
      object: 'token_usage',
      name: 'laptop',
      total_granted: 1_000_000,
      total_used: 12_345,
      total_available: 987_655,
      unlimited_quota: false,
      model_limits: {},
      model_limits_enabled: false,
      expires_at: 0,
    },
  }),
] as const

export const tokenEndpoints = [...own, ...ofAnybody, ...byKey] as const
