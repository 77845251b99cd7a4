import type { Lists } from '../../../db/lists'
import {
  type ChannelRow,
  channelsByIds,
  channelsTagged,
  updateChannel,
} from '../../../db/tables/channels'
import { GatewayError } from '../../domain/errors/gateway-error'
import { recordAudit } from '../audit/record'
import type { Actor, ServiceDeps } from '../service-deps'
import { transact, type Work } from '../work'
import { tagOf } from './fields'
import { rebuildAbilities } from './rebuild-abilities'
import { partsOf } from './remove-many'
import { moveInside, moveTo, relays } from './status'

export interface TagChannelsInput {
  readonly ids: readonly number[]
  /** `null` takes the tag away. */
  readonly tag: string | null
}

/** How many channels of these ids there are. */
export async function tagChannels(
  deps: ServiceDeps,
  actor: Actor,
  input: TagChannelsInput,
): Promise<number> {
  const parts = partsOf(input.ids)
  const tag = input.tag === null ? null : tagOf(givenTag(input.tag))
  let count = 0
  for await (const part of parts) {
    count += await transact(deps, actor, async (work) => {
      const channels = await channelsByIds(work.trx, part)
      for (const channel of channels) await putTag(work, channel, tag)
      return channels.length
    })
  }
  return count
}

async function putTag(work: Work, before: ChannelRow, tag: string | null): Promise<void> {
  if (before.tag === tag) return
  const after = (await updateChannel(work.trx, before.id, { tag })) ?? before
  await rebuildAbilities(work.trx, after)
  await recordAudit(work, {
    action: 'channel.tag',
    target: `channel:${before.id}`,
    before: { tag: before.tag },
    after: { tag },
  })
}

export interface SwitchTagInput {
  readonly tag: string
  readonly isEnabled: boolean
}

/**
 * Every channel of the tag, also those that the gateway had disabled. Those whose type cannot
 * relay rest; throws `channel.type_not_relayed` when there are no others to enable.
 */
export async function switchTag(
  deps: ServiceDeps,
  actor: Actor,
  { tag, isEnabled }: SwitchTagInput,
): Promise<void> {
  const channels = await existingTag(deps.db.lists, givenTag(tag))
  const able = channels.filter(
    (channel) => !isEnabled || (channel.frozen_until === 0 && relays(channel)),
  )
  const moving = able.length === 0 ? channels : able
  for await (const part of partsOf(moving.map(({ id }) => id))) {
    await transact(deps, actor, async (work) => {
      for (const channel of await channelsByIds(work.trx, part)) {
        await moveInside(work, channel, moveTo(isEnabled))
      }
    })
  }
}

/** To look for; what a tag may be is for `tagOf` to say. Throws `channel.tag_empty`. */
export function givenTag(given: string): string {
  const tag = given.trim()
  if (tag === '') {
    throw new GatewayError('channel.tag_empty')
  }
  return tag
}

/** Throws `channel.tag_not_found` when no channel has it. */
export async function existingTag(lists: Lists, tag: string): Promise<ChannelRow[]> {
  const channels = await channelsTagged(lists, tag)
  if (channels.length === 0) {
    throw new GatewayError('channel.tag_not_found', { tag })
  }
  return channels
}
