/** Requests to a channel's upstream on behalf of an operator. */
import { type Static, Type } from '@sinclair/typebox'
import { OPERATIONS } from '../calls/protocol'
import { VERIFY_CHECKS } from '../verify/findings'
import { endpoint, IdParams, Nothing, OptionalInteger, OptionalText } from './endpoint'

const ModelNames = Type.Array(Type.String())
const Tested = Type.Object({
  time: Type.Number(),
  /** What the model was called for. */
  operation: Type.Optional(Type.Union(OPERATIONS.map((name) => Type.Literal(name)))),
})
export const DraftTested = Type.Composite([
  Tested,
  Type.Object({
    /** Which was asked. */
    model: Type.String(),
  }),
])
const Balanced = Type.Object({ balance: Type.Number() })
const TestState = Type.Object({
  running: Type.Boolean(),
  /** Channels that have been visited, and how many there are. */
  done: Type.Integer(),
  total: Type.Integer(),
  tested: Type.Integer(),
  failed: Type.Integer(),
  /** Channels that cannot be tested yet. */
  skipped: Type.Integer(),
  failures: Type.Array(
    Type.Object({
      id: Type.Integer(),
      name: Type.String(),
      model: Type.String(),
      message: Type.String(),
    }),
  ),
})
const VerifyPlanJson = Type.Object({
  model: Type.String(),
  questions: Type.Integer(),
  prompt_tokens: Type.Integer(),
  completion_tokens: Type.Integer(),
  max_usd: Type.Number(),
  /** False where the dearest price is assumed because the model has none. */
  priced: Type.Boolean(),
})

const VerifyReportJson = Type.Object({
  model: Type.String(),
  /** clean, suspect or unclear. */
  verdict: Type.Union([Type.Literal('clean'), Type.Literal('suspect'), Type.Literal('unclear')]),
  asked: Type.Integer(),
  spent_usd: Type.Number(),
  findings: Type.Array(
    Type.Object({
      /** model, streaming, usage, context, parameters or cache. */
      check: Type.Union(VERIFY_CHECKS.map((check) => Type.Literal(check))),
      state: Type.Union([Type.Literal('passed'), Type.Literal('failed'), Type.Literal('unclear')]),
      /** The evidence, in the caller's language. */
      message: Type.String(),
    }),
  ),
})
export type VerifyReportJson = Static<typeof VerifyReportJson>

/** Of a channel that is not saved yet. */
const DraftFields = Type.Object({
  base_url: OptionalText,
  type: OptionalInteger,
  key: OptionalText,
  other: OptionalText,
})

const TEST_QUERY = Type.Object({ model: OptionalText })

export const channelUpstreamEndpoints = [
  endpoint({
    id: 'channel.fetch_models',
    method: 'GET',
    path: '/api/channel/fetch_models/:id',
    role: 'admin',
    params: IdParams,
    data: ModelNames,
    summary: 'Asks the upstream of a channel for its models.',
    example: ['gpt-4o'],
  }),
  endpoint({
    id: 'channel.fetch_draft_models',
    method: 'POST',
    path: '/api/channel/fetch_models',
    role: 'admin',
    body: DraftFields,
    data: ModelNames,
    summary: 'Asks an upstream for its models before its channel is saved.',
    example: ['gpt-4o'],
  }),
  endpoint({
    id: 'channel.test',
    method: 'GET',
    path: '/api/channel/test/:id',
    role: 'admin',
    changes: true,
    params: IdParams,
    query: TEST_QUERY,
    data: Tested,
    summary: 'Sends a tiny request. `time`, in seconds, stands beside `data` too, also on failure.',
    example: { time: 0.83, operation: 'chat' },
  }),
  endpoint({
    id: 'channel.test_post',
    method: 'POST',
    path: '/api/channel/test/:id',
    role: 'admin',
    params: IdParams,
    query: TEST_QUERY,
    data: Tested,
    summary: 'Sends a tiny request. `time`, in seconds, stands beside `data` too, also on failure.',
    example: { time: 0.83, operation: 'chat' },
  }),
  endpoint({
    id: 'channel.test_draft',
    method: 'POST',
    path: '/api/channel/test_draft',
    role: 'admin',
    body: Type.Composite([
      DraftFields,
      TEST_QUERY,
      Type.Object({
        /** Of a stored channel that is being changed: a blank key is its own. */
        id: OptionalInteger,
      }),
    ]),
    data: DraftTested,
    summary:
      'Sends a tiny request through a channel before it is saved; nothing is stored. With `id` ' +
      'it is one that is being changed, and a blank key is its own.',
    example: { time: 0.83, model: 'gpt-4o-mini', operation: 'chat' },
  }),
  endpoint({
    id: 'channel.freeze',
    method: 'POST',
    path: '/api/channel/:id/freeze',
    role: 'root',
    params: IdParams,
    body: Type.Object({
      /** Epoch seconds; -1, as without it, until further notice. */
      until: OptionalInteger,
      /** Shown next to the channel. */
      reason: OptionalText,
    }),
    data: Nothing,
    summary: 'Freezes a channel: no calls go through it, and only root can let it go on.',
    example: undefined,
  }),
  endpoint({
    id: 'channel.unfreeze',
    method: 'DELETE',
    path: '/api/channel/:id/freeze',
    role: 'root',
    params: IdParams,
    data: Nothing,
    summary: 'Lets a frozen channel be as it was before.',
    example: undefined,
  }),
  endpoint({
    id: 'channel.test_all',
    method: 'GET',
    path: '/api/channel/test',
    role: 'admin',
    changes: true,
    data: Nothing,
    summary: 'Starts a test of every channel, one at a time; root is told when it is done.',
    example: undefined,
  }),
  endpoint({
    id: 'channel.test_all_post',
    method: 'POST',
    path: '/api/channel/test',
    role: 'admin',
    data: Nothing,
    summary: 'Starts a test of every channel, one at a time; root is told when it is done.',
    example: undefined,
  }),
  endpoint({
    id: 'channel.test_all_state',
    method: 'GET',
    path: '/api/channel/test/state',
    role: 'admin',
    data: TestState,
    summary: 'How far the last test of all channels is, and which have failed so far.',
    example: {
      running: true,
      done: 3,
      total: 8,
      tested: 3,
      failed: 1,
      skipped: 0,
      failures: [{ id: 2, name: 'main', model: 'gpt-4o', message: 'Incorrect API key provided' }],
    },
  }),
  endpoint({
    id: 'channel.verify_plan',
    method: 'GET',
    path: '/api/channel/verify/:id',
    role: 'admin',
    params: IdParams,
    query: Type.Object({ model: OptionalText, context_tokens: OptionalInteger }),
    data: VerifyPlanJson,
    summary: 'What the questions of `channel.verify` would cost at most; asks nobody anything.',
    example: {
      model: 'gpt-4o',
      questions: 10,
      prompt_tokens: 20_500,
      completion_tokens: 3700,
      max_usd: 0.0883,
      priced: true,
    },
  }),
  endpoint({
    id: 'channel.verify',
    method: 'POST',
    path: '/api/channel/verify/:id',
    role: 'admin',
    params: IdParams,
    body: Type.Object({
      model: OptionalText,
      context_tokens: OptionalInteger,
      /** Nothing is sent when it could cost more. */
      max_usd: Type.Optional(Type.Number({ minimum: 0 })),
    }),
    data: VerifyReportJson,
    summary:
      'Asks the upstream the questions that show a dishonest relay, and answers what they found.',
    example: {
      model: 'gpt-4o',
      verdict: 'suspect',
      asked: 10,
      spent_usd: 0.0481,
      findings: [
        {
          check: 'usage',
          state: 'failed',
          message: 'The upstream counts 9120 where we count 6000: 1.52 times as much',
        },
      ],
    },
  }),
  endpoint({
    id: 'channel.balance',
    method: 'GET',
    path: '/api/channel/update_balance/:id',
    role: 'admin',
    changes: true,
    params: IdParams,
    data: Balanced,
    summary: 'Reads the balance of the upstream account; `balance` stands beside `data` too.',
    example: { balance: 18.42 },
  }),
  endpoint({
    id: 'channel.balance_post',
    method: 'POST',
    path: '/api/channel/update_balance/:id',
    role: 'admin',
    params: IdParams,
    data: Balanced,
    summary: 'Reads the balance of the upstream account; `balance` stands beside `data` too.',
    example: { balance: 18.42 },
  }),
  endpoint({
    id: 'channel.balance_all',
    method: 'GET',
    path: '/api/channel/update_balance',
    role: 'admin',
    changes: true,
    data: Nothing,
    summary: 'Reads the balances of all enabled channels; a long walk goes on after the answer.',
    example: undefined,
  }),
  endpoint({
    id: 'channel.balance_all_post',
    method: 'POST',
    path: '/api/channel/update_balance',
    role: 'admin',
    data: Nothing,
    summary: 'Reads the balances of all enabled channels; a long walk goes on after the answer.',
    example: undefined,
  }),
] as const
