import { DEFAULT_OPTIONS } from '../options'
import { ROUTE_ORDERS } from '../routing/order'
import { choice, type ManifestField, number, refuse, text } from './fields'
import type { Section, Values } from './section'

const FIELDS = {
  ratio: number(1),
  /** Under which every user may choose it; `null` leaves it to those who are in it. */
  offered_as: nullable(text()),
  topup_ratio: number(1),
  route_order: choice(ROUTE_ORDERS, 'weight'),
} as const

/** Each is a map with the groups as keys. */
export const GROUP_OPTION_OF = {
  ratio: 'GroupRatio',
  offered_as: 'UserUsableGroups',
  topup_ratio: 'TopupGroupRatio',
  route_order: 'GroupRouteOrder',
} as const satisfies Record<keyof typeof FIELDS, string>

export type GroupField = keyof typeof FIELDS
export const GROUP_FIELDS = Object.keys(FIELDS) as readonly GroupField[]
export const GROUP_OPTIONS: readonly string[] = Object.values(GROUP_OPTION_OF)

function nullable(field: ManifestField): ManifestField {
  const read = (name: string, given: unknown) => (given === null ? null : field.read(name, given))
  return { ...field, starts: null, read }
}

export const SHIPPED_GROUPS: readonly string[] = Object.keys(DEFAULT_OPTIONS.GroupRatio)

/** A group that the program brings may be one that every user can choose. */
function shippedValues(item: string): Values {
  const shipped = GROUP_FIELDS.flatMap((field) => {
    const map: Readonly<Record<string, unknown>> = DEFAULT_OPTIONS[GROUP_OPTION_OF[field]]
    return Object.hasOwn(map, item) ? [[field, map[item]] as const] : []
  })
  return Object.fromEntries(shipped)
}

export const groupSection: Section = {
  fieldsOf: () => FIELDS,
  canBeGone: true,
  startsWith: (_, item) => (SHIPPED_GROUPS.includes(item) ? shippedValues(item) : {}),
  check: (_, item) => {
    if (item.trim() !== item) refuse('group', 'reason.name_unreadable')
  },
}
