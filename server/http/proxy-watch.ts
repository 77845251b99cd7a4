/**
 * Notices a reverse proxy that is not configured: everybody behind it then has its address, and
 * shares one set of limits.
 */
import ipaddr from 'ipaddr.js'
import type { AddressOf } from './client-address'

export interface ProxyWatchParts {
  readonly addressOf: AddressOf
  readonly isTrusted: (peer: string) => boolean
  /** Called once per start; `isNear`: the peer is in our own network, as proxies mostly are. */
  readonly tell: (about: { readonly peer: string; readonly isNear: boolean }) => void
}

export interface ProxyWatch {
  readonly addressOf: AddressOf
  /** Whether forwarded addresses came that were not believed. */
  readonly isUnbelieved: () => boolean
}

/** One visitor may make up a header; a proxy forwards for many. */
const MIN_CLIENTS = 3
/** Peers remembered until one of them is reported. */
const MAX_PEERS = 100

const NEAR_RANGES = new Set(['loopback', 'private', 'uniqueLocal', 'linkLocal', 'carrierGradeNat'])

export function watchProxies({ addressOf, isTrusted, tell }: ProxyWatchParts): ProxyWatch {
  const clients = new Map<string, Set<string>>()
  let isFound = false

  function look(peer: string, forwardedFor: string): void {
    const client = forwardedFor.split(',', 1)[0]?.trim() ?? ''
    if (!ipaddr.isValid(client) || !ipaddr.isValid(peer) || isTrusted(peer)) return
    const known = clients.get(peer) ?? new Set()
    if (!clients.has(peer) && clients.size >= MAX_PEERS) return
    clients.set(peer, known.add(client))
    if (known.size < MIN_CLIENTS) return
    isFound = true
    clients.clear()
    tell({ peer, isNear: NEAR_RANGES.has(ipaddr.process(peer).range()) })
  }

  return {
    addressOf(peer, forwardedFor) {
      if (forwardedFor !== null && !isFound) look(peer, forwardedFor)
      return addressOf(peer, forwardedFor)
    },
    isUnbelieved: () => isFound,
  }
}
