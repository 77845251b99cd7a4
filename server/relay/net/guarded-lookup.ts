/** Name resolution for channels that may not reach private addresses. */
import { type LookupAddress, type LookupOptions, lookup, promises } from 'node:dns'
import { isIP } from 'node:net'
import { GatewayError } from '../../domain/errors/gateway-error'
import { isPublicAddress } from './address-guard'

/** Every address of a name, by the system's resolver. */
export async function resolveAll(hostname: string): Promise<readonly string[]> {
  return (await promises.lookup(hostname, { all: true })).map(({ address }) => address)
}

type Answer = (error: Error | null, address: string | LookupAddress[], family?: number) => void

/** Whether a host written as an address is one we must not connect to. */
export function isLiteralRefused(hostname: string): boolean {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
  return isIP(bare) !== 0 && !isPublicAddress(bare)
}

type Found = (error: Error | null, addresses: readonly LookupAddress[]) => void

/**
 * Refuses a name as soon as one of its addresses is private, so a second record cannot smuggle
 * the connection inside.
 */
export function findPublic(hostname: string, found: Found, options: LookupOptions = {}): void {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error !== null) found(error, [])
    else if (addresses.length > 0 && addresses.every(({ address }) => isPublicAddress(address))) {
      found(null, addresses)
    } else found(new GatewayError('upstream.address_refused', { host: hostname }), [])
  })
}

/** Drop-in for `dns.lookup`. */
export function guardedLookup(hostname: string, options: LookupOptions, answer: Answer): void {
  const found: Found = (error, addresses) => {
    const [first] = addresses
    if (error !== null || first === undefined) answer(error, [])
    else if (options.all === true) answer(null, [...addresses])
    else answer(null, first.address, first.family)
  }
  findPublic(hostname, found, options)
}
