import type { OptionValues } from '../../domain/options'
import type { PriceTables } from '../../domain/prices/lookup'

/** The operator's price lists. */
export function priceTablesOf(options: OptionValues): PriceTables {
  return {
    modelPrice: options.ModelPrice,
    modelRatio: options.ModelRatio,
    completionRatio: options.CompletionRatio,
    cacheRatio: options.CacheRatio,
    more: {
      cacheWriteRatio: options.CreateCacheRatio,
      audioRatio: options.AudioRatio,
      audioCompletionRatio: options.AudioCompletionRatio,
      imageRatio: options.ImageRatio,
      unitPrices: options.UnitPrices,
      steps: options.PriceSteps,
      tiers: options.PriceTiers,
    },
  }
}
