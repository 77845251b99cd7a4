import { ROLE } from '../../../domain/accounts/roles'
import { splitKeys } from '../../../domain/channel-types/key-shape'
import { GatewayError } from '../../../domain/errors/gateway-error'
import { messageOf } from '../../../domain/errors/message'
import type { ChannelDraft } from '../../channel-ports'
import type { Actor, ServiceDeps } from '../../service-deps'
import { refusePrivateHosts } from '../destination'
import { baseUrlOf, otherOf, typeOf } from '../fields'
import { existingChannel } from '../show'
import { refuseGap } from '../status'

/** What the upstream of a stored channel offers. Throws `channel.models_unreadable`. */
export async function upstreamModels(deps: ServiceDeps, id: number): Promise<readonly string[]> {
  await existingChannel(deps.db.reader, id)
  return await read(deps, id)
}

export interface DraftInput {
  readonly type: number
  /** "" takes the type's own. */
  readonly base_url: string
  /** The first is used. */
  readonly key: string
  /** "" takes the type's own. */
  readonly other?: string
}

/** The same for a channel that is being filled in; nothing is stored. */
export async function draftModels(
  deps: ServiceDeps,
  actor: Actor,
  input: DraftInput,
): Promise<readonly string[]> {
  return await read(deps, await draftOf(deps, actor, input))
}

/** Throws what creating such a channel would, also `channel.address_refused`. */
export async function draftOf(
  deps: ServiceDeps,
  actor: Actor,
  input: DraftInput,
): Promise<ChannelDraft> {
  const key = typedKey(input)
  if (key === undefined) throw new GatewayError('channel.key_empty')
  const place = typedPlace(input)
  await refusePrivateHosts(deps, actor, { ...place, setting: '' })
  return { ...place, key, allowPrivate: actor.role >= ROLE.root }
}

/** The first of them. */
export function typedKey({ type, key }: DraftInput): string | undefined {
  return splitKeys(key, typeOf(type).keyShape)[0]
}

/** Throws what creating a channel there would. */
export function typedPlace(input: DraftInput): Pick<ChannelDraft, 'type' | 'base_url' | 'other'> {
  const row = typeOf(input.type)
  const place = {
    type: row.id,
    base_url: baseUrlOf(input.base_url),
    other: otherOf(input.other ?? '', row),
  }
  refuseGap(place)
  return place
}

async function read(deps: ServiceDeps, source: number | ChannelDraft): Promise<readonly string[]> {
  try {
    return (await deps.channelPorts?.listModels(source)) ?? []
  } catch (cause) {
    if (!(cause instanceof GatewayError)) throw cause
    const reason = messageOf(cause, 'en')
    throw new GatewayError('channel.models_unreadable', { reason }, { cause })
  }
}
