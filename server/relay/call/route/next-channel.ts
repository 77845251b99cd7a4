/** Where a call goes next: what works, what keeps its conversation together, then the order. */

import type { GatewayError } from '../../../domain/errors/gateway-error'
import type { Clock, Directory, RelayChannel } from '../../ports/ports'
import type { RoutingSettings } from '../../ports/route-settings'
import type { Call } from '../call'
import { apiFor } from '../channel/channel-api'
import { drawByWeight, effectiveWeight, pick } from '../channel/pick'
import { affinityFor, rendezvous } from './affinity'
import { blameFor } from './blame'
import { type KeyPorts, nameOf, spareKey, withKey } from './keys'

export interface RoutePorts extends KeyPorts {
  readonly directory: Directory
  readonly clock: Clock
}

/** `undefined` when no untried channel is left. Its key is chosen when it is tried. */
export function nextChannel(ports: RoutePorts, call: Call, round: number) {
  const { directory, random } = ports
  const { group, query } = call.facts
  const { model } = query
  const { routing } = directory.settings()
  return pick(directory, random, {
    group,
    model,
    round,
    tried: call.triedSet,
    supports: (channel) =>
      apiFor(channel, call) !== undefined &&
      !call.exhausted?.has(channel.baseUrl) &&
      (channel.maxInputTokens === undefined || call.fitsInput(channel.maxInputTokens)),
    restsUntil: restsUntilFor(ports, model),
    draw: routing && ((channels) => drawn(ports, call, { channels, routing })),
  })
}

/** `undefined` while nothing rests and nothing has limits, as mostly. */
function restsUntilFor({ directory, clock, health }: RoutePorts, model: string) {
  const limits = directory.limits()
  if (limits === undefined && health.isQuiet) return undefined
  return restsUntilUnder(limits, { clock, health }, model)
}

function restsUntilUnder(
  limits: ReturnType<Directory['limits']>,
  { clock, health }: Pick<RoutePorts, 'clock' | 'health'>,
  model: string,
) {
  // What has spent its limit as far as this process knows is tried after all that only rest.
  return (channel: RelayChannel) =>
    limits?.spent('channel', channel.id, clock.nowMs()) === undefined
      ? health.restsUntil(channel, model)
      : Number.MAX_SAFE_INTEGER
}

interface Drawing {
  readonly channels: readonly RelayChannel[]
  readonly routing: RoutingSettings
}

function drawn(ports: RoutePorts, call: Call, { channels, routing }: Drawing) {
  const order = routing.orders[call.facts.group] ?? 'weight'
  const candidates = order === 'cost' ? cheapest(channels) : channels
  const affinity = affinityFor(call)
  if (affinity !== undefined) return rendezvous(candidates, affinity, BY_CHANNEL)
  return order === 'latency' ? sooner(ports, candidates) : drawByWeight(candidates, ports.random)
}

const BY_CHANNEL = {
  idOf: ({ id }: RelayChannel) => id,
  weightOf: effectiveWeight,
}

function cheapest(channels: readonly RelayChannel[]): readonly RelayChannel[] {
  const least = Math.min(...channels.map(costOf))
  return channels.filter((channel) => costOf(channel) === least)
}

function costOf({ costRatio = 1 }: RelayChannel): number {
  return costRatio
}

/**
 * Of two that are drawn by weight the one that answers sooner. The soonest of all would get every
 * call of every node at once, and would be the soonest no longer.
 */
function sooner(
  { health, random }: RoutePorts,
  channels: readonly RelayChannel[],
): RelayChannel | undefined {
  const one = drawByWeight(channels, random)
  const two = drawByWeight(
    channels.filter((channel) => channel !== one),
    random,
  )
  if (one === undefined || two === undefined) return one ?? two
  // Who was never measured is measured now.
  const [first, second] = [health.answersInMs(one.id) ?? 0, health.answersInMs(two.id) ?? 0]
  return second < first ? two : one
}

/** Marks that it is tried now; with one of its keys, where it has several. */
export function markAttempted(ports: RoutePorts, call: Call, channel: RelayChannel): RelayChannel {
  const chosen = withKey(ports, call, channel)
  if (chosen.keyId !== undefined) {
    call.triedKeys ??= new Set()
    call.triedKeys.add(nameOf(chosen))
  }
  ports.health.chosen(chosen, call.facts.query.model)
  return chosen
}

interface Failed {
  readonly channel: RelayChannel
  readonly error: GatewayError
  readonly round: number
  readonly nowMs: number
}

/** Another key of the same channel when only its key has failed, else another channel. */
export function afterFailure(
  ports: RoutePorts,
  call: Call,
  { channel, error, round, nowMs }: Failed,
): RelayChannel | undefined {
  const home = channel.keyId === undefined ? undefined : ports.directory.channel(channel.id)
  const blame = home?.keys && blameFor(error, nowMs)
  const spare =
    home === undefined || blame === undefined || blame.of === 'channel'
      ? undefined
      : spareKey(ports, call, home)
  return spare ?? nextChannel(ports, call, round + 1)
}
