/** Models: what channel types name, and what channels offer. */
import { type Static, Type } from '@sinclair/typebox'
import { endpoint } from './endpoint'

/** As the OpenAI list has it, with the fields that older clients look for. */
const ModelJson = Type.Object({
  id: Type.String(),
  object: Type.String(),
  /** Epoch seconds. */
  created: Type.Integer(),
  owned_by: Type.String(),
  permission: Type.Array(Type.Unknown()),
  root: Type.String(),
  parent: Type.Null(),
})

const HourlyCounts = Type.Array(Type.Integer())
const Dollars = Type.Union([Type.Number(), Type.Null()])

const ModelBoardJson = Type.Object({
  model: Type.String(),
  /** Channels that have it; 0 for one that was only requested. */
  channels: Type.Integer(),
  enabled: Type.Integer(),
  /** Whether an enabled channel of a type that can serve it has it. */
  served: Type.Boolean(),
  /** Calls of a model without a price are refused. */
  priced: Type.Boolean(),
  /** Per million tokens, before the ratio of a group; null for a model sold by the call. */
  prompt_usd: Dollars,
  completion_usd: Dollars,
  /** Per call; null for a model sold by what it uses. */
  call_usd: Dollars,
  /** Of the last day, as all that follows. */
  calls: Type.Integer(),
  failed: Type.Integer(),
  refused: Type.Integer(),
  quota: Type.Integer(),
  /** Until the first byte; 0 when nothing is known. */
  p50_ms: Type.Integer(),
  p95_ms: Type.Integer(),
  /** One number per hour, oldest first; none for a model that was not called. */
  calls_by_hour: HourlyCounts,
  failed_by_hour: HourlyCounts,
})
export type ModelBoardJson = Static<typeof ModelBoardJson>

export const modelEndpoints = [
  endpoint({
    id: 'model.board',
    method: 'GET',
    path: '/api/model/',
    role: 'admin',
    heavy: true,
    data: Type.Array(ModelBoardJson),
    summary:
      'Every model that a channel has or that was asked for in the last day: what it costs, who ' +
      'serves it and how its calls did, the most called first.',
    example: [
      {
        model: 'gpt-4o',
        channels: 3,
        enabled: 2,
        served: true,
        priced: true,
        prompt_usd: 2.5,
        completion_usd: 10,
        call_usd: null,
        calls: 120,
        failed: 3,
        refused: 0,
        quota: 410_000,
        p50_ms: 780,
        p95_ms: 2750,
        calls_by_hour: [40, 80],
        failed_by_hour: [0, 3],
      },
    ],
  }),
  endpoint({
    id: 'model.by_type',
    method: 'GET',
    path: '/api/models',
    role: 'user',
    data: Type.Record(Type.String(), Type.Array(Type.String())),
    isCacheable: true,
    summary: 'Default models of every channel type, by its number.',
    example: { '43': ['deepseek-chat', 'deepseek-reasoner'] },
  }),
  endpoint({
    id: 'model.known',
    method: 'GET',
    path: '/api/channel/models',
    role: 'admin',
    data: Type.Array(ModelJson),
    isCacheable: true,
    summary: 'Every model that a channel type names, once.',
    example: [
      {
        id: 'gpt-4o',
        object: 'model',
        created: 1_626_777_600,
        owned_by: 'openai',
        permission: [],
        root: 'gpt-4o',
        parent: null,
      },
    ],
  }),
  endpoint({
    id: 'model.enabled',
    method: 'GET',
    path: '/api/channel/models_enabled',
    role: 'admin',
    heavy: true,
    data: Type.Array(Type.String()),
    isCacheable: true,
    summary: 'Models that an enabled channel offers, sorted.',
    example: ['gpt-4o', 'gpt-4o-mini'],
  }),
] as const
