import { GatewayError } from '../../../server/domain/errors/gateway-error'

/** Throws `redemption.not_found` for a text that is no id. */
export function redemptionId(given: string): number {
  if (!/^\d{1,15}$/.test(given)) throw new GatewayError('redemption.not_found')
  return Number(given)
}
