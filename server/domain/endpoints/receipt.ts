/** The receipt of one call, for its owner, for operators, and by signed link for anybody. */
import { type Static, Type } from '@sinclair/typebox'
import type { ChargeExplanation } from '../money/quota'
import { endpoint, Nothing, OptionalFlag } from './endpoint'

const RequestParams = Type.Object({ id: Type.String({ minLength: 1, maxLength: 100 }) })

const ReceiptJson = Type.Object({
  request_id: Type.String(),
  /** Epoch seconds of the bill. */
  at: Type.Integer(),
  username: Type.String(),
  token_name: Type.String(),
  /** Comma separated; "" for none. */
  tags: Type.String(),
  group: Type.String(),
  model: Type.String(),
  /** The model that was requested, when another one answered in its place; else "". */
  fallback_of: Type.String(),
  is_stream: Type.Boolean(),
  /** Seconds. */
  took: Type.Integer(),
  prompt_tokens: Type.Integer(),
  completion_tokens: Type.Integer(),
  /** Id of the error that it ended with; "" for an answer. */
  error: Type.String(),
  /** What the text of the error names. */
  error_params: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()])),
  /** What an upstream answered; 0 where it was not the upstream that failed. */
  error_status: Type.Integer(),
  /** client, upstream or gateway; "" for nobody. */
  cut_by: Type.String(),
  cut_policy: Type.String(),
  mode: Type.Union([Type.Literal('per-token'), Type.Literal('per-call')]),
  steps: Type.Array(
    Type.Object({
      class: Type.Unsafe<ChargeExplanation['rows'][number]['class']>(Type.String()),
      tokens: Type.Integer(),
      ratio: Type.String(),
      per: Type.Unsafe<ChargeExplanation['rows'][number]['per']>(Type.Integer()),
      credits: Type.String(),
    }),
  ),
  /** The sum before rounding, in credits. */
  exact: Type.String(),
  rule: Type.Unsafe<ChargeExplanation['rule']>(Type.String()),
  charged: Type.Integer(),
  uncollected: Type.Integer(),
  /** The plan that paid of it, "" for none, and the credits that it paid. */
  plan_name: Type.String(),
  plan_paid: Type.Integer(),
  /** Credits that were held at most. */
  held: Type.Integer(),
  group_ratio: Type.Number(),
  prompt_usd: Type.Number(),
  completion_usd: Type.Number(),
  call_usd: Type.Number(),
  tries: Type.Array(
    Type.Object({
      /** 0 for all but operators. */
      channel: Type.Integer(),
      error: Type.String(),
      status: Type.Integer(),
    }),
  ),
  most_tries: Type.Integer(),
  /** Credits; 0 for no limit. */
  most_credits: Type.Integer(),
  lines: Type.Array(
    Type.Object({
      /** Epoch ms. */
      at: Type.Integer(),
      kind: Type.String(),
      user_delta: Type.Integer(),
      token_delta: Type.Integer(),
      charge: Type.Integer(),
    }),
  ),
  /** Whether bill and ledger name the same sum. */
  agrees: Type.Boolean(),
})

export type ReceiptJson = Static<typeof ReceiptJson>

const EXAMPLE: ReceiptJson = {
  request_id: '20261122180012345678901AbCdEfGh',
  at: 1_795_370_412,
  username: 'ann',
  token_name: 'laptop',
  tags: '',
  group: 'default',
  model: 'gpt-4o',
  fallback_of: '',
  is_stream: true,
  took: 3,
  prompt_tokens: 12,
  completion_tokens: 9,
  error: '',
  error_params: {},
  error_status: 0,
  cut_by: '',
  cut_policy: '',
  mode: 'per-token',
  steps: [{ class: 'prompt', tokens: 12, ratio: '1.25', per: 1, credits: '15' }],
  exact: '60',
  rule: 'exact',
  charged: 60,
  uncollected: 0,
  plan_name: '',
  plan_paid: 0,
  held: 500,
  group_ratio: 1,
  prompt_usd: 2.5,
  completion_usd: 10,
  call_usd: 0,
  tries: [{ channel: 0, error: '', status: 200 }],
  most_tries: 3,
  most_credits: 0,
  lines: [
    {
      at: 1_795_370_409_000,
      kind: 'reserve',
      user_delta: -500,
      token_delta: -500,
      charge: 0,
    },
  ],
  agrees: true,
}

export const receiptEndpoints = [
  endpoint({
    id: 'receipt.show',
    method: 'GET',
    path: '/api/receipt/:id',
    role: 'user',
    organisation: 'read',
    heavy: true,
    params: RequestParams,
    data: ReceiptJson,
    summary: 'What a call used and cost, what was held and booked for it, and its tries.',
    example: EXAMPLE,
  }),
  endpoint({
    id: 'receipt.link',
    method: 'POST',
    path: '/api/receipt/:id/link',
    role: 'user',
    organisation: 'manage',
    params: RequestParams,
    data: Type.Object({ path: Type.String(), until: Type.Integer() }),
    summary: 'A signed address of the receipt, for people without an account; good for 30 days.',
    example: { path: '/receipt/20261122180012345678901AbCdEfGh?until=1&sign=…', until: 1 },
  }),
  endpoint({
    id: 'receipt.revoke_links',
    method: 'DELETE',
    path: '/api/receipt/:id/link',
    role: 'user',
    organisation: 'manage',
    params: RequestParams,
    query: Type.Object({ only_this: OptionalFlag }),
    data: Nothing,
    summary:
      "Ends every signed address of the receipts of the call's owner; with `only_this` those of " +
      'this receipt.',
    example: undefined,
  }),
  endpoint({
    id: 'receipt.signed',
    method: 'GET',
    path: '/api/receipt/:id/signed',
    role: 'anonymous',
    heavy: true,
    params: RequestParams,
    query: Type.Object({ until: Type.Integer(), sign: Type.String() }),
    data: ReceiptJson,
    summary: 'The receipt by a signed address, without what only operators see.',
    example: EXAMPLE,
  }),
] as const
