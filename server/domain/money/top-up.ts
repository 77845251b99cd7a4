/**
 * What an online top-up costs. Amounts arrive in dollars, or in credits when the site shows
 * credits; money is in cents of the shop's currency, worked out exactly and rounded once.
 */
import { type Decimal, decimal, times, unitsAt } from './decimal'

export interface TopUpTerms {
  /** Whether amounts are dollars; credits otherwise. */
  readonly inDollars: boolean
  readonly creditsPerUnit: number
  /** Shop currency per dollar. */
  readonly price: number
  /** Dollars. */
  readonly minimum: number
  /** Of the buyer's group; 0 counts as 1, as in the reference. */
  readonly groupRatio: number
}

export interface TopUpQuote {
  /** Dollars, whole ones in credit mode: what the order row and its item name tell. */
  readonly units: number
  readonly credits: number
  readonly moneyCents: number
}

/** The least amount that may be bought, in the unit that amounts arrive in. */
export function leastTopUp(terms: TopUpTerms): number {
  return terms.inDollars ? terms.minimum : Math.ceil(terms.minimum * terms.creditsPerUnit)
}

/** Numbers above 2^53 - 1 come back as `undefined`: no account could hold them. */
export function quoteTopUp(amount: number, terms: TopUpTerms): TopUpQuote | undefined {
  const perUnit = decimal(terms.creditsPerUnit)
  const bought = decimal(amount)
  const dollars: Fraction = terms.inDollars
    ? { over: bought, under: decimal(1) }
    : { over: bought, under: perUnit }
  const rates = times(decimal(terms.price), decimal(terms.groupRatio || 1))
  const cents = times(rates, decimal(100))
  const moneyCents = roundedFraction({ ...dollars, over: times(dollars.over, cents) })
  const credits = terms.inDollars
    ? roundedFraction({ over: times(bought, perUnit), under: decimal(1) })
    : BigInt(amount)
  const units = terms.inDollars ? amount : Math.floor(amount / terms.creditsPerUnit)
  if (moneyCents > MAX_SAFE || credits > MAX_SAFE) return undefined
  return { units, credits: Number(credits), moneyCents: Number(moneyCents) }
}

const MAX_SAFE = BigInt(Number.MAX_SAFE_INTEGER)

interface Fraction {
  readonly over: Decimal
  readonly under: Decimal
}

/** Nearest integer of a quotient that is not negative, halves up. */
function roundedFraction({ over, under }: Fraction): bigint {
  const scale = Math.max(over.scale, under.scale)
  const divisor = unitsAt(under, scale)
  return (unitsAt(over, scale) * 2n + divisor) / (divisor * 2n)
}

/** "7.30" for 730 cents, the form that payment services read. */
export function moneyText(cents: number): string {
  const digits = String(cents).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

const MONEY = /^(\d{1,13})(?:\.(\d{1,2})0*)?$/

/** Cents of a money text; `undefined` for anything that is not exactly a number of cents. */
export function parseMoney(text: string): number | undefined {
  const match = MONEY.exec(text.trim())
  if (match === null) return undefined
  const [, whole = '', fraction = ''] = match
  return Number(whole + fraction.padEnd(2, '0'))
}
