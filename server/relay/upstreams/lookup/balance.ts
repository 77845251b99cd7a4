/**
 * The balance of an upstream account, for the few vendors that report it. The question always goes
 * to the channel's own address: a key must not travel to a host that it was not entered for.
 */
import { GatewayError } from '../../../domain/errors/gateway-error'
import type { AccountChannel, VendorOf } from '../../call/channel/vendor'

/**
 * In dollars, or in the vendor's own unit. Throws `channel.balance_unsupported`, what broke the
 * exchange, or `upstream.invalid_answer`.
 */
export async function readBalance(vendorOf: VendorOf, channel: AccountChannel): Promise<number> {
  const { readBalance: read } = vendorOf(channel.type)
  if (read === undefined) {
    throw new GatewayError('channel.balance_unsupported', { type: channel.type.name })
  }
  return await read(channel)
}
