/** Prices that keep themselves: sources, what waits for a person, changes and their undoing. */
import { type Static, Type } from '@sinclair/typebox'
import { WantedPriceJson } from '../prices/price-schema'
import { PRICE_CHANGE_STATES } from '../prices/sources/change-states'
import { Proposal, ProposalFields } from '../prices/sources/proposal-schema'
import { PriceSourceFields } from '../prices/sources/source-schema'
import {
  endpoint,
  IdParams,
  Nothing,
  OptionalFlag,
  OptionalInteger,
  OptionalText,
  oneOf,
  PageQuery,
  pageOf,
} from './endpoint'

const MOST_ROWS = 10_000

const PriceSourceJson = Type.Composite([
  PriceSourceFields,
  Type.Object({
    id: Type.Integer(),
    /** Epoch seconds, as the next; 0 for never. */
    fetched_at: Type.Integer(),
    next_at: Type.Integer(),
    /** Why the last fetch failed, in the caller's language; "" for not at all. */
    failure: Type.String(),
  }),
])
export type PriceSourceJson = Static<typeof PriceSourceJson>

const { name, kind, ...optional } = PriceSourceFields.properties
const SourceInput = Type.Partial(Type.Object(optional))

const LeftOutJson = Type.Array(
  Type.Object({
    model: Type.String(),
    reason: oneOf(['variable', 'unknown_form', 'ambiguous']),
  }),
)

const PreviewJson = Type.Object({
  source: Type.String(),
  source_id: Type.Integer(),
  /** Models of the source that are wanted here, and how many of these cost the same. */
  read: Type.Integer(),
  unchanged: Type.Integer(),
  proposals: Type.Array(Proposal),
  left_out: LeftOutJson,
})
export type PricePreviewJson = Static<typeof PreviewJson>

const Applied = Type.Object({
  /** Of the change, by which it can be undone. */
  id: Type.Integer(),
  state: oneOf(['applied', 'scheduled']),
  models: Type.Integer(),
})

const TakenJson = Type.Object({
  source: Type.String(),
  change: Type.Union([Applied, Type.Null()]),
  applied: Type.Array(Proposal),
  waiting: Type.Array(Proposal),
  /** Models that wait since this fetch. */
  news: Type.Array(Type.String()),
  unchanged: Type.Integer(),
  left_out: LeftOutJson,
})

const ReviewJson = Type.Object({
  id: Type.Integer(),
  source: Type.String(),
  created_at: Type.Integer(),
  ...ProposalFields,
})
export type PriceReviewJson = Static<typeof ReviewJson>

const ChangeJson = Type.Object({
  id: Type.Integer(),
  state: oneOf(PRICE_CHANGE_STATES),
  /** "" for what somebody typed. */
  source: Type.String(),
  actor: Type.String(),
  models: Type.Integer(),
  /** Epoch seconds, as the next two; 0 for not yet. */
  begins_at: Type.Integer(),
  created_at: Type.Integer(),
  ended_at: Type.Integer(),
  /** Why a scheduled change was not made, in the caller's language. */
  failure: Type.String(),
})
export type PriceChangeJson = Static<typeof ChangeJson>

const SOURCE: PriceSourceJson = {
  ...{ id: 1, name: 'models.dev', kind: 'models.dev', url: '', allow_private: false },
  ...{ providers: [], group: '', factor: 1, margins: [{ models: '*', percent: 20, step: 0.01 }] },
  ...{ every_hours: 24, prices_new: false },
  ...{ fetched_at: 1_712_800_000, next_at: 1_712_886_400, failure: '' },
}

const PROPOSAL: Proposal = {
  model: 'gpt-4o',
  price: { model_ratio: 1.5 },
  was: { model_ratio: 1.25, completion_ratio: 4 },
  moves: [{ kind: 'unit', name: 'prompt', above: 0, from: 2.5, to: 3, cost: 2.5 }],
  reasons: ['rise'],
}

const CHANGE: PriceChangeJson = {
  ...{ id: 7, state: 'applied', source: 'models.dev', actor: 'root', models: 12 },
  ...{ begins_at: 1_712_800_000, created_at: 1_712_800_000, ended_at: 0, failure: '' },
}

const REST = { source: 'models.dev', unchanged: 140, left_out: [] }
const At = { at: OptionalInteger }
const Ids = { ids: Type.Array(Type.Integer(), { minItems: 1, maxItems: MOST_ROWS }) }

export const priceSourceEndpoints = [
  endpoint({
    id: 'price_source.list',
    method: 'GET',
    path: '/api/price/source/',
    role: 'root',
    heavy: true,
    data: Type.Array(PriceSourceJson),
    summary: 'Lists where prices are read from.',
    example: [SOURCE],
  }),
  endpoint({
    id: 'price_source.create',
    method: 'POST',
    path: '/api/price/source/',
    role: 'root',
    secondFactor: 'fresh',
    body: Type.Composite([Type.Object({ name, kind }), SourceInput]),
    data: PriceSourceJson,
    summary: 'Adds a price source; with `every_hours` it is read by schedule.',
    example: SOURCE,
  }),
  endpoint({
    id: 'price_source.update',
    method: 'PUT',
    path: '/api/price/source/:id',
    role: 'root',
    secondFactor: 'fresh',
    params: IdParams,
    body: Type.Composite([Type.Partial(Type.Object({ name, kind })), SourceInput]),
    data: PriceSourceJson,
    summary: 'Changes a price source; what is left out stays.',
    example: SOURCE,
  }),
  endpoint({
    id: 'price_source.remove',
    method: 'DELETE',
    path: '/api/price/source/:id',
    role: 'root',
    params: IdParams,
    data: Nothing,
    summary: 'Removes a price source and what waits of it; prices stay.',
    example: undefined,
  }),
  endpoint({
    id: 'price_source.preview',
    method: 'POST',
    path: '/api/price/source/preview',
    role: 'root',
    heavy: true,
    body: Type.Object({
      /** Of a stored source. */
      source: OptionalInteger,
      kind: Type.Optional(kind),
      ...SourceInput.properties,
      /** Prices of a file, in place of an address. */
      text: OptionalText,
      all: OptionalFlag,
    }),
    data: PreviewJson,
    summary:
      'Reads a source and answers what it would change, with reasons to review it; nothing is ' +
      'set. Models that no channel offers are left out unless `all` is true.',
    example: { ...REST, source_id: 1, read: 141, proposals: [PROPOSAL] },
  }),
  endpoint({
    id: 'price_source.fetch',
    method: 'POST',
    path: '/api/price/source/:id/fetch',
    role: 'root',
    secondFactor: 'fresh',
    heavy: true,
    params: IdParams,
    data: TakenJson,
    summary: 'Reads a source now: what passes the guards is set, the rest waits for review.',
    example: {
      ...REST,
      change: { id: 7, state: 'applied', models: 12 },
      applied: [],
      waiting: [PROPOSAL],
      news: ['gpt-4o'],
    },
  }),
  endpoint({
    id: 'price_review.list',
    method: 'GET',
    path: '/api/price/review/',
    role: 'root',
    heavy: true,
    data: Type.Array(ReviewJson),
    summary: 'Lists prices of sources that wait for review.',
    example: [{ id: 3, source: 'models.dev', created_at: 1_712_800_000, ...PROPOSAL }],
  }),
  endpoint({
    id: 'price_review.apply',
    method: 'POST',
    path: '/api/price/review/apply',
    role: 'root',
    secondFactor: 'fresh',
    body: Type.Object({ ...Ids, ...At }),
    data: Applied,
    summary: 'Sets prices that wait for review, all or none; `at` is when they begin.',
    example: { id: 7, state: 'applied', models: 1 },
  }),
  endpoint({
    id: 'price_review.dismiss',
    method: 'POST',
    path: '/api/price/review/dismiss',
    role: 'root',
    body: Type.Object(Ids),
    data: Nothing,
    summary: 'Drops prices that wait for review, until their source says something else.',
    example: undefined,
  }),
  endpoint({
    id: 'price_change.list',
    method: 'GET',
    path: '/api/price/change/',
    role: 'root',
    heavy: true,
    query: PageQuery,
    data: pageOf(ChangeJson),
    summary: 'Lists changes of prices, scheduled ones too, newest first.',
    example: { items: [CHANGE], total: 1, page: 1, page_size: 10 },
  }),
  endpoint({
    id: 'price_change.create',
    method: 'POST',
    path: '/api/price/change/',
    role: 'root',
    secondFactor: 'fresh',
    body: Type.Object({
      prices: Type.Array(WantedPriceJson, { minItems: 1, maxItems: MOST_ROWS }),
      source: Type.Optional(Type.String({ maxLength: 256 })),
      ...At,
    }),
    data: Applied,
    summary:
      'Sets prices as `price.set` does, at once or at the time `at`. A scheduled change is not ' +
      'made if one of its prices has changed by then.',
    example: { id: 7, state: 'scheduled', models: 1 },
  }),
  endpoint({
    id: 'price_change.roll_back',
    method: 'POST',
    path: '/api/price/change/:id/rollback',
    role: 'root',
    secondFactor: 'fresh',
    params: IdParams,
    body: Type.Object({
      /** Leaves out models whose price has changed since, instead of refusing. */
      skip_changed: OptionalFlag,
    }),
    data: Type.Object({
      id: Type.Integer(),
      restored: Type.Integer(),
      skipped: Type.Array(Type.String()),
    }),
    summary: 'Restores the prices from before a change; refuses if one has changed since.',
    example: { id: 7, restored: 12, skipped: [] },
  }),
  endpoint({
    id: 'price_change.cancel',
    method: 'DELETE',
    path: '/api/price/change/:id',
    role: 'root',
    params: IdParams,
    data: Nothing,
    summary: 'Cancels a scheduled change of prices.',
    example: undefined,
  }),
] as const
