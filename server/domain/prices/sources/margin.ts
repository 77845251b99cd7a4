/** From what a source asks to what is charged here. */
import { tidyRatio } from '../encode-rates'
import type { UnitDollars } from '../unit-dollars'
import type { FetchedPrice } from './fetched-price'
import type { MarginRule } from './source-schema'

/** Every dollar of a price as `change` makes it. */
export function withAmounts(
  { units, steps, call, ...price }: FetchedPrice,
  change: (usd: number) => number,
): FetchedPrice {
  const all = (amounts: UnitDollars): UnitDollars =>
    Object.fromEntries(Object.entries(amounts).map(([unit, usd]) => [unit, tidyRatio(change(usd))]))
  return {
    ...price,
    units: all(units),
    steps: steps.map((step) => ({ above: step.above, units: all(step.units) })),
    ...(call !== undefined && { call: tidyRatio(change(call)) }),
  }
}

/** The first rule that is for the model. */
export function ruleFor(rules: readonly MarginRule[], model: string): MarginRule | undefined {
  return rules.find(({ models }) => matchesPattern(models, model))
}

/** `*` stands for any text. */
export function matchesPattern(pattern: string, model: string): boolean {
  const [first = '', ...rest] = pattern.split('*')
  const last = rest.at(-1)
  if (last === undefined) return pattern === model
  if (!model.startsWith(first)) return false
  let at = first.length
  for (const part of rest.slice(0, -1)) {
    const found = model.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return model.length - last.length >= at && model.endsWith(last)
}

/** What binary fractions add must not raise a price by a whole step. */
const NEARLY = 1e-9

/** The cost with the margin on it, up to the next amount that the rule lets a price end in. */
export function saleUsd(cost: number, { percent, step = 0, ends = 0 }: MarginRule): number {
  const usd = cost * (1 + percent / 100)
  // What is free stays free.
  if (step === 0 || usd === 0) return usd
  const steps = Math.ceil((usd - ends) / step - NEARLY)
  return Math.max(0, steps) * step + ends
}

/** The part of a price that is not cost, below 0 where it is sold at a loss. */
export function marginOf(sale: number | undefined, cost: number | undefined): number | undefined {
  if (sale === undefined || cost === undefined || sale === 0) return undefined
  return 1 - cost / sale
}
