/** Carries out a plan that somebody has seen, all of it or nothing. */
import { enclose } from '../../../db/enclose'
import { changes, isCarriedOut, type PlannedItem } from '../../domain/manifest/plan'
import type { Fault } from '../../domain/manifest/read-manifest'
import { recordAudit } from '../audit/record'
import { requireRoot } from '../options/guards'
import type { Actor, ServiceDeps } from '../service-deps'
import { transact } from '../work'
import { keepOwners } from './owners'
import { type ManifestInput, type Planned, type PlanView, plannedManifest } from './plan'
import { STORES } from './section-stores'
import { faultOf } from './state'

export interface ApplyInput extends ManifestInput {
  /** Id of the plan that was shown. */
  readonly plan: string
  /** Does all of it, and undoes it in the end. */
  readonly dryRun: boolean
}

export interface Applied {
  /** `changed`: the gateway is not as it was, and `plan` is what would be done now. */
  readonly outcome: 'applied' | 'changed' | 'conflict' | 'refused'
  readonly plan: PlanView
  readonly faults: readonly Fault[]
}

/** Leaves the transaction without its changes. */
class Refused extends Error {
  override readonly name = 'Refused'

  constructor(readonly faults: readonly Fault[]) {
    super('refused')
  }
}

export async function applyManifest(
  deps: ServiceDeps,
  actor: Actor,
  input: ApplyInput,
): Promise<Applied> {
  requireRoot(actor)
  const seen = await plannedManifest(deps, input)
  const faults = [...seen.view.faults, ...(await prepared(deps, seen))]
  if (faults.length > 0) return { outcome: 'refused', plan: seen.view, faults }
  try {
    return await enclose(deps.db, input.dryRun ? 'undo' : 'keep', async (db) => {
      return await applyInside({ ...deps, db }, actor, input)
    })
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return { outcome: 'refused', plan: seen.view, faults: error.faults }
  }
}

/** What asks other hosts does so before the transaction, which everybody waits for. */
async function prepared(deps: ServiceDeps, { items }: Planned): Promise<readonly Fault[]> {
  const faults: Fault[] = []
  for (const item of items.filter(({ action }) => action !== 'delete').filter(isCarriedOut)) {
    try {
      await STORES[item.section].prepare?.(deps, item)
    } catch (error) {
      faults.push(faultOf(error, { section: item.section, item: item.name }))
    }
  }
  return faults
}

async function applyInside(deps: ServiceDeps, actor: Actor, input: ApplyInput): Promise<Applied> {
  const planned = await plannedManifest(deps, input)
  const { view } = planned
  const answer = (outcome: Applied['outcome']): Applied => ({ outcome, plan: view, faults: [] })
  if (view.id !== input.plan) return answer('changed')
  if (view.hasConflicts) return answer('conflict')
  const items = planned.items.filter(isCarriedOut)
  const faults = await carriedOut(deps, actor, items)
  if (faults.length > 0) throw new Refused(faults)
  requireDone(await plannedManifest(deps, input))
  await keepOwners(deps, actor, planned)
  if (items.length > 0) await record(deps, actor, planned)
  return answer('applied')
}

/** In the order of the plan; goes on after a refusal, so that all of them are reported at once. */
async function carriedOut(
  deps: ServiceDeps,
  actor: Actor,
  items: readonly PlannedItem[],
): Promise<readonly Fault[]> {
  const faults: Fault[] = []
  for (const { section, action, items: group } of groupsOf(items)) {
    const { write, remove, isWhole } = STORES[section]
    const carryOut = action === 'delete' ? remove : write
    const parts = isWhole === true ? [group] : group.map((item) => [item])
    for (const part of parts) {
      const item = part.length === 1 ? part[0]?.name : undefined
      try {
        await carryOut(deps, actor, part)
      } catch (error) {
        faults.push(faultOf(error, { section, item }))
      }
    }
  }
  return faults
}

interface Group {
  readonly section: PlannedItem['section']
  readonly action: PlannedItem['action']
  readonly items: PlannedItem[]
}

/** Neighbours of one section that are written, or removed, together; only what really changes. */
function groupsOf(items: readonly PlannedItem[]): readonly Group[] {
  const groups: Group[] = []
  for (const item of items) {
    const last = groups.at(-1)
    const isRemoval = item.action === 'delete'
    const part = { ...item, changes: item.changes.filter(changes) }
    const isSame = last?.section === item.section && (last.action === 'delete') === isRemoval
    if (isSame) last.items.push(part)
    else groups.push({ section: item.section, action: item.action, items: [part] })
  }
  return groups
}

/** A value that comes out otherwise than requested would differ for ever. */
function requireDone({ items }: Planned): void {
  const [open] = items.filter(isCarriedOut)
  if (open === undefined) return
  const [change] = open.changes
  throw new Error(`${open.section}.${open.name}.${change?.field ?? ''} is not as it was asked for`)
}

async function record(deps: ServiceDeps, actor: Actor, { items, view }: Planned): Promise<void> {
  const count = (action: PlannedItem['action']) =>
    items.filter((item) => item.action === action && isCarriedOut(item)).length
  const after = { created: count('create'), updated: count('update'), deleted: count('delete') }
  await transact(deps, actor, async (work) => {
    await recordAudit(work, { action: 'manifest.apply', target: `plan:${view.id}`, after })
  })
}
