import type { ChannelRow } from '../../../../db/tables/channels'
import { ROLE } from '../../../domain/accounts/roles'
import { GatewayError } from '../../../domain/errors/gateway-error'
import type { ChannelTrial } from '../../channel-ports'
import type { Actor, ServiceDeps } from '../../service-deps'
import { destinationOf, refusePrivateHosts } from '../destination'
import { existingChannel } from '../show'
import { type DraftInput, typedKey, typedPlace } from './upstream-models'

export interface Trial {
  readonly before: ChannelRow
  readonly trial: ChannelTrial
}

/**
 * A stored channel with what is typed in its form. Its own key goes nowhere else, unless for
 * root. Throws what saving the form would.
 */
export async function trialOf(
  deps: ServiceDeps,
  actor: Actor,
  { id, ...input }: DraftInput & { readonly id: number },
): Promise<Trial> {
  const before = await existingChannel(deps.db.reader, id)
  const place = typedPlace(input)
  const key = typedKey(input)
  const isRoot = actor.role >= ROLE.root
  const there = { ...place, setting: before.setting }
  const isSamePlace = destinationOf(there) === destinationOf(before)
  if (!isSamePlace) {
    if (key === undefined && !isRoot) throw new GatewayError('channel.key_empty')
    await refusePrivateHosts(deps, actor, there)
  }
  const allowPrivate = isRoot || (isSamePlace && before.allow_private === 1)
  return { before, trial: { channelId: id, key, place: { ...place, allowPrivate } } }
}
