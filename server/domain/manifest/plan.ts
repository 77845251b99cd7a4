/** What applying a manifest would change, field by field, and what stands in its way. */
import { isSameValue } from './fields'
import { type Manifest, SECTION_NAMES, type SectionName, startsOf, type Values } from './section'
import { SECTIONS } from './sections'

export interface StoredItem {
  readonly values: Values
  /** As the program brings it: a pulled file leaves it out. */
  readonly isShipped?: boolean
  /** The program brings it, and somebody has taken it away. */
  readonly isGone?: boolean
  /** Several have this name. */
  readonly isAmbiguous?: boolean
  /** Of the row behind it. */
  readonly id?: number
}

export type StoredManifest = ReadonlyMap<SectionName, ReadonlyMap<string, StoredItem>>

export interface OwnedField {
  /** `hand`: somebody's change stays, whatever the file says. */
  readonly owner: 'file' | 'hand'
  /** Of the value that was applied, sealed. */
  readonly hash: string
  readonly at: number
  readonly by: string
}

export type OwnedFields = ReadonlyMap<string, OwnedField>

/** What happens to fields that were changed by hand since they were applied. */
export type ConflictRule = 'refuse' | 'force' | 'adopt'

/** `conflict` stops an apply; `forced` and `adopted` say how one was resolved. */
export type ChangeNote = '' | 'conflict' | 'forced' | 'adopted' | 'by_hand'

export interface PlannedChange {
  readonly field: string
  readonly before: unknown
  readonly after: unknown
  readonly note: ChangeNote
  readonly owned: OwnedField | undefined
}

export interface PlannedItem {
  readonly section: SectionName
  readonly name: string
  readonly action: 'create' | 'update' | 'delete'
  /** Not in the file any more, and back to what the program brings, if it brings it. */
  readonly isPruned: boolean
  readonly changes: readonly PlannedChange[]
  readonly stored: StoredItem | undefined
  /** All values in the end; those before for what is deleted. */
  readonly values: Values
}

export interface PlanInput {
  readonly manifest: Manifest
  readonly stored: StoredManifest
  readonly owned: ReadonlyMap<SectionName, ReadonlyMap<string, OwnedFields>>
  readonly isAsApplied: (value: unknown, hash: string) => boolean
  readonly conflicts: ConflictRule
  readonly prune: boolean
}

export interface Plan {
  /** In the order in which they are carried out. */
  readonly items: readonly PlannedItem[]
  /** How many were applied once and are in the file no more, where nothing is pruned. */
  readonly left: number
}

/** Whether carrying it out changes something. */
export function changes({ note }: Pick<PlannedChange, 'note'>): boolean {
  return note === '' || note === 'forced' || note === 'conflict'
}

export function planOf(input: PlanInput): Plan {
  const wanted: PlannedItem[] = []
  const removed: PlannedItem[] = []
  let left = 0
  for (const section of SECTION_NAMES) {
    const items = input.manifest.get(section)
    if (items === undefined) continue
    const planning = { ...input, section }
    for (const [name, values] of items) {
      if (values === null) removed.push(...explicitRemoval(planning, name))
      else wanted.push(...plannedItem(planning, name, values))
    }
    const gone = goneItems(planning, items)
    if (input.prune) removed.push(...gone)
    else left += gone.length
  }
  // What refers to others goes before them.
  return { items: [...wanted, ...removed.toReversed()], left }
}

interface Planning extends PlanInput {
  readonly section: SectionName
}

function plannedItem(planning: Planning, name: string, wanted: Values): readonly PlannedItem[] {
  const { section } = planning
  const stored = planning.stored.get(section)?.get(name)
  if (stored === undefined || stored.isGone === true) {
    const starts = startsOf(SECTIONS[section], name, wanted)
    const created = Object.entries(wanted).map(([field, after]): PlannedChange => {
      return { field, before: undefined, after, note: '', owned: undefined }
    })
    const values = { ...starts, ...wanted }
    return [{ section, name, action: 'create', isPruned: false, changes: created, stored, values }]
  }
  const owned = planning.owned.get(section)?.get(name) ?? new Map<string, OwnedField>()
  const changesFor = (values: Values) => {
    const starts = startsOf(SECTIONS[section], name, values)
    const known = { wanted, stored: stored.values, owned, starts }
    return Object.keys(starts).flatMap((field) => changeOf(planning, known, field))
  }
  // What a field starts with may follow from others that go back to where they start.
  const first = changesFor({ ...stored.values, ...wanted })
  const found = changesFor(changedValues(stored.values, first))
  if (found.length === 0) return []
  const values = changedValues(stored.values, found)
  return [{ section, name, action: 'update', isPruned: false, changes: found, stored, values }]
}

function changedValues(stored: Values, found: readonly PlannedChange[]): Values {
  const after = found.filter(changes).map(({ field, after: value }) => [field, value] as const)
  return { ...stored, ...Object.fromEntries(after) }
}

interface KnownItem {
  readonly wanted: Values
  readonly stored: Values
  readonly owned: OwnedFields
  readonly starts: Values
}

/** A field that the file does not name was applied once, or is nobody's business here. */
function changeOf(
  { conflicts, isAsApplied }: Planning,
  { wanted, stored, owned: all, starts }: KnownItem,
  field: string,
): readonly PlannedChange[] {
  const owned = all.get(field)
  const isNamed = Object.hasOwn(wanted, field)
  if (!isNamed && owned?.owner !== 'file') return []
  const after = isNamed ? wanted[field] : starts[field]
  const before = stored[field]
  if (after === undefined || isSameValue(before, after)) return []
  const change = { field, before, after, owned }
  if (owned?.owner === 'hand') {
    return [{ ...change, note: conflicts === 'force' ? 'forced' : 'by_hand' }]
  }
  const isOurs = owned === undefined || isAsApplied(before, owned.hash)
  return [{ ...change, note: isOurs ? '' : NOTE_OF[conflicts] }]
}

const NOTE_OF = {
  refuse: 'conflict',
  force: 'forced',
  adopt: 'adopted',
} as const satisfies Record<ConflictRule, ChangeNote>

function explicitRemoval(planning: Planning, name: string): readonly PlannedItem[] {
  const stored = planning.stored.get(planning.section)?.get(name)
  return stored === undefined || stored.isGone === true ? [] : [removal(planning, name, stored)]
}

/** Applied once, still there, and in the file no more. */
function goneItems(
  planning: Planning,
  items: ReadonlyMap<string, Values | null>,
): readonly PlannedItem[] {
  const stored = planning.stored.get(planning.section)
  const applied = [...(planning.owned.get(planning.section)?.keys() ?? [])]
  return applied.flatMap((name) => {
    const item = stored?.get(name)
    if (items.has(name) || item === undefined || item.isShipped === true) return []
    return [{ ...removal(planning, name, item), isPruned: true }]
  })
}

/** One change for each field that somebody has changed by hand since it was applied. */
function removal(planning: Planning, name: string, stored: StoredItem): PlannedItem {
  const { section, conflicts, isAsApplied } = planning
  const owned = planning.owned.get(section)?.get(name) ?? new Map<string, OwnedField>()
  const touched = [...owned].flatMap(([field, known]): PlannedChange[] => {
    const before = stored.values[field]
    if (known.owner !== 'file' || before === undefined) return []
    if (isAsApplied(before, known.hash)) return []
    return [{ field, before, after: undefined, note: NOTE_OF[conflicts], owned: known }]
  })
  const { values } = stored
  return { section, name, action: 'delete', isPruned: false, changes: touched, stored, values }
}

/** Whether an item is changed at all; one whose changes are all left to the hand is not. */
export function isCarriedOut({ action, changes: all }: PlannedItem): boolean {
  if (action === 'delete') return !all.some(({ note }) => note === 'adopted')
  return action === 'create' || all.some(changes)
}

export function hasConflicts({ items }: Plan): boolean {
  return items.some((item) => item.changes.some(({ note }) => note === 'conflict'))
}
