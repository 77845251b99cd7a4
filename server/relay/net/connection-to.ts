/** How the requests of a channel reach its upstream. */
import type { RelayChannel } from '../ports/ports'
import type { UpstreamRequest } from './upstream'

type Reached = Pick<RelayChannel, 'proxy' | 'allowPrivate'> &
  Partial<Pick<RelayChannel, 'id' | 'keyId'>>

/** A channel with one key shares connections with nobody: an answer that is late stays there. */
export function connectionTo(
  channel: Reached,
): Pick<UpstreamRequest, 'proxy' | 'allowPrivate' | 'pool'> {
  const { proxy, allowPrivate } = channel
  return { proxy, allowPrivate, pool: poolOf(channel) }
}

/** Without the object, for what every call sends. */
export function poolOf({ id = 0, keyId = 0 }: Pick<Reached, 'id' | 'keyId'>): string {
  return `${id}:${keyId}`
}
