/** Where calls go: what every channel is to a call, and where one went that was made. */
import { type Static, Type } from '@sinclair/typebox'
import { OPERATIONS, PROTOCOLS } from '../calls/protocol'
import { API_REASONS } from '../routing/api'
import { ROUTE_ORDERS } from '../routing/order'
import { ROUTE_VERDICTS } from '../routing/verdict'
import { endpoint, OptionalInteger, OptionalText } from './endpoint'
import { LIMIT_EXAMPLE, LimitJson } from './limit'

const OperationName = Type.Union(OPERATIONS.map((name) => Type.Literal(name)))

const ReasonName = Type.Union([Type.Literal(''), ...API_REASONS.map((name) => Type.Literal(name))])

const CandidateJson = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  type: Type.Integer(),
  priority: Type.Integer(),
  weight: Type.Integer(),
  verdict: Type.Union(ROUTE_VERDICTS.map((verdict) => Type.Literal(verdict))),
  /** Per cent of the first tries. */
  odds: Type.Number(),
  keys_in_use: Type.Integer(),
  key_count: Type.Integer(),
  keys_cooling: Type.Integer(),
  /** Epoch seconds; 0 when it does not cool down. */
  cooling_until: Type.Integer(),
  reason: Type.String(),
  /** What the operator pays against the list price. */
  cost_ratio: Type.Number(),
  /** Which try of the past call went here, from 1; 0 for none. */
  tried: Type.Integer(),
  /** Path of the vendor's API at which it is called, and why there; "" where it is not called. */
  api: Type.String(),
  api_reason: ReasonName,
  /** The same for a chat that offers tools; "" where that makes no difference. */
  tools_api: Type.String(),
  tools_api_reason: ReasonName,
})

const PastJson = Type.Object({
  request_id: Type.String(),
  at: Type.Integer(),
  model: Type.String(),
  group: Type.String(),
  /** Channels in the order in which they were tried. */
  tried: Type.Array(Type.Integer()),
  channel: Type.Integer(),
  /** Id of the error that it ended with; "" for an answer. */
  error: Type.String(),
})

const ExplainedJson = Type.Object({
  model: Type.String(),
  group: Type.String(),
  operation: OperationName,
  order: Type.Union(ROUTE_ORDERS.map((order) => Type.Literal(order))),
  /** Tries at most. */
  tries: Type.Integer(),
  keeps_conversations: Type.Boolean(),
  priced: Type.Boolean(),
  prompt_usd: Type.Number(),
  completion_usd: Type.Number(),
  call_usd: Type.Number(),
  candidates: Type.Array(CandidateJson),
  /** Of token, user and group: those that would refuse the call now, wherever it went. */
  stopped_by: Type.Array(LimitJson),
  past: Type.Union([PastJson, Type.Null()]),
})

export type ExplainedJson = Static<typeof ExplainedJson>

export const routeEndpoints = [
  endpoint({
    id: 'route.explain',
    method: 'GET',
    path: '/api/route/explain',
    role: 'admin',
    heavy: true,
    query: Type.Object({
      model: OptionalText,
      group: OptionalText,
      operation: Type.Optional(OperationName),
      /** Format of the client. */
      protocol: Type.Optional(Type.Union(PROTOCOLS.map((name) => Type.Literal(name)))),
      /** Whose limits count; the group is theirs when it is not named. */
      token_id: OptionalInteger,
      user_id: OptionalInteger,
      /** Of a call that was made: its model, group and caller count. */
      request_id: OptionalText,
    }),
    data: ExplainedJson,
    summary:
      'Every channel that has a model: whether a call would go there, how often, and why not; ' +
      'and the limits of its caller that would refuse it.',
    example: {
      model: 'gpt-4o',
      group: 'default',
      operation: 'chat',
      order: 'weight',
      tries: 3,
      keeps_conversations: true,
      priced: true,
      prompt_usd: 2.5,
      completion_usd: 10,
      call_usd: 0,
      candidates: [
        {
          id: 3,
          name: 'main',
          type: 1,
          priority: 0,
          weight: 0,
          verdict: 'drawn',
          odds: 100,
          keys_in_use: 1,
          key_count: 1,
          keys_cooling: 0,
          cooling_until: 0,
          reason: '',
          cost_ratio: 1,
          tried: 0,
          api: '/v1/chat/completions',
          api_reason: 'own_format',
          tools_api: '',
          tools_api_reason: '',
        },
      ],
      stopped_by: [LIMIT_EXAMPLE],
      past: null,
    },
  }),
] as const
