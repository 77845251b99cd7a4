/** What applying a configuration file would change. */
import { auditSince } from '../../../db/tables/audit'
import { canonicalText, refuse } from '../../domain/manifest/fields'
import {
  type ConflictRule,
  changes,
  hasConflicts,
  isCarriedOut,
  type Plan,
  type PlannedChange,
  type PlannedItem,
  planOf,
} from '../../domain/manifest/plan'
import type { Fault } from '../../domain/manifest/read-manifest'
import { isSecretPlace } from '../../domain/manifest/references'
import type { Manifest, SectionName } from '../../domain/manifest/section'
import { maskedText } from '../../domain/network/url-credentials'
import { withoutNamedSecrets } from '../../domain/text/named-secrets'
import { requireRoot } from '../options/guards'
import type { Actor, ServiceDeps } from '../service-deps'
import { STORES } from './section-stores'
import { faultOf, isAsApplied, normalManifest, readOwned, readStored } from './state'

export interface ManifestInput {
  readonly manifest: Manifest
  /** Fields by reference, which are not shown: paths joined by line ends. */
  readonly hidden: ReadonlySet<string>
  readonly conflicts: ConflictRule
  /** Removes what was applied once and is no longer in the file, of the sections that it has. */
  readonly prune: boolean
}

/** A value as it may be shown; secrets are `set` or `changed`. */
export interface PlanRow {
  readonly section: SectionName
  readonly name: string
  readonly action: PlannedItem['action'] | 'keep'
  /** "" for the item as a whole. */
  readonly field: string
  readonly before: string
  readonly after: string
  readonly note: PlannedChange['note']
  /** Who has changed it by hand, and when in epoch ms; "" and 0 where nobody knows. */
  readonly by: string
  readonly at: number
}

export interface PlanView {
  /** Equal for equal plans of one gateway. */
  readonly id: string
  readonly rows: readonly PlanRow[]
  /** Applied once, in the file no more, and not removed. */
  readonly left: number
  readonly differs: boolean
  readonly hasConflicts: boolean
  readonly faults: readonly Fault[]
}

export interface Planned extends Plan {
  readonly manifest: Manifest
  readonly view: PlanView
}

/** For whoever may set options. Changes nothing. */
export async function planManifest(
  deps: ServiceDeps,
  actor: Actor,
  input: ManifestInput,
): Promise<PlanView> {
  requireRoot(actor)
  return (await plannedManifest(deps, input)).view
}

export async function plannedManifest(deps: ServiceDeps, input: ManifestInput): Promise<Planned> {
  const { manifest, faults } = normalManifest(input.manifest)
  const owned = await readOwned(deps)
  const stored = await readStored(deps, manifest, owned)
  const { conflicts, prune } = input
  const plan = planOf({
    ...{ manifest, stored, owned, conflicts, prune },
    isAsApplied: (value, hash) => isAsApplied(deps, value, hash),
  })
  const rows = []
  for (const item of plan.items) rows.push(...(await rowsOf(deps, item, input.hidden)))
  const view = {
    id: idOf(deps, plan),
    rows,
    left: plan.left,
    differs: plan.items.some(isCarriedOut),
    hasConflicts: hasConflicts(plan),
    faults: [...faults, ...plan.items.flatMap(ambiguity)],
  }
  return { ...plan, manifest, view }
}

function ambiguity({ section, name, stored }: PlannedItem): readonly Fault[] {
  if (stored?.isAmbiguous !== true) return []
  try {
    return refuse(name, 'reason.several_channels')
  } catch (error) {
    return [faultOf(error, { section, item: name })]
  }
}

const ID_LENGTH = 12

/** Keyed, because secrets are part of it. */
function idOf({ sealer }: ServiceDeps, { items }: Plan): string {
  const facts = items.map(({ section, name, action, isPruned, changes: all }) => {
    return [section, name, action, isPruned, all.map(({ owned: _, ...change }) => change)]
  })
  return sealer.keyedHash(`manifest plan\n${canonicalText(facts)}`).slice(0, ID_LENGTH)
}

async function rowsOf(
  deps: ServiceDeps,
  item: PlannedItem,
  hidden: ReadonlySet<string>,
): Promise<readonly PlanRow[]> {
  const { section, name, action } = item
  const common = { section, name, action, field: '', before: '', after: '', note: '' as const }
  if (item.changes.length === 0) return [{ ...common, by: '', at: 0 }]
  const rows: PlanRow[] = []
  for (const change of item.changes) {
    const path = [section, name, change.field]
    const isHidden = isSecretPlace(path) || hidden.has(path.join('\n'))
    const { field, note } = change
    const isUnchanged = !changes(change) && action !== 'delete'
    rows.push({
      ...{ section, name, field, note, action: isUnchanged ? 'keep' : action },
      ...(isHidden ? hiddenValues(change) : shownValues(change)),
      ...(await handOf(deps, item, change)),
    })
  }
  return rows
}

function hiddenValues({ before, after }: PlannedChange) {
  const nothing: readonly unknown[] = [undefined, null, '']
  const isSet = (value: unknown) =>
    Array.isArray(value) ? value.length > 0 : !nothing.includes(value)
  if (!isSet(after)) return { before: 'set', after: '' }
  return isSet(before) ? { before: 'set', after: 'changed' } : { before: '', after: 'set' }
}

function shownValues({ before, after }: PlannedChange) {
  return { before: shownValue(before), after: shownValue(after) }
}

function shownValue(value: unknown): string {
  if (value === undefined || value === null) return ''
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return maskedText(withoutNamedSecrets(text))
}

const ENTRIES_READ = 50

/** Who has changed a field since it was applied, by the newest audit entry that mentions it. */
async function handOf(
  { db }: ServiceDeps,
  { section, name, stored }: PlannedItem,
  { field, note, owned }: PlannedChange,
) {
  const nobody = { by: '', at: 0 }
  if (note === '' || stored === undefined || owned === undefined) return nobody
  const targets = STORES[section].targets(name, stored)
  const since = { targets, afterMs: owned.at, limit: ENTRIES_READ }
  const entries = await auditSince(db.reader, since)
  const telling = entries.find(({ before, after }) => `${before}${after}`.includes(`"${field}"`))
  const found = telling ?? entries[0]
  return found === undefined ? nobody : { by: found.actor, at: found.created_at }
}
