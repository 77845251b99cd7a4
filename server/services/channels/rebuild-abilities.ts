import { type AbilityRow, replaceAbilities } from '../../../db/tables/abilities'
import type { ChannelRow } from '../../../db/tables/channels'
import { CHANNEL_STATUS } from '../../domain/status'
import type { Transaction } from '../service-deps'
import { namesIn } from './fields'

/** One routing row per group and model. */
export function abilityRowsOf(channel: ChannelRow): AbilityRow[] {
  const models = namesIn(channel.models)
  const enabled = channel.status === CHANNEL_STATUS.enabled ? 1 : 0
  return namesIn(channel.group).flatMap((group) =>
    models.map((model) => ({
      group,
      model,
      channel_id: channel.id,
      enabled,
      priority: channel.priority,
      weight: channel.weight,
      tag: channel.tag,
    })),
  )
}

/** In the transaction that changed the channel. */
export async function rebuildAbilities(trx: Transaction, channel: ChannelRow): Promise<void> {
  await replaceAbilities(trx, channel.id, abilityRowsOf(channel))
}
