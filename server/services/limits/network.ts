import ipaddr from 'ipaddr.js'

/** Groups of 16 bits that providers hand out as a whole. */
const IPV6_NETWORK_PARTS = 4

/**
 * What an address counts as for limits: an IPv6 customer has a /64 to choose addresses from,
 * so all of it is one. Texts that are no address stay as they are.
 */
export function networkOf(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address
  const parsed = ipaddr.IPv6.parse(address)
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString()
  const network = parsed.parts.slice(0, IPV6_NETWORK_PARTS)
  return `${network.map((part) => part.toString(16)).join(':')}::/64`
}
