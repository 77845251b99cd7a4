import type { Formats } from '../../../server/domain/text/formats'

interface Priced {
  readonly money_cents: number
  readonly currency: string
}

/** The sum of what orders ask for, of each currency by itself. */
export function moneyOf(orders: readonly Priced[], format: Formats): string {
  const sums = new Map<string, number>()
  for (const { money_cents, currency } of orders) {
    sums.set(currency, (sums.get(currency) ?? 0) + money_cents)
  }
  return [...sums].map(([currency, cents]) => format.money(cents, currency)).join(' + ')
}
