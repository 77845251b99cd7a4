/** Group × model → channels, in priority tiers; built whole whenever a channel changes. */
import { callsOf } from '../../domain/model-calls'
import { mappedName } from '../../domain/model-mapping'
import { CHANNEL_STATUS } from '../../domain/status'
import type { AbilityTier, RelayChannel } from '../../relay/ports'

export interface ChannelEntry {
  readonly channel: RelayChannel
  readonly groups: readonly string[]
  readonly models: readonly string[]
}

export interface AbilityMap {
  readonly tiers: (group: string, model: string) => readonly AbilityTier[]
  /** Only what some channel can be asked for: a model nobody can call is in no list. */
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

export function buildAbilities(entries: readonly ChannelEntry[]): AbilityMap {
  const groups = new Map<string, Map<string, RelayChannel[]>>()
  const known = new Map<string, Set<string>>()
  const listed = new Map<string, Set<string>>()
  for (const { channel, groups: offeredTo, models } of entries) {
    for (const group of offeredTo) addAll(known, group, models)
    if (channel.status !== CHANNEL_STATUS.enabled) continue
    const callable = models.filter((model) => isCallable(channel, model))
    for (const group of offeredTo) {
      addAll(listed, group, callable)
      const byModel = groups.get(group) ?? new Map<string, RelayChannel[]>()
      groups.set(group, byModel)
      for (const model of models) byModel.set(model, [...(byModel.get(model) ?? []), channel])
    }
  }
  const sorted = new Map([...listed].map(([group, models]) => [group, [...models].sort()]))
  const tiers = new Map<string, Map<string, readonly AbilityTier[]>>()
  for (const [group, byModel] of groups) {
    tiers.set(group, new Map([...byModel].map(([model, list]) => [model, tiersOf(list)])))
  }
  return {
    tiers: (group, model) => {
      const byModel = tiers.get(group)
      return byModel?.get(model) ?? byModel?.get(wildcardOf(model)) ?? NO_TIERS
    },
    knows: (group, model) => {
      const all = known.get(group)
      return all !== undefined && (all.has(model) || all.has(wildcardOf(model)))
    },
    models: (group) => sorted.get(group) ?? [],
  }
}

function addAll(sets: Map<string, Set<string>>, group: string, models: readonly string[]): void {
  const names = sets.get(group) ?? new Set<string>()
  sets.set(group, names)
  for (const model of models) names.add(model)
}

function isCallable({ type, mapModel }: RelayChannel, model: string): boolean {
  return callsOf(type, mappedName(mapModel, model)).length > 0
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
