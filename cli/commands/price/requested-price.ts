/** What somebody wants a model to cost, in dollars, and what that is in a price row. */

import { USD_PER_RATIO } from '../../../server/domain/prices/in-dollars'
import type { PriceJson, PriceStepJson } from '../../../server/domain/prices/price-row'
import { UsageError } from '../../exit'
import { words } from '../../words'
import type { ShownPrice } from './view'

export interface RequestedPrice {
  readonly prompt: number | undefined
  readonly completion: number | undefined
  readonly cacheRead: number | undefined
  readonly call: number | undefined
  /** `undefined` for one that goes. */
  readonly units: Readonly<Record<string, number | undefined>> | undefined
  readonly tiers: Readonly<Record<string, number | undefined>> | undefined
  readonly above: number | undefined
}

const AMOUNT = /^\d{1,9}(?:\.\d{1,12})?$/

export function amountOf(flag: string, given: string | undefined): number | undefined {
  if (given === undefined) return undefined
  const text = given.trim().replace(/^\$/, '')
  if (AMOUNT.test(text)) return Number(text)
  throw new UsageError(words`--${flag} must be an amount in dollars, such as 0.15`)
}

/** `NAME=AMOUNT`, any number of them. */
export function namedAmounts(
  flag: string,
  given: readonly string[] | undefined,
): RequestedPrice['units'] {
  if (given === undefined || given.length === 0) return undefined
  const entries = given.map((text) => {
    const [, name = '', amount = ''] = /^([^=]+)=(.*)$/.exec(text.trim()) ?? []
    const typed = amount.trim().replace(/^\$/, '')
    if (name === '' || (typed !== '-' && !AMOUNT.test(typed))) {
      throw new UsageError(words`--${flag} must be a name and a number, such as batch=0.5`)
    }
    return [name.trim(), typed === '-' ? undefined : Number(typed)] as const
  })
  return Object.fromEntries(entries)
}

interface Known {
  readonly now: ShownPrice
  readonly stored: PriceJson
}

export function priceOf(model: string, wish: RequestedPrice, { now, stored }: Known): PriceJson {
  const more = {
    ...(wish.units && { unit_prices: withAmounts(now.units, wish.units) }),
    ...(wish.tiers && { tiers: withAmounts(stored.tiers, wish.tiers) }),
  }
  if (wish.above !== undefined) {
    return { ...more, steps: withStep(stored.steps ?? [], wish.above, stepOf(wish)) }
  }
  // Ratios that a price by the call hides stay.
  if (wish.call !== undefined) return { ...more, model_price: wish.call }
  const { prompt, completion, cacheRead } = wish
  if (prompt === undefined && completion === undefined && cacheRead === undefined) return more
  // Written in dollars: a built-in price that comes with the old ratio would go with it.
  const units = Object.keys(now.units).length > 0 ? { unit_prices: now.units } : undefined
  return { ...units, ...more, model_price: null, ...perToken(model, wish, now) }
}

const SHOWN_DIGITS = 12

const tidy = (ratio: number): number => Number(ratio.toPrecision(SHOWN_DIGITS))

function perToken(model: string, wish: RequestedPrice, now: ShownPrice): PriceJson {
  const hasTokens = now.priced && now.call_usd === 0
  const prompt = wish.prompt ?? (hasTokens ? now.prompt_usd : undefined)
  if (prompt === undefined) {
    throw new UsageError(words`${model} has no price by the token yet: give --prompt as well`)
  }
  const completion = wish.completion ?? (hasTokens ? now.completion_usd : undefined)
  const cacheRead = wish.cacheRead ?? (hasTokens ? now.cache_read_usd : undefined)
  return { model_ratio: tidy(prompt / USD_PER_RATIO), ...shares({ prompt, completion, cacheRead }) }
}

type Amounts = Pick<RequestedPrice, 'completion' | 'cacheRead'> & { readonly prompt: number }

function shares({ prompt, completion, cacheRead }: Amounts) {
  if (prompt === 0 && ((completion ?? 0) > 0 || (cacheRead ?? 0) > 0)) {
    throw new UsageError('other prices are stored relative to the prompt price: it cannot be 0')
  }
  const share = (usd: number) => (prompt === 0 ? 1 : tidy(usd / prompt))
  return {
    ...(completion !== undefined && { completion_ratio: share(completion) }),
    ...(cacheRead !== undefined && { cache_ratio: share(cacheRead) }),
  }
}

/** `undefined` ends the step. */
function stepOf(wish: RequestedPrice): Omit<PriceStepJson, 'above'> | undefined {
  const { prompt, completion, cacheRead } = wish
  if (prompt === undefined) {
    if (completion === undefined && cacheRead === undefined) return undefined
    throw new UsageError('a step has a prompt price of its own: give --prompt as well')
  }
  return { model_ratio: tidy(prompt / USD_PER_RATIO), ...shares({ prompt, completion, cacheRead }) }
}

function withStep(
  steps: readonly PriceStepJson[],
  above: number,
  step: Omit<PriceStepJson, 'above'> | undefined,
): PriceStepJson[] | null {
  const others = steps.filter((other) => other.above !== above)
  const all = step === undefined ? others : [...others, { above, ...step }]
  return all.length === 0 ? null : all.sort((a, b) => a.above - b.above)
}

function withAmounts(
  stored: Readonly<Record<string, number>> | null | undefined,
  given: Readonly<Record<string, number | undefined>>,
): Record<string, number> | null {
  const amounts: Record<string, number> = { ...stored }
  for (const [name, amount] of Object.entries(given)) {
    if (amount === undefined) delete amounts[name]
    else amounts[name] = amount
  }
  return Object.keys(amounts).length === 0 ? null : amounts
}
