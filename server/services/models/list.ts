import { CHANNEL_TYPES } from '../../domain/channel-types'
import { callableRoutes, namesOf } from '../callable-models'
import type { ServiceDeps } from '../service-deps'

/** Default models by channel type id, every type included. */
export function modelsByType(): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(CHANNEL_TYPES.map(({ id, models }) => [String(id), models]))
}

export interface KnownModel {
  readonly id: string
  /** The first channel type that names it, in lower case. */
  readonly owner: string
}

/** Every model that some channel type names, once. */
export function knownModels(): KnownModel[] {
  const owners = new Map<string, string>()
  for (const { name, models } of CHANNEL_TYPES) {
    for (const id of models) {
      if (!owners.has(id)) owners.set(id, name.toLowerCase())
    }
  }
  return [...owners].map(([id, owner]) => ({ id, owner }))
}

/** Models that can be called in some group. */
export async function listEnabledModels(deps: ServiceDeps): Promise<readonly string[]> {
  return namesOf(await callableRoutes(deps.db.lists, 'all'))
}
