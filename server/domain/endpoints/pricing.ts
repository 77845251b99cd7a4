/** What models cost. */
import { type Static, Type } from '@sinclair/typebox'
import { JOB_FAMILIES } from '../jobs/families'
import { Steps, Tiers, UnitPrices } from '../prices/price-schema'
import { endpoint } from './endpoint'

const OptionalNumber = Type.Optional(Type.Number())

const PricingJson = Type.Object({
  model_name: Type.String(),
  /** False when calls are refused for want of a price; the numbers below are then 0. */
  priced: Type.Boolean(),
  /** 0 by tokens, 1 by calls. */
  quota_type: Type.Integer(),
  model_ratio: Type.Number(),
  /** Dollars per call. */
  model_price: Type.Number(),
  owner_by: Type.String(),
  completion_ratio: Type.Number(),
  /** Of models that have a price of their own for it, as the next three. */
  cache_ratio: OptionalNumber,
  cache_creation_ratio: OptionalNumber,
  /** In text prompt tokens; written audio in audio prompt tokens. */
  audio_ratio: OptionalNumber,
  audio_completion_ratio: OptionalNumber,
  image_ratio: OptionalNumber,
  /** Unit → dollars for as many as its row says, where the model has a price of its own. */
  unit_prices: Type.Optional(UnitPrices),
  /** What holds above so many tokens read, the lowest bound first. */
  steps: Type.Optional(Steps),
  /** Part of the tier that is served → what a bill is multiplied by. */
  tiers: Type.Optional(Tiers),
  /** Of the groups that the viewer may use; none for a model without a price. */
  enable_groups: Type.Array(Type.String()),
  /** Tokens that it reads at most, where a source of prices or the operator says so. */
  context_length: Type.Optional(Type.Integer()),
  /** Tokens of its longest answer, where its maker, a source of prices or the operator says so. */
  max_output_tokens: Type.Optional(Type.Integer()),
  /** Work that the model does and that is fetched later; absent for what is answered at once. */
  jobs: Type.Optional(Type.Array(Type.Union(JOB_FAMILIES.map((name) => Type.Literal(name))))),
})

export type PricingJson = Static<typeof PricingJson>

const Table = Type.Record(Type.String(), Type.Number())

const RatioConfigJson = Type.Object({
  model_ratio: Table,
  completion_ratio: Table,
  cache_ratio: Table,
  create_cache_ratio: Table,
  image_ratio: Table,
  audio_ratio: Table,
  audio_completion_ratio: Table,
  /** Dollars per call. */
  model_price: Table,
})

export type RatioConfigJson = Static<typeof RatioConfigJson>

export const pricingEndpoints = [
  endpoint({
    id: 'pricing.list',
    method: 'GET',
    path: '/api/pricing',
    role: 'anonymous',
    organisation: 'any',
    limit: 'page',
    heavy: true,
    data: Type.Array(PricingJson),
    isCacheable: true,
    summary:
      'Lists the models that the viewer can reach with their prices; `group_ratio` and ' +
      '`usable_group` stand beside `data`.',
    example: [
      {
        model_name: 'gpt-4o',
        priced: true,
        quota_type: 0,
        model_ratio: 1.25,
        model_price: 0,
        owner_by: '',
        completion_ratio: 4,
        cache_ratio: 0.5,
        enable_groups: ['default', 'vip'],
        context_length: 128_000,
        max_output_tokens: 16_384,
      },
    ],
  }),
  endpoint({
    id: 'pricing.ratio_config',
    method: 'GET',
    path: '/api/ratio_config',
    role: 'anonymous',
    limit: 'page',
    data: RatioConfigJson,
    summary:
      'The prices in force as tables, for other gateways to read; 403 unless ' +
      '`ExposeRatioEnabled` is on.',
    example: {
      model_ratio: { 'gpt-4o': 1.25 },
      completion_ratio: { 'gpt-4o': 4 },
      cache_ratio: { 'gpt-4o': 0.5 },
      create_cache_ratio: {},
      image_ratio: {},
      audio_ratio: {},
      audio_completion_ratio: {},
      model_price: { 'dall-e-3': 0.04 },
    },
  }),
] as const
