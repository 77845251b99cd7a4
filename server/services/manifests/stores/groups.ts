import {
  GROUP_FIELDS,
  GROUP_OPTION_OF,
  GROUP_OPTIONS,
  SHIPPED_GROUPS,
} from '../../../domain/manifest/group-section'
import type { StoredItem } from '../../../domain/manifest/plan'
import { optionValues } from '../../options/current'
import type { SectionStore } from '../section-store'
import { type MapField, removeFromMaps, writeMaps } from './maps'

const SILENT = {
  ratio: undefined,
  offered_as: null,
  topup_ratio: 1,
  route_order: 'weight',
} as const

const MAPS: readonly MapField[] = GROUP_FIELDS.map((field) => ({
  field,
  option: GROUP_OPTION_OF[field],
  isSilent: (value) => value === SILENT[field],
}))

export const groupStore: SectionStore = {
  isWhole: true,
  read: async ({ db }) => {
    const options = await optionValues(db.lists)
    const items = new Map<string, StoredItem>()
    for (const name of Object.keys(options.GroupRatio)) {
      const values = MAPS.map(({ field, option }) => {
        const map: Readonly<Record<string, unknown>> = options[option]
        return [field, Object.hasOwn(map, name) ? map[name] : Reflect.get(SILENT, field)] as const
      })
      items.set(name, { values: Object.fromEntries(values) })
    }
    for (const name of SHIPPED_GROUPS) {
      if (!items.has(name)) items.set(name, { values: {}, isGone: true })
    }
    return items
  },
  write: async (deps, actor, items) => await writeMaps(deps, actor, { maps: MAPS, items }),
  remove: async (deps, actor, items) => await removeFromMaps(deps, actor, { maps: MAPS, items }),
  targets: () => GROUP_OPTIONS.map((option) => `option:${option}`),
}
