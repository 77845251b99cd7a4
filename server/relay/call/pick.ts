/** Chooses the next channel: priority tier, then a weighted draw without those tried. */
import { GatewayError } from '../../domain/errors/gateway-error'
import { CHANNEL_STATUS } from '../../domain/status'
import type { AbilityTier, Directory, Random, RelayChannel } from '../ports'

/** Added to every weight, so that channels left at 0 still share the load. */
const BASE_WEIGHT = 10

export interface PickOrder {
  readonly group: string
  readonly model: string
  /** 0 for the first attempt; each retry drops one tier while there is a lower one. */
  readonly round: number
  readonly tried: ReadonlySet<number>
  readonly supports: (channel: RelayChannel) => boolean
}

/** `undefined` when no untried channel is left. */
export function pick(
  directory: Directory,
  random: Random,
  order: PickOrder,
): RelayChannel | undefined {
  const tiers = directory.abilities(order.group, order.model)
  for (const tier of tiersFrom(tiers, order.round)) {
    const channels = tier.channels.filter(
      (channel) => !order.tried.has(channel.id) && order.supports(channel),
    )
    if (channels.length > 0) return drawByWeight(channels, random)
  }
  return undefined
}

/** The round's tier first, then the lower ones, then what is left above. */
function* tiersFrom(tiers: readonly AbilityTier[], round: number): Generator<AbilityTier> {
  const start = Math.min(round, tiers.length - 1)
  if (start < 0) return
  yield* tiers.slice(start)
  yield* tiers.slice(0, start)
}

export function drawByWeight(
  channels: readonly RelayChannel[],
  random: Random,
): RelayChannel | undefined {
  if (channels.length === 1) return channels[0]
  let total = 0
  for (const channel of channels) total += channel.weight + BASE_WEIGHT
  let left = Math.floor(random.next() * total)
  for (const channel of channels) {
    left -= channel.weight + BASE_WEIGHT
    if (left < 0) return channel
  }
  return channels[channels.length - 1]
}

/** The channel an administrator named in the key. Throws `channel.*`. */
export function pinnedChannel(directory: Directory, pin: string): RelayChannel {
  const channel = /^\d+$/.test(pin) ? directory.channel(Number(pin)) : undefined
  if (channel === undefined) throw new GatewayError('channel.pin_invalid', { pin })
  if (channel.status !== CHANNEL_STATUS.enabled) {
    throw new GatewayError('channel.disabled', { id: channel.id })
  }
  return channel
}
