import { GatewayError } from '../../domain/errors/gateway-error'
import { invalidIpEntries } from '../../domain/network/ip-list'

const MAX_ENTRIES = 200

/**
 * One address or CIDR range per line; commas and spaces separate as well. "" allows any
 * address. An unreadable entry is refused here, because the relay would let nobody in by it.
 */
export function ipEntriesOf(given: string): string {
  const [wrong] = invalidIpEntries(given)
  if (wrong !== undefined) {
    throw new GatewayError('token.ip_list_invalid', { value: wrong.slice(0, 60) })
  }
  const entries = [...new Set(given.split(/[\s,;]+/).filter((entry) => entry !== ''))]
  if (entries.length > MAX_ENTRIES) {
    throw new GatewayError('value.out_of_range', { field: 'allow_ips', min: 0, max: MAX_ENTRIES })
  }
  return entries.join('\n')
}
