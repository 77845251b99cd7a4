/** The operator's books: what came in, what was charged, what it cost, and what is owed. */
import { type Static, Type } from '@sinclair/typebox'
import { VERDICTS } from '../proof/reconcile'
import { USAGE_GROUP_NAMES } from '../usage/explore'
import { endpoint, IdParams, OptionalInteger, oneOf } from './endpoint'
import { EXAMPLE_USAGE, UsageTotalsJson } from './usage'

const Range = Type.Object({
  /** Epoch seconds; the last 30 days when absent. */
  start_timestamp: OptionalInteger,
  /** Not included. */
  end_timestamp: OptionalInteger,
})

const FinanceJson = Type.Object({
  /** On whole hours, or on days of UTC for times of more than 62 days ago. */
  from: Type.Integer(),
  to: Type.Integer(),
  /** Seconds that usage is known by. */
  step: Type.Integer(),
  /** Epoch seconds from which on usage is known; 0 for not at all. */
  known_from: Type.Integer(),
  /** What moved balances and was no call, by kind of entry. */
  booked: Type.Array(
    Type.Object({
      /** `top_up`, `redeem`, `grant`, `adjust` or `transfer`. */
      kind: Type.String(),
      count: Type.Integer(),
      /** Credits. */
      added: Type.Integer(),
      taken: Type.Integer(),
    }),
  ),
  /** Orders paid in the time, in the shop's currency and in credits. */
  orders: Type.Object({
    count: Type.Integer(),
    /** What stayed of it, in hundredths of each currency (ISO 4217). */
    money: Type.Array(Type.Object({ currency: Type.String(), cents: Type.Integer() })),
    credits: Type.Integer(),
  }),
  usage: UsageTotalsJson,
  /** As it is now, whatever the requested time. */
  owed: Type.Object({
    users: Type.Integer(),
    /** Credits, as all that follow. */
    balances: Type.Integer(),
    debts: Type.Integer(),
    codes: Type.Integer(),
    code_credits: Type.Integer(),
    held: Type.Integer(),
  }),
})

export type FinanceJson = Static<typeof FinanceJson>

const FinanceSumJson = Type.Composite([
  UsageTotalsJson,
  Type.Object({ key: Type.String(), name: Type.String(), margin: Type.Integer() }),
])

export type FinanceSumJson = Static<typeof FinanceSumJson>

const ReconcileJson = Type.Object({
  /** Which kind of file it was. */
  shape: Type.String(),
  rows: Type.Array(
    Type.Object({
      day: Type.String(),
      model: Type.String(),
      class: Type.String(),
      ours: Type.Number(),
      theirs: Type.Number(),
      difference: Type.Number(),
      verdict: oneOf(VERDICTS),
    }),
  ),
})

const VerifyJson = Type.Object({
  /** Epoch seconds. */
  at: Type.Integer(),
  /** None where all agree. */
  differences: Type.Array(
    Type.Object({
      account: Type.String(),
      check: Type.String(),
      expected: Type.Number(),
      actual: Type.Number(),
    }),
  ),
})

const EXAMPLE = { ...EXAMPLE_USAGE, uncollected: 1200, cost: 640_000 }

/** A provider's export of a month by day and model. */
const MOST_CSV = 8_000_000

export const financeEndpoints = [
  endpoint({
    id: 'finance.show',
    method: 'GET',
    path: '/api/finance/',
    role: 'admin',
    heavy: true,
    query: Range,
    data: FinanceJson,
    summary: 'Money of a time: what came in by source, charged, cost, uncollected, and owed now.',
    example: {
      from: 1_712_718_000,
      to: 1_715_310_000,
      step: 3600,
      known_from: 1_712_718_000,
      booked: [{ kind: 'redeem', count: 4, added: 20_000_000, taken: 0 }],
      orders: { count: 2, money: [{ currency: 'CNY', cents: 14_600 }], credits: 10_000_000 },
      usage: EXAMPLE,
      owed: {
        users: 41,
        balances: 80_000_000,
        debts: 0,
        codes: 12,
        code_credits: 6_000_000,
        held: 0,
      },
    },
  }),
  endpoint({
    id: 'finance.sums',
    method: 'GET',
    path: '/api/finance/sums',
    role: 'admin',
    heavy: true,
    query: Type.Composite([Range, Type.Object({ by: oneOf(USAGE_GROUP_NAMES) })]),
    data: Type.Array(FinanceSumJson),
    summary: 'Charged, cost and margin of each channel, model, user, token, group or client.',
    example: [{ key: '12', name: 'main', margin: 260_000, ...EXAMPLE }],
  }),
  endpoint({
    id: 'finance.reconcile',
    method: 'POST',
    path: '/api/finance/reconcile/:id',
    role: 'admin',
    heavy: true,
    params: IdParams,
    body: Type.Object({
      /** The text of a provider's export. */
      csv: Type.String({ maxLength: MOST_CSV }),
    }),
    data: ReconcileJson,
    summary: "Compares a provider's export with the bills of a channel, by day, model and class.",
    example: {
      shape: 'openai',
      rows: [
        {
          day: '2024-04-11',
          model: 'gpt-4o',
          class: 'prompt',
          ours: 105,
          theirs: 105,
          difference: 0,
          verdict: 'equal',
        },
      ],
    },
  }),
  endpoint({
    id: 'finance.verify',
    method: 'GET',
    path: '/api/finance/verify',
    role: 'root',
    heavy: true,
    data: VerifyJson,
    summary: 'Replays the ledger against every balance.',
    example: { at: 1_712_800_000, differences: [] },
  }),
] as const
