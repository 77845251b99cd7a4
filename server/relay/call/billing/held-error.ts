/** Accounts that are short, in the currency of the site. */
import { GatewayError } from '../../../domain/errors/gateway-error'
import { HELD_WAIT_MS } from '../../../domain/limits/limit-error'
import { formatFineQuota } from '../../../domain/money/quota'
import type { Directory } from '../../ports/ports'

type Priced = Pick<Directory, 'settings'>

/** Credits. */
interface Shortage {
  readonly balance: number
  readonly needed: number
  readonly model?: string
}

export function shortError(
  directory: Priced,
  id: 'quota.user_short' | 'quota.token_short',
  shortage: Shortage,
): GatewayError {
  return new GatewayError(id, paramsOf(directory, shortage))
}

/** Running calls hold what is missing. */
export function heldError(
  directory: Priced,
  id: 'quota.user_held' | 'quota.token_held',
  { held, ...shortage }: Shortage & { readonly held: number },
): GatewayError {
  const params = paramsOf(directory, { ...shortage, held })
  return new GatewayError(id, { ...params, seconds: Math.ceil(HELD_WAIT_MS / 1000) })
}

function paramsOf({ settings }: Priced, { model, ...credits }: Shortage & { held?: number }) {
  const { quotaPerUnit, displayInCurrency } = settings()
  const money = Object.entries(credits).map(([name, amount]) => [
    name,
    formatFineQuota(amount, quotaPerUnit, displayInCurrency),
  ])
  return { ...Object.fromEntries(money), ...(model !== undefined && { model }) }
}
