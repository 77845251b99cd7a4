/** Where the key of a channel is sent to, and who may choose such a place. */
import type { ChannelRow } from '../../../db/tables/channels'
import { ROLE } from '../../domain/accounts/roles'
import { channelTypeById } from '../../domain/channel-types'
import { GatewayError } from '../../domain/errors/gateway-error'
import type { Actor, ServiceDeps } from '../service-deps'
import { proxyOf } from './json-fields'
import { shownSetting } from './proxy'

export type Placed = Pick<ChannelRow, 'type' | 'base_url' | 'setting'>

/** The upstream's origin, and the proxy on the way; its password is no part of the way. */
export function destinationOf(channel: Placed): string {
  const base = channel.base_url || channelTypeById(channel.type)?.baseUrl || ''
  return `${URL.parse(base)?.origin ?? base} ${proxyOf(shownSetting(channel))}`
}

/**
 * Only root may point a channel at the gateway's own network. A name that resolves to nothing
 * passes, because each connection is judged again; a proxy sees all that is sent, so its name
 * must be known good at once.
 * Throws `channel.address_refused`.
 */
export async function refusePrivateHosts(
  deps: ServiceDeps,
  actor: Actor,
  channel: Placed,
): Promise<void> {
  if (actor.role >= ROLE.root || deps.channelPorts === undefined) return
  const { checkHost } = deps.channelPorts
  const host = hostOf(channel.base_url)
  if (host !== '' && (await checkHost(host)) === 'private') {
    throw new GatewayError('channel.address_refused', { host })
  }
  const proxy = hostOf(proxyOf(channel.setting))
  if (proxy !== '' && (await checkHost(proxy)) !== 'public') {
    throw new GatewayError('channel.address_refused', { host: proxy })
  }
}

function hostOf(url: string): string {
  return URL.parse(url)?.hostname ?? ''
}
