import type { StoredItem } from '../../../domain/manifest/plan'
import { FALLBACK_OPTION } from '../../../domain/manifest/route-section'
import { optionValues } from '../../options/current'
import type { SectionStore } from '../section-store'
import { type MapField, removeFromMaps, writeMaps } from './maps'

const MAPS: readonly MapField[] = [
  { field: 'fallbacks', option: FALLBACK_OPTION, isSilent: () => false },
]

export const routeStore: SectionStore = {
  isWhole: true,
  read: async ({ db }) => {
    const { ModelFallbacks } = await optionValues(db.lists)
    const items = Object.entries(ModelFallbacks).map(([model, fallbacks]): [string, StoredItem] => [
      model,
      { values: { fallbacks } },
    ])
    return new Map(items)
  },
  write: async (deps, actor, items) => await writeMaps(deps, actor, { maps: MAPS, items }),
  remove: async (deps, actor, items) => await removeFromMaps(deps, actor, { maps: MAPS, items }),
  targets: () => [`option:${FALLBACK_OPTION}`],
}
