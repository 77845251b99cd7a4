/** Channels, with what of them cools down because it has failed. */
import { type CooldownRow, cooldownsAt } from '../../../db/tables/cooldowns'
import { ONLY_KEY } from '../../domain/channels/keys'
import type { ServiceDeps } from '../service-deps'
import type { ChannelView } from './view'

/** With what rests of each of them. */
export async function withCooldowns(
  { db, clock }: Pick<ServiceDeps, 'db' | 'clock'>,
  channels: readonly ChannelView[],
): Promise<ChannelView[]> {
  const channelIds = channels.map(({ id }) => id)
  const rows = await cooldownsAt(db.lists, { nowMs: clock.nowMs(), channelIds })
  if (rows.length === 0) return [...channels]
  const byChannel = Map.groupBy(rows, ({ channel_id }) => channel_id)
  return channels.map((channel) => {
    const all = byChannel.get(channel.id) ?? []
    const ofChannel = all.find(({ key_id }) => key_id === ONLY_KEY)
    const keys = new Set(all.flatMap(({ key_id }) => (key_id === ONLY_KEY ? [] : key_id)))
    return {
      ...channel,
      keys_cooling: keys.size,
      cooling_until: ofChannel === undefined ? 0 : Math.ceil(ofChannel.until_at / 1000),
      cooling_reason: ofChannel === undefined ? '' : reasonOf(ofChannel),
    }
  })
}

function reasonOf({ model, reason }: CooldownRow): string {
  return model === '' ? reason : `${model}: ${reason}`
}
