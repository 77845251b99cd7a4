/** What each model costs: read and set model by model, any number of them at once. */
import { type Static, Type } from '@sinclair/typebox'
import { PriceJson, PriceRowJson, WantedPriceJson } from '../prices/price-schema'
import { endpoint, Nothing, OptionalInteger, OptionalText } from './endpoint'

/** Beyond what any list of models has. */
const MOST_ROWS = 10_000

/** One change of a model's price, whoever made it and however. */
const PriceEventJson = Type.Object({
  /** Of the audit entry. */
  id: Type.Integer(),
  /** Epoch seconds. */
  created_at: Type.Integer(),
  /** Name of the user, or `cli:name` and `system:name`. */
  actor: Type.String(),
  actor_id: Type.Integer(),
  /** `price.set`, `price.reset`, `option.set`, `option.import` or `option.reset`. */
  action: Type.String(),
  /** Fields that differ, as they were; null where nothing was set. */
  before: PriceJson,
  after: PriceJson,
})
export type PriceEventJson = Static<typeof PriceEventJson>

const EXAMPLE = [{ model: 'gpt-4o', price: { model_ratio: 1.25, cache_ratio: 0.5 } }]

export const priceEndpoints = [
  endpoint({
    id: 'price.list',
    method: 'GET',
    path: '/api/price/',
    role: 'root',
    query: Type.Object({ model: OptionalText }),
    data: Type.Array(PriceRowJson),
    isCacheable: true,
    summary:
      'Lists the prices in force by model, with the fields that something is set for; `model` ' +
      'asks for one.',
    example: EXAMPLE,
  }),
  endpoint({
    id: 'price.set',
    method: 'PUT',
    path: '/api/price/',
    role: 'root',
    secondFactor: 'fresh',
    body: Type.Object({
      prices: Type.Array(WantedPriceJson, { minItems: 1, maxItems: MOST_ROWS }),
    }),
    data: Type.Array(PriceRowJson),
    summary:
      'Sets prices of any number of models in one step, all or none. A field that is left out ' +
      'stays, null takes it away; answers what is in force then. With `was`, the price as it ' +
      'was read, nothing is set if somebody has changed it since.',
    example: EXAMPLE,
  }),
  endpoint({
    id: 'price.history',
    method: 'GET',
    path: '/api/price/history',
    role: 'root',
    heavy: true,
    query: Type.Object({
      model: Type.String({ minLength: 1, maxLength: 256 }),
      limit: OptionalInteger,
    }),
    data: Type.Array(PriceEventJson),
    summary:
      'Lists how the price of a model was changed, by whom and when, newest first; 50 changes ' +
      'unless `limit` says another number up to 100.',
    example: [
      {
        id: 42,
        created_at: 1_712_800_000,
        actor: 'root',
        actor_id: 1,
        action: 'price.set',
        before: { model_ratio: 1.25 },
        after: { model_ratio: 1.5 },
      },
    ],
  }),
  endpoint({
    id: 'price.reset',
    method: 'DELETE',
    path: '/api/price/',
    role: 'root',
    secondFactor: 'fresh',
    data: Nothing,
    summary: 'Brings every built-in price back.',
    example: undefined,
  }),
] as const
