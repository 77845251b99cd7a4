/** Rates of steps and prices of units, between how rows tell them and how calls are charged. */
import type { PriceStep, UnitPrices as PricesByUnit, Rates } from '../money/price'
import { UNIT_NAMES, type UnitName, unitOf, unitOfClass } from '../units'
import type { PriceStepJson } from './price-row'

/** Ratios and prices of a step, as rows have them. */
export function stepJson({ above, rates }: PriceStep): PriceStepJson {
  return {
    above,
    model_ratio: rates.modelRatio,
    completion_ratio: rates.completionRatio,
    cache_ratio: rates.cacheRatio,
    create_cache_ratio: rates.cacheWriteRatio,
    audio_ratio: rates.audioRatio,
    audio_completion_ratio: rates.audioCompletionRatio,
    ...(rates.imageRatio !== undefined && { image_ratio: rates.imageRatio }),
    ...(rates.usd && { unit_prices: byClass(rates.usd) }),
  }
}

/** The rates of a step; what it leaves out is as in `rates`, which hold below it. */
export function ratesAbove(step: PriceStepJson, rates: Rates): Rates {
  const imageRatio = step.image_ratio ?? rates.imageRatio
  const usd = { ...rates.usd, ...byUnit(step.unit_prices ?? {}) }
  return {
    modelRatio: step.model_ratio ?? rates.modelRatio,
    completionRatio: step.completion_ratio ?? rates.completionRatio,
    cacheRatio: step.cache_ratio ?? rates.cacheRatio,
    cacheWriteRatio: step.create_cache_ratio ?? rates.cacheWriteRatio,
    audioRatio: step.audio_ratio ?? rates.audioRatio,
    audioCompletionRatio: step.audio_completion_ratio ?? rates.audioCompletionRatio,
    ...(imageRatio !== undefined && { imageRatio }),
    ...(Object.keys(usd).length > 0 && { usd }),
  }
}

/** Classes as rows name units; what no unit is called is left out. */
export function byUnit(classes: Readonly<Record<string, number>>): PricesByUnit {
  const prices: Partial<Record<UnitName, number>> = {}
  for (const [name, usd] of Object.entries(classes)) {
    const unit = unitOfClass(name)
    if (unit !== undefined) prices[unit] = usd
  }
  return prices
}

export function byClass(prices: PricesByUnit): Record<string, number> {
  const entries = UNIT_NAMES.flatMap((name) => {
    const usd = prices[name]
    return usd === undefined ? [] : [[unitOf(name).class, usd] as const]
  })
  return Object.fromEntries(entries)
}
