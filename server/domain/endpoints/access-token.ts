/** Named access tokens of the management API. */
import { Type } from '@sinclair/typebox'
import { SCOPE_PRESETS, SCOPES } from '../accounts/scopes'
import { endpoint, IdParams, Nothing, OptionalFlag, OptionalText, oneOf } from './endpoint'

const Time = Type.Union([Type.Integer(), Type.Null()])

const AccessTokenJson = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  /** `system`: the one without a name that each user may have. */
  kind: oneOf(['system', 'named']),
  /** Null for everything that its owner may do. */
  scopes: Type.Union([Type.Array(oneOf(SCOPES)), Type.Null()]),
  /** Addresses and networks that may use it, one a line; "" for any. */
  networks: Type.String(),
  /** How it begins and ends. */
  hint: Type.String(),
  /** Epoch milliseconds, as the next two. */
  created_at: Type.Integer(),
  last_used_at: Time,
  expires_at: Time,
  last_used_ip: Type.String(),
})

const EXAMPLE = {
  id: 4,
  name: 'deploy',
  kind: 'named',
  scopes: ['channel:read', 'channel:write'],
  networks: '203.0.113.0/24',
  hint: 'gwat_…k3Qz',
  created_at: 1_712_800_000_000,
  last_used_at: null,
  expires_at: 1_720_000_000_000,
  last_used_ip: '',
} as const

const Settable = {
  name: OptionalText,
  /** Null for everything that its owner may do, as when a new one has none. */
  scopes: Type.Optional(Type.Union([Type.Array(Type.String()), Type.Null()])),
  /** Instead of `scopes`. */
  preset: Type.Optional(oneOf(Object.keys(SCOPE_PRESETS) as (keyof typeof SCOPE_PRESETS)[])),
  networks: OptionalText,
}

const NewAccessToken = Type.Object({
  ...Settable,
  /** Epoch milliseconds; absent or null for never. */
  expires_at: Type.Optional(Time),
  /** Takes the place of the one with the same name. */
  replace: OptionalFlag,
})

const Made = Type.Composite([AccessTokenJson, Type.Object({ token: Type.String() })])

const EXAMPLE_MADE = {
  ...EXAMPLE,
  scopes: [...EXAMPLE.scopes],
  token: 'gwat_aB3xK9pQm2Zr7Lw5Ns8Ty1Vd4Hf6Jc0gQ1k3Qz',
}

const TokenOfUser = Type.Object({
  id: Type.Integer({ minimum: 0 }),
  token: Type.Integer({ minimum: 0 }),
})

export const accessTokenEndpoints = [
  endpoint({
    id: 'access_token.list',
    method: 'GET',
    path: '/api/access_token/',
    role: 'user',
    data: Type.Array(AccessTokenJson),
    summary: 'Lists the own access tokens.',
    example: [{ ...EXAMPLE, scopes: [...EXAMPLE.scopes] }],
  }),
  endpoint({
    id: 'access_token.create',
    method: 'POST',
    path: '/api/access_token/',
    role: 'user',
    session: 'required',
    body: NewAccessToken,
    data: Made,
    summary:
      'Makes an access token with a name, and shows it this once. Needs a login of the last 15 ' +
      'minutes.',
    example: EXAMPLE_MADE,
  }),
  endpoint({
    id: 'access_token.update',
    method: 'PUT',
    path: '/api/access_token/:id',
    role: 'user',
    session: 'required',
    params: IdParams,
    body: Type.Object(Settable),
    data: Nothing,
    summary:
      'Changes name, scopes or networks of an own access token; what is left out stays. Needs a ' +
      'login of the last 15 minutes.',
    example: undefined,
  }),
  endpoint({
    id: 'access_token.remove',
    method: 'DELETE',
    path: '/api/access_token/:id',
    role: 'user',
    params: IdParams,
    data: Nothing,
    summary: 'Revokes an own access token, at once.',
    example: undefined,
  }),
  endpoint({
    id: 'access_token.list_of',
    method: 'GET',
    path: '/api/user/:id/access_tokens',
    role: 'admin',
    resource: 'user',
    params: IdParams,
    data: Type.Array(AccessTokenJson),
    summary: "Lists the access tokens of a user whom one's role is above.",
    example: [{ ...EXAMPLE, scopes: [...EXAMPLE.scopes] }],
  }),
  endpoint({
    id: 'access_token.remove_of',
    method: 'DELETE',
    path: '/api/user/:id/access_tokens/:token',
    role: 'admin',
    resource: 'user',
    params: TokenOfUser,
    data: Nothing,
    summary: "Revokes an access token of a user whom one's role is above.",
    example: undefined,
  }),
] as const
