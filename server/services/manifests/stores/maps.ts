/** Options that are a map by the names of items: a part of one is an item's field. */
import type { PlannedItem } from '../../../domain/manifest/plan'
import { setOption } from '../../option-changes/set'
import { optionValues } from '../../options/current'
import type { Actor, ServiceDeps } from '../../service-deps'

export interface MapField {
  readonly field: string
  readonly option:
    | 'GroupRatio'
    | 'UserUsableGroups'
    | 'TopupGroupRatio'
    | 'GroupRouteOrder'
    | 'ModelFallbacks'
  /** Whether the map says nothing of an item with this value. */
  readonly isSilent: (value: unknown) => boolean
}

type Maps = readonly MapField[]

/** Of new items every field, so that nothing is left of an earlier one of the name. */
export async function writeMaps(
  deps: ServiceDeps,
  actor: Actor,
  { maps, items }: { readonly maps: Maps; readonly items: readonly PlannedItem[] },
): Promise<void> {
  const options = await optionValues(deps.db.reader)
  for (const { field, option, isSilent } of maps) {
    const map = new Map<string, unknown>(Object.entries(options[option]))
    const before = JSON.stringify([...map])
    for (const { name, action, changes, values } of items) {
      const isMeant = action === 'create' || changes.some((change) => change.field === field)
      if (!isMeant) continue
      if (isSilent(values[field])) map.delete(name)
      else map.set(name, values[field])
    }
    if (JSON.stringify([...map]) !== before) await setOption(deps, actor, changeOf(option, map))
  }
}

export async function removeFromMaps(
  deps: ServiceDeps,
  actor: Actor,
  { maps, items }: { readonly maps: Maps; readonly items: readonly PlannedItem[] },
): Promise<void> {
  const options = await optionValues(deps.db.reader)
  for (const { option } of maps) {
    const map = new Map<string, unknown>(Object.entries(options[option]))
    const gone = items.filter(({ name }) => map.delete(name))
    if (gone.length > 0) await setOption(deps, actor, changeOf(option, map))
  }
}

function changeOf(key: string, map: ReadonlyMap<string, unknown>) {
  return { key, value: JSON.stringify(Object.fromEntries(map), undefined, 2) }
}
