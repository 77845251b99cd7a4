/**
 * The tax that is contained in an amount. Amounts are hundredths of a currency; rates are
 * hundredths of a percent.
 */

export const MAX_TAX_RATE = 10_000
const WHOLE = 10_000n

export interface TaxedAmount {
  readonly total_cents: number
  readonly net_cents: number
  readonly tax_cents: number
}

/** The net amount is rounded to the nearest hundredth, halves up; the tax is the rest. */
function taxIn(cents: number, rate: number): number {
  const divisor = WHOLE + BigInt(rate)
  const net = (BigInt(cents) * WHOLE * 2n + divisor) / (divisor * 2n)
  return cents - Number(net)
}

/**
 * The part of an order's money between two sums: of an invoice from nothing to all of it, of a
 * refund from what is kept before it to what is kept after it. So the taxes of all documents of
 * an order add up to the tax in what is left of it, whatever was refunded in which parts.
 */
export function taxedPart(
  { before, after }: { readonly before: number; readonly after: number },
  rate: number,
): TaxedAmount {
  const total = after - before
  const tax = taxIn(after, rate) - taxIn(before, rate)
  return { total_cents: total, net_cents: total - tax, tax_cents: tax }
}
