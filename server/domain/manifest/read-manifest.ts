/** The tree of a configuration file as items with checked values, and everything wrong in it. */
import { GatewayError } from '../errors/gateway-error'
import { isRecord } from '../json/records'
import { type ManifestFields, refuse } from './fields'
import {
  isSectionName,
  type Manifest,
  SECTION_NAMES,
  type Section,
  type SectionName,
  startsOf,
  type Values,
} from './section'
import { SECTIONS } from './sections'

const FILE_VERSION = 1

export interface Fault {
  /** Keys from the top of the file. */
  readonly path: readonly string[]
  readonly error: GatewayError
}

export interface ReadManifest {
  readonly manifest: Manifest
  readonly faults: readonly Fault[]
}

/** Goes on after what is wrong, so that all of it is reported at once. */
export function readManifest(tree: unknown): ReadManifest {
  const reading = new Reading()
  const { version, ...given } = reading.at([], () => fieldsIn('file', tree)) ?? {}
  if (version !== FILE_VERSION) reading.refuse(['version'], 'version', String(FILE_VERSION))
  const manifest = new Map<SectionName, ReadonlyMap<string, Values | null>>()
  for (const [name, items] of Object.entries(given)) {
    if (isSectionName(name)) manifest.set(name, itemsOf(reading, name, items))
    else reading.refuse([name], name, SECTION_NAMES.join(', '))
  }
  return { manifest, faults: reading.faults }
}

type Path = readonly string[]

class Reading {
  readonly faults: Fault[] = []

  at<T>(path: Path | ((error: GatewayError) => Path), read: () => T): T | undefined {
    try {
      return read()
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error
      this.faults.push({ path: typeof path === 'function' ? path(error) : path, error })
      return undefined
    }
  }

  refuse(path: readonly string[], field: string, choices: string): void {
    this.at(path, () => refuse(field, 'reason.not_a_choice', { choices }))
  }
}

function fieldsIn(name: string, given: unknown): Readonly<Record<string, unknown>> {
  if (given === null) return {}
  return isRecord(given) ? given : refuse(name, 'reason.not_an_object')
}

function itemsOf(reading: Reading, name: SectionName, given: unknown) {
  const items = new Map<string, Values | null>()
  const section = SECTIONS[name]
  const found = reading.at([name], () => fieldsIn(name, given)) ?? {}
  for (const [item, value] of Object.entries(found)) {
    const fields = section.fieldsOf(item)
    if (fields === undefined) {
      reading.at([name, item], () => refuse(item, 'reason.not_here'))
    } else if (value === null && section.canBeGone === true) items.set(item, null)
    else items.set(item, valuesOf(reading, { section, name, item }, value))
  }
  return items
}

interface Place {
  readonly section: Section
  readonly name: SectionName
  readonly item: string
}

function valuesOf(reading: Reading, { section, name, item }: Place, given: unknown): Values {
  const path = [name, item]
  const fields = section.fieldsOf(item) ?? {}
  const values: Record<string, unknown> = {}
  const before = reading.faults.length
  const said =
    section.isValue === true
      ? { value: given }
      : (reading.at(path, () => fieldsIn(item, given)) ?? {})
  for (const [key, value] of Object.entries(said)) {
    const field = fields[key]
    const place = section.isValue === true ? path : [...path, key]
    reading.at(place, () => {
      if (field === undefined) return refuse(item, 'reason.unknown_key', { key })
      values[key] = field.read(section.isValue === true ? item : key, value)
    })
  }
  if (reading.faults.length === before) {
    const path = (error: GatewayError) => placeOf(error, [name, item], fields)
    const complete = section.complete?.(values) ?? values
    const all = { ...startsOf(section, item, complete), ...complete }
    reading.at(path, () => section.check?.(all, item))
    return complete
  }
  return values
}

/** The field that a refusal names, if it is one of the item's. */
export function placeOf(
  { params: { field } }: GatewayError,
  item: readonly string[],
  fields: ManifestFields,
): readonly string[] {
  const isField = typeof field === 'string' && field !== 'value' && Object.hasOwn(fields, field)
  return isField ? [...item, field] : item
}
