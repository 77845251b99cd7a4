/** Group × model → channels, in priority tiers; built whole whenever a channel changes. */
import { isServed } from '../../domain/calls/model-calls'
import { mappedName } from '../../domain/channels/model-mapping'
import { CHANNEL_STATUS } from '../../domain/status'
import type { AbilityTier, RelayChannel } from '../../relay/ports/ports'

export interface ChannelEntry {
  readonly channel: RelayChannel
  readonly groups: readonly string[]
  readonly models: readonly string[]
  /** Those of its models that its type can serve. */
  readonly callable: readonly string[]
}

export function channelEntry(
  channel: RelayChannel,
  offered: Pick<ChannelEntry, 'groups' | 'models'>,
): ChannelEntry {
  const callable = offered.models.filter((model) => isCallable(channel, model))
  return { channel, ...offered, callable }
}

export interface AbilityMap {
  readonly tiers: (group: string, model: string) => readonly AbilityTier[]
  /** Only what some channel can serve: a model nobody can call is in no list. */
  readonly models: (group: string) => readonly string[]
  /** Whether any channel has the model for the group, also one that is switched off. */
  readonly knows: (group: string, model: string) => boolean
}

const NO_TIERS: readonly AbilityTier[] = []

/** Families whose members are all sold under one wildcard name. */
const WILDCARDS: readonly (readonly [prefix: string, name: string])[] = [
  ['gpt-4-gizmo', 'gpt-4-gizmo-*'],
  ['gpt-4o-gizmo', 'gpt-4o-gizmo-*'],
]

/** Channels of one model for one group; its tiers are sorted when they are first used. */
interface Offer {
  readonly channels: RelayChannel[]
  tiers: readonly AbilityTier[] | undefined
}

/** Takes one channel after the other, so that a long list of them can be built in slices. */
export class AbilityMapBuilder {
  readonly #offers = new Map<string, Map<string, Offer>>()
  readonly #known = new Map<string, Set<string>>()
  readonly #listed = new Map<string, Set<string>>()

  add({ channel, groups, models, callable }: ChannelEntry): void {
    for (const group of groups) addAll(this.#known, group, models)
    if (channel.status !== CHANNEL_STATUS.enabled || channel.gap !== undefined) return
    for (const group of groups) {
      addAll(this.#listed, group, callable)
      const byModel = this.#offers.get(group) ?? new Map<string, Offer>()
      this.#offers.set(group, byModel)
      for (const model of models) {
        const offer = byModel.get(model)
        if (offer === undefined) byModel.set(model, { channels: [channel], tiers: undefined })
        else offer.channels.push(channel)
      }
    }
  }

  /** Nothing may be added any more. */
  map(): AbilityMap {
    const [offers, known, listed] = [this.#offers, this.#known, this.#listed]
    const sorted = new Map<string, readonly string[]>()
    return {
      tiers(group, model) {
        const byModel = offers.get(group)
        const offer = byModel?.get(model) ?? byModel?.get(wildcardOf(model))
        if (offer === undefined) return NO_TIERS
        offer.tiers ??= tiersOf(offer.channels)
        return offer.tiers
      },
      knows(group, model) {
        const all = known.get(group)
        return all !== undefined && (all.has(model) || all.has(wildcardOf(model)))
      },
      models(group) {
        const names = sorted.get(group) ?? [...(listed.get(group) ?? [])].sort()
        // Any name can be requested, and only those of existing groups are cached.
        if (listed.has(group)) sorted.set(group, names)
        return names
      },
    }
  }
}

function addAll(sets: Map<string, Set<string>>, group: string, models: readonly string[]): void {
  const names = sets.get(group) ?? new Set<string>()
  sets.set(group, names)
  for (const model of models) names.add(model)
}

function isCallable({ type, mapModel }: RelayChannel, model: string): boolean {
  return isServed(type, mappedName(mapModel, model))
}

function wildcardOf(model: string): string {
  return WILDCARDS.find(([prefix]) => model.startsWith(prefix))?.[1] ?? model
}

function tiersOf(channels: readonly RelayChannel[]): readonly AbilityTier[] {
  const byPriority = Map.groupBy(channels, (channel) => channel.priority)
  return [...byPriority]
    .sort(([a], [b]) => b - a)
    .map(([priority, list]) => ({ priority, channels: list.sort((a, b) => a.id - b.id) }))
}
