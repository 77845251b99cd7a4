/** The client's address; forwarding headers count only when a trusted proxy wrote them. */
import ipaddr from 'ipaddr.js'
import { parseIpList } from '../domain/network/ip-list'

export type AddressOf = (peer: string, forwardedFor: string | null) => string

export function clientAddress(trustedProxies: readonly string[]): AddressOf {
  const isTrusted = trustedPeer(trustedProxies)
  return (peer, forwardedFor) => {
    const direct = plain(peer)
    if (forwardedFor === null || !isTrusted(direct)) return direct
    // Each proxy appends what it saw: the last address that no trusted proxy has is the client.
    const hops = forwardedFor.split(',').map((hop) => plain(hop.trim()))
    for (const hop of hops.reverse()) {
      if (!ipaddr.isValid(hop)) return direct
      if (!isTrusted(hop)) return hop
    }
    return hops.at(-1) ?? direct
  }
}

/** Whether forwarding headers of a peer are believed. */
export function trustedPeer(trustedProxies: readonly string[]): (peer: string) => boolean {
  const isListed = parseIpList(trustedProxies.join('\n'))
  return (peer) => isListed?.(plain(peer)) ?? false
}

/** IPv4 that came over an IPv6 socket, written plainly; only such texts are parsed. */
function plain(address: string): string {
  if (!address.startsWith('::ffff:')) return address
  return ipaddr.isValid(address) ? ipaddr.process(address).toString() : address
}
