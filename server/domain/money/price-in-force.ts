/** The price of one call out of the price of its model: what it read, and how it was served. */
import type { Price } from './price'
import { totalPromptTokens, type Usage } from './usage'

/** Remembered, so that the arithmetic of a price is prepared once for each of its cases. */
const cases = new WeakMap<Price, Map<string, Price>>()

/** The price itself for models that cost the same however they are called, which most do. */
export function priceInForce(price: Price, usage: Usage): Price {
  if (price.steps === undefined && price.tiers === undefined) return price
  const read = totalPromptTokens(usage)
  const step = price.steps?.findLastIndex(({ above }) => read > above) ?? -1
  return remembered(price, `${step} ${usage.tier ?? ''}`, () => {
    const { steps, tiers, ...plain } = price
    return {
      ...plain,
      ...steps?.[step]?.rates,
      ...(usage.tier !== undefined && { tierFactor: factorOf(tiers, usage.tier) }),
    }
  })
}

/** Its parts multiply unless they have a factor together; one that has none is 1. */
function factorOf(tiers: Price['tiers'] = {}, tier: string): number {
  if (Object.hasOwn(tiers, tier)) return tiers[tier] ?? 1
  const factors = tier.split('+').map((part) => (Object.hasOwn(tiers, part) ? tiers[part] : 1))
  return factors.reduce<number>((product, factor) => product * (factor ?? 1), 1)
}

const MOST_CASES = 100

function remembered(price: Price, key: string, make: () => Price): Price {
  const known = cases.get(price) ?? new Map<string, Price>()
  const found = known.get(key)
  if (found !== undefined) return found
  // Upstreams name the tiers, so their number has no other bound.
  if (known.size >= MOST_CASES) known.clear()
  const made = make()
  known.set(key, made)
  cases.set(price, known)
  return made
}
