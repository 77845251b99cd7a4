/** What is set on a gateway, as a configuration file has it: by name, without secrets. */
import { isSameValue } from '../../domain/manifest/fields'
import type { StoredItem } from '../../domain/manifest/plan'
import {
  escapedValue,
  isSecretPlace,
  ReferenceNames,
  withoutSecrets,
} from '../../domain/manifest/references'
import { type SectionName, startsOf } from '../../domain/manifest/section'
import { SECTIONS } from '../../domain/manifest/sections'
import { requireRoot } from '../options/guards'
import type { Actor, ServiceDeps } from '../service-deps'
import { STORES } from './section-stores'
import { readOwned } from './state'

export interface PullInput {
  readonly sections: readonly SectionName[]
  /** Items that are written even if they are as the program brings them. */
  readonly named: ReadonlyMap<SectionName, ReadonlySet<string>>
}

export interface PulledField {
  /** As a file may hold it: by reference where it is a secret. */
  readonly value: unknown
  readonly isStart: boolean
  readonly isReference: boolean
}

export interface PulledItem {
  readonly name: string
  /** `undefined` for what the program brings and is not here. */
  readonly fields: ReadonlyMap<string, PulledField> | undefined
  readonly isShipped: boolean
}

export interface Pulled {
  /** Items by name, in the order of their names. */
  readonly sections: ReadonlyMap<SectionName, readonly PulledItem[]>
  /** Left out, because several have the name. */
  readonly ambiguous: readonly string[]
}

export async function pullManifest(
  deps: ServiceDeps,
  actor: Actor,
  { sections, named }: PullInput,
): Promise<Pulled> {
  requireRoot(actor)
  const owned = await readOwned(deps)
  const references = new ReferenceNames()
  const pulled = new Map<SectionName, readonly PulledItem[]>()
  const ambiguous: string[] = []
  for (const section of sections) {
    const names = new Set([...(named.get(section) ?? []), ...(owned.get(section)?.keys() ?? [])])
    const stored = [...(await STORES[section].read(deps, names))].toSorted(byName)
    const items = stored.flatMap(([name, item]): PulledItem[] => {
      if (item.isAmbiguous === true) ambiguous.push(`${section}/${name}`)
      const isIncluded = item.isShipped !== true || names.has(name)
      return item.isAmbiguous === true || !isIncluded
        ? []
        : [itemOf({ section, name, references }, item)]
    })
    pulled.set(section, items)
  }
  return { sections: pulled, ambiguous }
}

function byName([one]: [string, unknown], [other]: [string, unknown]): number {
  return one < other ? -1 : 1
}

interface Place {
  readonly section: SectionName
  readonly name: string
  readonly references: ReferenceNames
}

function itemOf(place: Place, item: StoredItem): PulledItem {
  const { name, section } = place
  const isShipped = item.isShipped === true
  if (item.isGone === true) return { name, fields: undefined, isShipped }
  const starts = startsOf(SECTIONS[section], name, item.values)
  const fields = Object.keys(SECTIONS[section].fieldsOf(name) ?? {}).flatMap((field) => {
    const value = item.values[field]
    const written = writtenField(place, field, value)
    if (written === undefined) return []
    const isStart = !written.isReference && isSameValue(value, starts[field])
    return [[field, { ...written, isStart }] as const]
  })
  return { name, isShipped, fields: new Map(fields) }
}

/** `undefined` for a secret that is not set. */
function writtenField({ section, name, references }: Place, field: string, value: unknown) {
  const parts = SECTIONS[section].isValue === true ? [name] : [name, field]
  const next = (...more: readonly string[]) => references.next(section, ...parts, ...more)
  if (isSecretPlace([section, name, field])) {
    const [first, ...others] = Array.isArray(value) ? value : [value]
    if (first === undefined || first === '') return undefined
    const written =
      others.length === 0 ? next() : [first, ...others].map((_, at) => next(`${at + 1}`))
    return { value: written, isReference: true }
  }
  const shown = withoutSecrets(value, (part) => (part === '' ? next() : next(part)))
  return { value: shown, isReference: !isSameValue(shown, escapedValue(value)) }
}
