import { type ChannelRow, channelsNamed, findChannel } from '../../../db/tables/channels'
import { GatewayError } from '../../domain/errors/gateway-error'
import type { Queries, ServiceDeps } from '../service-deps'
import { withCooldowns } from './cooling'
import { type ChannelView, toChannelView } from './view'

/** By id, or by a name that only one channel has. */
export async function showChannel(
  deps: ServiceDeps,
  idOrName: number | string,
): Promise<ChannelView> {
  const given = String(idOrName).trim()
  const byId = /^\d{1,15}$/.test(given)
    ? await findChannel(deps.db.reader, Number(given))
    : undefined
  const found = toChannelView(byId ?? (await onlyChannelNamed(deps, given)))
  const [shown = found] = await withCooldowns(deps, [found])
  return shown
}

async function onlyChannelNamed(deps: ServiceDeps, name: string): Promise<ChannelRow> {
  const [first, second] = await channelsNamed(deps.db.lists, name)
  if (first === undefined) {
    throw new GatewayError('channel.not_found', { channel: name })
  }
  if (second !== undefined) {
    throw new GatewayError('value.invalid', {
      field: 'channel',
      reason: 'reason.several_channels',
    })
  }
  return first
}

export async function existingChannel(queries: Queries, id: number): Promise<ChannelRow> {
  const channel = await findChannel(queries, id)
  if (channel === undefined) {
    throw new GatewayError('channel.not_found', { channel: id })
  }
  return channel
}
