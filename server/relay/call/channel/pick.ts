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
  const { restsUntil, draw = (channels) => drawByWeight(channels, random) } = order
  const resting: RelayChannel[] = []
  // The round's tier first, then the lower ones, then what is left above.
  const start = Math.min(order.round, tiers.length - 1)
  for (let step = 0; step < tiers.length; step += 1) {
    const tier = tiers[(start + step) % tiers.length] as AbilityTier
    const drawn = drawnFromMany(tier, order, draw)
    if (drawn !== undefined) return drawn
    const awake = awakeIn(tier, order, resting)
    if (awake.length > 0) return awake.length === 1 ? awake[0] : draw(awake)
  }
  if (restsUntil === undefined) return undefined
  // The last ones are always tried: who may be tried again soonest, first.
  return resting.toSorted((a, b) => restsUntil(a) - restsUntil(b))[0]
}

/** From here on asking every channel whether it can take the call would show in each call. */
const MANY = 8
const DRAWS = 3

/**
 * One that can take the call, as mostly the first that is drawn; `undefined` where a few draws
 * find none. Drawing again until one suits is as likely to find each as drawing among those that
 * suit.
 */
function drawnFromMany(
  { channels }: AbilityTier,
  order: PickOrder,
  draw: NonNullable<PickOrder['draw']>,
): RelayChannel | undefined {
  if (channels.length < MANY) return undefined
  for (let draws = 0; draws < DRAWS; draws += 1) {
    const drawn = draw(channels)
    if (drawn !== undefined && suits(drawn, order) && !rests(drawn, order)) return drawn
  }
  return undefined
}

/** Those that may be tried; what cools down is added to `resting`. */
function awakeIn(
  { channels }: AbilityTier,
  order: PickOrder,
  resting: RelayChannel[],
): RelayChannel[] {
  const awake: RelayChannel[] = []
  for (const channel of channels) {
    if (suits(channel, order)) (rests(channel, order) ? resting : awake).push(channel)
  }
  return awake
}

function suits(channel: RelayChannel, { tried, supports }: PickOrder): boolean {
  return !tried.has(channel.id) && supports(channel)
}

function rests(channel: RelayChannel, { restsUntil }: PickOrder): boolean {
  return restsUntil !== undefined && restsUntil(channel) !== 0
}

export function drawByWeight(
  channels: readonly RelayChannel[],
  random: Random,
): RelayChannel | undefined {
  if (channels.length === 1) return channels[0]
  let total = 0
  for (const channel of channels) total += effectiveWeight(channel)
  let remaining = Math.floor(random.next() * total)
  for (const channel of channels) {
    remaining -= effectiveWeight(channel)
    if (remaining < 0) return channel
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
