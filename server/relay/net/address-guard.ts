/**
 * Keeps calls that others point at an address away from this host and its network
 * (server-side request forgery). A name is resolved once, every answer is judged, and the
 * caller connects to the judged address, so a second resolution cannot change the target.
 */
import { isIPv4 } from 'node:net'
import ipaddr, { type IPv4, type IPv6 } from 'ipaddr.js'
import { GatewayError } from '../../domain/errors/gateway-error'

/** Returns every address of a host name; rejects when there is none. */
export type Resolve = (hostname: string) => Promise<readonly string[]>

export interface CheckedUrl {
  readonly url: URL
  /** The address to connect to. */
  readonly address: string
}

/** All of today's public IPv6 is handed out of 2000::/3. */
const GLOBAL_UNICAST_MASK = 0xe000
const GLOBAL_UNICAST = 0x2000
const NAT64_PREFIX = [0x64, 0xff9b, 0, 0, 0, 0] as const

/**
 * Whether an address belongs to the public internet: not loopback, private, link-local
 * (cloud metadata), carrier-grade NAT, multicast, reserved, or a tunnel into one of these.
 * Text that is not an address is not public.
 */
export function isPublicAddress(text: string): boolean {
  const ip = readAddress(text)
  if (ip === undefined) {
    return false
  }
  return ip.kind() === 'ipv4' ? isPublic4(ip as IPv4) : isPublic6(ip as IPv6)
}

function readAddress(text: string): IPv4 | IPv6 | undefined {
  const bare = text.startsWith('[') && text.endsWith(']') ? text.slice(1, -1) : text
  return ipaddr.isValid(bare) ? ipaddr.parse(bare) : undefined
}

function isPublic4(ip: IPv4): boolean {
  return ip.range() === 'unicast'
}

function isPublic6(ip: IPv6): boolean {
  if (ip.zoneId) {
    return false
  }
  if (ip.isIPv4MappedAddress()) {
    return isPublic4(ip.toIPv4Address())
  }
  if (NAT64_PREFIX.every((part, index) => ip.parts[index] === part)) {
    const [high = 0, low = 0] = ip.parts.slice(6)
    return isPublicAddress(`${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`)
  }
  const [first = 0] = ip.parts
  return (first & GLOBAL_UNICAST_MASK) === GLOBAL_UNICAST && ip.range() === 'unicast'
}

/**
 * Resolves the host of an http(s) URL and picks the address to connect to. Throws
 * `upstream.address_refused` for other schemes, credentials in the URL, unresolvable names,
 * and — unless `allowPrivate` — for a host with any address that is not public.
 */
export async function checkUrl(
  text: string,
  { allowPrivate, resolve }: { allowPrivate: boolean; resolve: Resolve },
): Promise<CheckedUrl> {
  const url = URL.parse(text)
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new GatewayError('upstream.address_refused', { host: url?.protocol ?? 'invalid URL' })
  }
  const refused = (cause?: unknown) =>
    new GatewayError('upstream.address_refused', { host: url.hostname }, { cause })
  if (url.username !== '' || url.password !== '') {
    throw refused()
  }
  const addresses = await addressesOf(url.hostname, resolve).catch((cause) => {
    throw refused(cause)
  })
  // IPv4 first: many hosts have no IPv6 route although names resolve to it.
  const address = addresses.find((each) => isIPv4(each)) ?? addresses[0]
  const isAllowed = allowPrivate
    ? addresses.every((each) => ipaddr.isValid(each))
    : addresses.every(isPublicAddress)
  if (address === undefined || !isAllowed) {
    throw refused()
  }
  return { url, address }
}

async function addressesOf(hostname: string, resolve: Resolve): Promise<readonly string[]> {
  const literal = readAddress(hostname)
  return literal === undefined ? resolve(hostname) : [literal.toString()]
}
