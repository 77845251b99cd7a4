/** Prices and groups. A saved table replaces the default one whole. */
import { DEFAULT_PRICE_TABLES } from '../prices/lookup'
import { json, section } from './option'
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
})
