/** Limits of tokens, users, groups and channels: what may be used within a window. */
import { type Static, Type } from '@sinclair/typebox'
import { LIMIT_KINDS } from '../limits/kinds'
import { LIMIT_SUBJECTS, LIMIT_WINDOWS } from '../limits/limit'
import { endpoint, IdParams, Nothing, OptionalInteger, OptionalText, oneOf } from './endpoint'

export const LimitJson = Type.Object({
  id: Type.Integer(),
  subject: oneOf(LIMIT_SUBJECTS),
  /** Id, or a group's name. */
  key: Type.String(),
  /** What people call the subject. */
  name: Type.String(),
  kind: oneOf(LIMIT_KINDS),
  window: oneOf(LIMIT_WINDOWS),
  /** Requests, tokens, calls or credits. */
  amount: Type.Integer(),
  zone: Type.String(),
  start_hour: Type.Integer(),
  set_by: oneOf(['admin', 'owner']),
  used: Type.Integer(),
  left: Type.Integer(),
  /** Epoch seconds; null where time alone sets nothing back. */
  resets_at: Type.Union([Type.Integer(), Type.Null()]),
})

export type LimitJson = Static<typeof LimitJson>

export const LIMIT_EXAMPLE: LimitJson = {
  id: 3,
  subject: 'token',
  key: '9',
  name: 'app',
  kind: 'budget',
  window: 'day',
  amount: 2_500_000,
  zone: 'Europe/Berlin',
  start_hour: 6,
  set_by: 'admin',
  used: 1_000_000,
  left: 1_500_000,
  resets_at: 1_712_894_400,
}

const MOST_LIMITS = 100

/** An amount of null takes the limit away; what is left out stays. */
const SetBody = Type.Object({
  subject: oneOf(LIMIT_SUBJECTS),
  key: Type.String({ minLength: 1, maxLength: 256 }),
  limits: Type.Array(
    Type.Object({
      kind: oneOf(LIMIT_KINDS),
      window: oneOf(LIMIT_WINDOWS),
      amount: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()]),
      zone: OptionalText,
      start_hour: OptionalInteger,
    }),
    { minItems: 1, maxItems: MOST_LIMITS },
  ),
})

export const limitEndpoints = [
  endpoint({
    id: 'limit.list',
    method: 'GET',
    path: '/api/limit/',
    role: 'admin',
    heavy: true,
    query: Type.Object({ subject: oneOf(LIMIT_SUBJECTS), key: OptionalText }),
    data: Type.Array(LimitJson),
    summary: 'Lists the limits of a subject, or of all of its kind, with what is used of them.',
    example: [LIMIT_EXAMPLE],
  }),
  endpoint({
    id: 'limit.set',
    method: 'PUT',
    path: '/api/limit/',
    role: 'admin',
    body: SetBody,
    data: Nothing,
    summary:
      'Sets limits of a token, a user, a group or a channel, all or none of them; an amount of ' +
      'null takes one away. Budgets are in credits.',
    example: undefined,
  }),
  endpoint({
    id: 'limit.remove',
    method: 'DELETE',
    path: '/api/limit/:id',
    role: 'admin',
    params: IdParams,
    data: Nothing,
    summary: 'Takes a limit away, whoever has set it.',
    example: undefined,
  }),
  endpoint({
    id: 'limit.list_own',
    method: 'GET',
    path: '/api/limit/self',
    role: 'user',
    organisation: 'any',
    heavy: true,
    query: Type.Object({ token_id: OptionalInteger }),
    data: Type.Array(LimitJson),
    summary: 'Lists what the own account, tokens and group may use, and what is used of it.',
    example: [LIMIT_EXAMPLE],
  }),
  endpoint({
    id: 'limit.set_own',
    method: 'PUT',
    path: '/api/limit/self',
    role: 'user',
    organisation: 'manage',
    body: SetBody,
    data: Nothing,
    summary:
      'Sets limits of an own token, or of oneself. They hold beside those that an administrator ' +
      'has set, and raise none of them.',
    example: undefined,
  }),
  endpoint({
    id: 'limit.remove_own',
    method: 'DELETE',
    path: '/api/limit/self/:id',
    role: 'user',
    organisation: 'manage',
    params: IdParams,
    data: Nothing,
    summary: 'Takes away a limit that one has set oneself.',
    example: undefined,
  }),
] as const
