/** What is set of a source of prices. */
import { type Static, Type } from '@sinclair/typebox'
import { PRICE_SOURCE_KINDS } from './source-kinds'

const MOST_PERCENT = 10_000

const MarginRule = Type.Object(
  {
    /** Name of a model; `*` stands for any text. */
    models: Type.String({ minLength: 1, maxLength: 256 }),
    /** Of the cost, on top of it. */
    percent: Type.Number({ minimum: -100, maximum: MOST_PERCENT }),
    /** Dollars between two prices that the rule makes; absent for no rounding. */
    step: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 1000 })),
    /** Dollars above a whole number of steps. */
    ends: Type.Optional(Type.Number({ minimum: 0, maximum: 1000 })),
  },
  { additionalProperties: false },
)
export type MarginRule = Static<typeof MarginRule>
export const MarginRules = Type.Array(MarginRule, { maxItems: 100 })

export const PriceSourceFields = Type.Object({
  name: Type.String(),
  kind: Type.Union(PRICE_SOURCE_KINDS.map((kind) => Type.Literal(kind))),
  /** "" takes that of the kind. */
  url: Type.String(),
  /** Whether the address may be in the gateway's own network. */
  allow_private: Type.Boolean(),
  /** Who sells at the source, the first that has a model wins; none for the makers. */
  providers: Type.Array(Type.String({ minLength: 1, maxLength: 128 }), { maxItems: 100 }),
  /** Group at another gateway, whose ratio is part of the cost; "" for none. */
  group: Type.String({ maxLength: 128 }),
  /** What a dollar at the source costs. */
  factor: Type.Number({ exclusiveMinimum: 0, maximum: 1000 }),
  margins: MarginRules,
  /** Hours between two fetches; 0 for by hand only. */
  every_hours: Type.Integer({ minimum: 0, maximum: 8760 }),
  /** Whether models that had no price get one without a person. */
  prices_new: Type.Boolean(),
})
export type PriceSourceFields = Static<typeof PriceSourceFields>

export const NEW_PRICE_SOURCE: Omit<PriceSourceFields, 'name' | 'kind'> = {
  url: '',
  allow_private: false,
  providers: [],
  group: '',
  factor: 1,
  margins: [],
  every_hours: 0,
  prices_new: false,
}
