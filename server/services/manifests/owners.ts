/** Remembers what a file has set, in the transaction that sets it. */
import {
  type AppliedFieldRow,
  type AppliedName,
  forgetAppliedItems,
  putAppliedFields,
} from '../../../db/tables/applied-fields'
import { isSameValue } from '../../domain/manifest/fields'
import { isCarriedOut, type OwnedField, type StoredItem } from '../../domain/manifest/plan'
import { type SectionName, startsOf, type Values } from '../../domain/manifest/section'
import { SECTIONS } from '../../domain/manifest/sections'
import type { Actor, ServiceDeps } from '../service-deps'
import { transact } from '../work'
import type { Planned } from './plan'
import { isAsApplied, type Owned, readOwned, readStored, type Stored, sealedHash } from './state'

export async function keepOwners(deps: ServiceDeps, actor: Actor, planned: Planned): Promise<void> {
  const { manifest } = planned
  const owned = await readOwned(deps)
  const stored = await readStored(deps, manifest, owned)
  const owners = appliedItems(planned, stored).flatMap(({ section, name, ...item }) => {
    const known = owned.get(section)?.get(name) ?? new Map<string, OwnedField>()
    return ownersOf({ section, name, ...item })
      .filter((owner) => !isKnown(deps, known.get(owner.field), owner))
      .map((owner) => ({ section, name, ...owner }))
  })
  const applied = { applied_at: deps.clock.nowMs(), applied_by: actor.name }
  const rows = owners.map((owner) => rowOf(deps, { ...owner, ...applied }))
  const gone = [...manifest.keys()].flatMap((section) =>
    goneOf(planned, { section, owned, stored }),
  )
  await transact(deps, actor, async ({ trx }) => {
    await putAppliedFields(trx, rows)
    await forgetAppliedItems(trx, gone)
  })
}

/** What the file wants to be there, and is. */
function appliedItems({ manifest, items: planned }: Planned, stored: Stored): AppliedItem[] {
  const left = new Set(
    planned.flatMap(({ section, name, changes }) =>
      changes
        .filter(({ note }) => note === 'adopted' || note === 'by_hand')
        .map(({ field }) => [section, name, field].join('\n')),
    ),
  )
  return [...manifest].flatMap(([section, items]) =>
    [...items].flatMap(([name, wanted]) => {
      const item = stored.get(section)?.get(name)
      const isLeft = (field: string) => left.has([section, name, field].join('\n'))
      return wanted === null || item === undefined ? [] : [{ section, name, wanted, item, isLeft }]
    }),
  )
}

interface Owner {
  readonly field: string
  readonly owner: OwnedField['owner']
  readonly value: unknown
}

interface AppliedItem {
  readonly section: SectionName
  readonly name: string
  readonly wanted: Values
  readonly item: StoredItem
  readonly isLeft: (field: string) => boolean
}

/** What a file leaves out and is as it starts is agreed on as well: a later change of it shows. */
function ownersOf({ section, name, wanted, item, isLeft }: AppliedItem): readonly Owner[] {
  const starts = startsOf(SECTIONS[section], name, item.values)
  return Object.keys(SECTIONS[section].fieldsOf(name) ?? {}).flatMap((field): Owner[] => {
    const value = item.values[field]
    if (isLeft(field)) return [{ field, owner: 'hand', value: '' }]
    const isAgreed = Object.hasOwn(wanted, field) || isSameValue(value, starts[field])
    return value === undefined || !isAgreed ? [] : [{ field, owner: 'file', value }]
  })
}

/** What was applied once keeps its time: it separates changes before from changes after. */
function isKnown(deps: ServiceDeps, known: OwnedField | undefined, { owner, value }: Owner) {
  if (known?.owner !== owner) return false
  return owner === 'hand' || isAsApplied(deps, value, known.hash)
}

function rowOf(
  deps: ServiceDeps,
  { value, ...row }: Owner & Omit<AppliedFieldRow, 'hash_sealed'>,
): AppliedFieldRow {
  return { ...row, hash_sealed: row.owner === 'hand' ? '' : sealedHash(deps, value) }
}

/** Of a section: neither in the file nor here any more, or taken away by this plan. */
function goneOf({ items, manifest }: Planned, { section, owned, stored }: Known): AppliedName[] {
  const removed = new Set(
    items
      .filter((item) => item.section === section && item.action === 'delete')
      .filter((item) => isCarriedOut(item) || item.changes.some(({ note }) => note === 'adopted'))
      .map(({ name }) => name),
  )
  return [...(owned.get(section)?.keys() ?? [])].flatMap((name) => {
    const item = stored.get(section)?.get(name)
    const isNamed = manifest.get(section)?.has(name) === true
    const isOver = !isNamed && (item === undefined || item.isShipped === true)
    return removed.has(name) || isOver ? [{ section, name }] : []
  })
}

interface Known {
  readonly section: SectionName
  readonly owned: Owned
  readonly stored: Stored
}
