/** The shop's terms and its account at the payment service, from the options. */
import { findUser } from '../../../db/tables/users'
import { GatewayError } from '../../domain/errors/gateway-error'
import { leastTopUp, quoteTopUp, type TopUpQuote, type TopUpTerms } from '../../domain/money/top-up'
import type { OptionValues } from '../../domain/options'
import { OPTION_PURPOSE } from '../options/purpose'
import type { Queries, ServiceDeps } from '../service-deps'

export interface EpayAccount {
  readonly address: string
  readonly merchantId: string
  readonly key: string
}

/** Throws `payment.closed` unless address, merchant and key are all there. */
export function epayAccount({ sealer }: ServiceDeps, options: OptionValues): EpayAccount {
  const { PayAddress: address, EpayId: merchantId, EpayKey } = options
  const key = EpayKey === '' ? '' : sealer.open(EpayKey, OPTION_PURPOSE)
  if (address === '' || merchantId === '' || key === '') {
    throw new GatewayError('payment.closed')
  }
  return { address, merchantId, key }
}

/** Throws `payment.amount_too_small` also when nothing would have to be paid. */
export async function quoteFor(
  queries: Queries,
  options: OptionValues,
  { userId, amount }: { readonly userId: number; readonly amount: number },
): Promise<TopUpQuote> {
  const user = await findUser(queries, userId)
  if (user === undefined) {
    throw new GatewayError('user.not_found', { user: userId })
  }
  const terms: TopUpTerms = {
    inDollars: options.DisplayInCurrencyEnabled,
    creditsPerUnit: options.QuotaPerUnit,
    price: options.Price,
    minimum: options.MinTopUp,
    groupRatio: options.TopupGroupRatio[user.group] ?? 1,
  }
  const least = leastTopUp(terms)
  if (!Number.isSafeInteger(amount)) {
    throw new GatewayError('value.invalid', { field: 'amount', reason: 'reason.not_an_integer' })
  }
  if (amount < least) {
    throw new GatewayError('payment.amount_too_small', { min: least })
  }
  const quote = quoteTopUp(amount, terms)
  if (quote === undefined) {
    const max = Number.MAX_SAFE_INTEGER
    throw new GatewayError('value.out_of_range', { field: 'amount', min: least, max })
  }
  if (quote.moneyCents < 1 || quote.credits < 1) {
    throw new GatewayError('payment.amount_too_small', { min: least })
  }
  return quote
}
