/**
 * What pictures cost. Models whose upstream reports units of text and picture are billed by those;
 * all others by the picture, its size and its quality: the factors are the price row's tiers,
 * and where it has none those that the field has always had.
 */
import type { Price } from '../../../domain/money/price'
import type { Usage } from '../../../domain/money/usage'
import type { PricingFacts } from './operation'

/** Price factors against a picture of 1024 by 1024. */
const BY_SIZE = { '256x256': 0.4, '512x512': 0.45, '1024x1792': 2, '1792x1024': 2 } as const

/** The one family whose fine pictures have a price of their own, less so for the large ones. */
const FINE = /^dall-e-3/
const BY_QUALITY = { hd: 2, 'hd+1024x1792': 3, 'hd+1792x1024': 3 } as const

const known = new WeakMap<Price, Price>()

/** A price per call is one per picture, and knows sizes. */
export function priceOfImages(price: Price, model: string): Price {
  const seen = known.get(price)
  if (seen !== undefined) return seen
  const tiers = price.tiers ?? { ...BY_SIZE, ...(FINE.test(model) ? BY_QUALITY : undefined) }
  const made: Price =
    price.mode === 'per-call'
      ? { ...price, mode: 'per-token', modelPrice: -1, usd: { images: price.modelPrice }, tiers }
      : { ...price, tiers }
  known.set(price, made)
  return made
}

export function imagesMeasured({ choices, note }: PricingFacts): Partial<Usage> {
  const parts = [note('quality'), note('size')].filter(isNamed)
  return { images: choices, ...(parts.length > 0 && { tier: parts.join('+') }) }
}

/** "auto" and the like leave it to the upstream. */
function isNamed(value: string | undefined): value is string {
  return value !== undefined && value !== '' && value !== 'auto' && value.length <= 32
}

/** Output of the largest picture, by its quality, as the vendor's documentation has it. */
const TOKENS_BY_QUALITY: Readonly<Record<string, number>> = { low: 408, medium: 1_584 }
const MOST_TOKENS = 6_240

/** Which of the two prices will hold is not known before the answer. */
export function imagesHeld(facts: PricingFacts): Partial<Usage> {
  const measured = imagesMeasured(facts)
  if (hasPictures(facts.price)) return measured
  const tokens = TOKENS_BY_QUALITY[facts.note('quality') ?? ''] ?? MOST_TOKENS
  return { ...measured, imageCompletionTokens: facts.choices * tokens }
}

export function imagesCharged(reported: Usage, facts: PricingFacts): Usage {
  const isByToken =
    reported.promptTokens + reported.imageCompletionTokens + reported.completionTokens > 0
  if (isByToken && !hasPictures(facts.price)) return { ...reported, images: 0 }
  const measured = imagesMeasured(facts)
  return { ...reported, ...measured, images: reported.images || facts.choices }
}

/** The operator set what a picture costs. */
function hasPictures({ usd }: Price): boolean {
  return usd?.images !== undefined
}
