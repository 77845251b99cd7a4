/** A section of a configuration file: items by their names, each with fields. */
import type { ManifestFields } from './fields'

/** In the order in which they are written: what others refer to comes first. */
export const SECTION_NAMES = [
  'groups',
  'roles',
  'options',
  'identity_providers',
  'prices',
  'routes',
  'channels',
  'limits',
  'alerts',
] as const
export type SectionName = (typeof SECTION_NAMES)[number]

export function isSectionName(name: string): name is SectionName {
  return SECTION_NAMES.some((each) => each === name)
}

export type Values = Readonly<Record<string, unknown>>

export interface Section {
  /** Of an item; `undefined` where there can be none of that name. */
  readonly fieldsOf: (item: string) => ManifestFields | undefined
  /** Has the one field `value`, which stands in the place of the item. */
  readonly isValue?: true
  /** `null` says that an item must not be there, though the program brings it. */
  readonly canBeGone?: true
  /** With what the values say of fields that are not named. */
  readonly complete?: (values: Values) => Values
  /** Fields that start otherwise in an item of the name with these values. */
  readonly startsWith?: (values: Values, item: string) => Values
  /** What the fields by themselves do not tell. Throws what names the field. */
  readonly check?: (values: Values, item: string) => void
}

/** By section and name; `null` for what must not be there. */
export type Manifest = ReadonlyMap<SectionName, ReadonlyMap<string, Values | null>>

/** What an item has of which nothing is said but these values. */
export function startsOf(section: Section, item: string, values: Values): Values {
  const fields = Object.entries(section.fieldsOf(item) ?? {})
  const starts = fields.map(([name, field]) => [name, field.starts] as const)
  return { ...Object.fromEntries(starts), ...section.startsWith?.(values, item) }
}
