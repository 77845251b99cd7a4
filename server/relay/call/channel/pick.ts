/** Chooses the next channel: priority tier, then a weighted draw without those tried. */
import { GatewayError } from '../../../domain/errors/gateway-error'
import { BASE_WEIGHT } from '../../../domain/routing/odds'
import { CHANNEL_STATUS } from '../../../domain/status'
import type { AbilityTier, Directory, Random, RelayChannel } from '../../ports/ports'

export function effectiveWeight({ weight }: Pick<RelayChannel, 'weight'>): number {
  return weight + BASE_WEIGHT
}

export interface PickOrder {
  readonly group: string
  readonly model: string
  /** 0 for the first attempt; each retry drops one tier while there is a lower one. */
  readonly round: number
  readonly tried: ReadonlySet<number>
  readonly supports: (channel: RelayChannel) => boolean
  /**
   * Until when a channel is left alone, 0 for at once; absent where none is. Those that rest are
   * passed over while there are others, and never all of them.
   */
  readonly restsUntil?: ((channel: RelayChannel) => number) | undefined
  /** One of several; by weight when absent. */
  readonly draw?: ((channels: readonly RelayChannel[]) => RelayChannel | undefined) | undefined
}

/** `undefined` when no untried channel is left. */
export function pick(
  directory: Directory,
  random: Random,
  order: PickOrder,
): RelayChannel | undefined {
  const tiers = directory.abilities(order.group, order.model)
  const { restsUntil, draw } = order
  const resting: RelayChannel[] = []
  // The round's tier first, then the lower ones, then what is left above.
  const start = Math.min(order.round, tiers.length - 1)
  for (let step = 0; step < tiers.length; step += 1) {
    const tier = tiers[(start + step) % tiers.length] as AbilityTier
    const awake = awakeIn(tier, order, resting)
    if (awake.length === 1) return awake[0]
    if (awake.length > 1) return draw === undefined ? drawByWeight(awake, random) : draw(awake)
  }
  if (restsUntil === undefined) return undefined
  // The last ones are always tried: who may be asked again soonest, first.
  return resting.toSorted((a, b) => restsUntil(a) - restsUntil(b))[0]
}

/** Those that may be asked; what cools down is added to `resting`. */
function awakeIn(
  { channels }: AbilityTier,
  { tried, supports, restsUntil }: PickOrder,
  resting: RelayChannel[],
): RelayChannel[] {
  const awake: RelayChannel[] = []
  for (const channel of channels) {
    if (tried.has(channel.id) || !supports(channel)) continue
    const rests = restsUntil !== undefined && restsUntil(channel) !== 0
    ;(rests ? resting : awake).push(channel)
  }
  return awake
}

export function drawByWeight(
  channels: readonly RelayChannel[],
  random: Random,
): RelayChannel | undefined {
  if (channels.length === 1) return channels[0]
  let total = 0
  for (const channel of channels) total += effectiveWeight(channel)
  let left = Math.floor(random.next() * total)
  for (const channel of channels) {
    left -= effectiveWeight(channel)
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
  if (channel.gap !== undefined) throw new GatewayError('channel.incomplete', { id: channel.id })
  return channel
}
