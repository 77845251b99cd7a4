/** What may be set for a model, as checks; whoever only shows prices needs the shapes alone. */
import { Type } from '@sinclair/typebox'
import { MAX_RATIO } from '../bounds'

const Amount = Type.Number({ minimum: 0, maximum: MAX_RATIO })

/** Unit → dollars for as many as its row says. */
export const UnitPrices = Type.Record(Type.String(), Amount)

/** Ratios that hold above a bound; those that are left out stay as they are below it. */
export const Step = Type.Object({
  /** Tokens read, cached ones included. */
  above: Type.Integer({ minimum: 1 }),
  model_ratio: Type.Optional(Amount),
  completion_ratio: Type.Optional(Amount),
  cache_ratio: Type.Optional(Amount),
  create_cache_ratio: Type.Optional(Amount),
  audio_ratio: Type.Optional(Amount),
  audio_completion_ratio: Type.Optional(Amount),
  image_ratio: Type.Optional(Amount),
  unit_prices: Type.Optional(UnitPrices),
})
export const Steps = Type.Array(Step, { maxItems: 16 })

/** Part of the tier that was served → what the bill is multiplied by. */
export const Tiers = Type.Record(Type.String({ maxLength: 64 }), Amount)

export const UnitPricesByModel = Type.Record(Type.String(), UnitPrices)
export const StepsByModel = Type.Record(Type.String(), Steps)
export const TiersByModel = Type.Record(Type.String(), Tiers)

const AmountOrNull = Type.Optional(Type.Union([Amount, Type.Null()]))

export const PriceJson = Type.Object(
  {
    /** Dollars per call; wins over every ratio. */
    model_price: AmountOrNull,
    model_ratio: AmountOrNull,
    completion_ratio: AmountOrNull,
    cache_ratio: AmountOrNull,
    create_cache_ratio: AmountOrNull,
    audio_ratio: AmountOrNull,
    audio_completion_ratio: AmountOrNull,
    image_ratio: AmountOrNull,
    unit_prices: Type.Optional(Type.Union([UnitPrices, Type.Null()])),
    steps: Type.Optional(Type.Union([Steps, Type.Null()])),
    tiers: Type.Optional(Type.Union([Tiers, Type.Null()])),
  },
  { additionalProperties: false },
)

export const PriceRowJson = Type.Object({
  model: Type.String({ minLength: 1, maxLength: 256 }),
  price: PriceJson,
})

/** A row to set; with `was`, only if the price in force is still that one. */
export const WantedPriceJson = Type.Composite([
  PriceRowJson,
  Type.Object({ was: Type.Optional(PriceJson) }),
])

export const StoredRows = Type.Array(PriceRowJson)
export const WantedRows = Type.Array(WantedPriceJson)
