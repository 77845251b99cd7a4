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

/** Bits of a site, as registries give them out. */
const IPV4_SITE_BITS = 24
const IPV6_SITE_BITS = 48

/** Where a stranger came from, and no more of it than that; "" for what is no address. */
export function publicPrefix(address: string): string {
  if (!ipaddr.isValid(address)) return ''
  const parsed = ipaddr.process(address)
  const bits = parsed.kind() === 'ipv4' ? IPV4_SITE_BITS : IPV6_SITE_BITS
  const network =
    parsed.kind() === 'ipv4'
      ? ipaddr.IPv4.networkAddressFromCIDR(`${parsed}/${bits}`)
      : ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/${bits}`)
  return `${network}/${bits}`
}
