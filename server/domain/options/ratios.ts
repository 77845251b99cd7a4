/** Prices and groups. A saved table replaces the whole default one. */
import { DEFAULT_PRICE_TABLES } from '../prices/lookup'
import { StepsByModel, TiersByModel, UnitPricesByModel } from '../prices/price-schema'
import { refusedSteps, refusedUnits } from '../prices/refused-price'
import { boolean, json, number, section } from './option'
import { RatioByName, TextByName } from './shapes'

export const ratioOptions = section('ratios', {
  /** Its keys are the list of groups. */
  GroupRatio: json({ default: { default: 1, vip: 1, svip: 1 }, schema: RatioByName }),
  /** Group → description; what any user may choose besides the own group. */
  UserUsableGroups: json({
    default: { default: '默认分组', vip: 'vip分组' },
    schema: TextByName,
  }),
  ModelRatio: json({ default: DEFAULT_PRICE_TABLES.modelRatio, schema: RatioByName }),
  /** Dollars per call. */
  ModelPrice: json({ default: DEFAULT_PRICE_TABLES.modelPrice, schema: RatioByName }),
  CompletionRatio: json({ default: DEFAULT_PRICE_TABLES.completionRatio, schema: RatioByName }),
  CacheRatio: json({ default: DEFAULT_PRICE_TABLES.cacheRatio, schema: RatioByName }),
  /** What is not set here has the ratio of the shipped tables, as in the next two. */
  CreateCacheRatio: json({ default: {}, schema: RatioByName }),
  AudioRatio: json({ default: {}, schema: RatioByName }),
  AudioCompletionRatio: json({ default: {}, schema: RatioByName }),
  ImageRatio: json({ default: {}, schema: RatioByName }),
  /** Model → unit → dollars for as many as the unit's row says; shipped ones stand not in it. */
  UnitPrices: json({
    default: {},
    schema: UnitPricesByModel,
    check: refusedUnits,
  }),
  PriceSteps: json({ default: {}, schema: StepsByModel, check: refusedSteps }),
  PriceTiers: json({ default: {}, schema: TiersByModel }),
  /** Percent by which a price of a source may rise, or fall, without a person. */
  PriceRiseReviewPercent: number({ default: 20, min: 0, max: 10_000 }),
  PriceFallReviewPercent: number({ default: 50, min: 0, max: 100 }),
  /** Anybody may read the prices as tables. */
  ExposeRatioEnabled: boolean(false),
})
