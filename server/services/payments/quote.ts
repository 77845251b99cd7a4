import { moneyText } from '../../domain/money/top-up'
import { optionValues } from '../options/current'
import type { ServiceDeps } from '../service-deps'
import { quoteFor } from './shop'

export interface TopUpInput {
  readonly userId: number
  /** Whole dollars, or credits when the site shows credits. */
  readonly amount: number
}

/** Money to pay for an amount, e.g. "7.30". Nothing is ordered. */
export async function quotePayment(deps: ServiceDeps, input: TopUpInput): Promise<string> {
  const options = await optionValues(deps.db.reader)
  const { moneyCents } = await quoteFor(deps.db.reader, options, input)
  return moneyText(moneyCents)
}
