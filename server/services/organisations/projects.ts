/** Projects of an organisation: tokens are made in one, and limits hold for all of them. */
import { deleteLimitsOf } from '../../../db/tables/limits'
import {
  insertProject,
  type ProjectRow,
  projectsOf,
  updateProject,
} from '../../../db/tables/projects'
import { countTokens } from '../../../db/tables/tokens'
import { GatewayError } from '../../domain/errors/gateway-error'
import { visibleLine } from '../../domain/text/visible-text'
import { recordAudit } from '../audit/record'
import { openProject, type ProjectPlace } from '../memberships/open-project'
import type { Actor, ServiceDeps } from '../service-deps'
import { transact, type Work } from '../work'
import { existingOrganisation } from './organisations'

const MAX_NAME = 40
const MOST = 200

export type ProjectView = Pick<ProjectRow, 'id' | 'name' | 'created_at'>

export async function listProjects(
  deps: ServiceDeps,
  organisationId: number,
): Promise<readonly ProjectView[]> {
  const rows = await projectsOf(deps.db.lists, organisationId)
  return rows.filter(({ closed_at }) => closed_at === 0).map(viewOf)
}

/** One that was closed is opened again. Throws `project.name_taken` and `project.too_many`. */
export async function createProject(
  deps: ServiceDeps,
  actor: Actor,
  { organisationId, name: given }: { readonly organisationId: number; readonly name: string },
): Promise<ProjectView> {
  const name = nameOf(given)
  return await transact(deps, actor, async (work) => {
    const { trx, clock } = work
    await existingOrganisation(trx, organisationId)
    const all = await projectsOf(trx, organisationId)
    if (all.length >= MOST) throw new GatewayError('project.too_many', { max: MOST })
    const known = all.find((each) => each.name === name)
    if (known?.closed_at === 0) throw new GatewayError('project.name_taken', { name })
    if (known !== undefined) await updateProject(trx, known.id, { closed_at: 0 })
    const created_at = clock.nowMs()
    const row =
      known ??
      (await insertProject(trx, {
        organisation_id: organisationId,
        name,
        created_at,
        closed_at: 0,
      }))
    await recordAudit(work, {
      action: 'project.create',
      target: `user:${organisationId}`,
      after: { project: row.id, name },
    })
    return viewOf(row)
  })
}

/** Throws `project.not_found` and `project.name_taken`. */
export async function renameProject(
  deps: ServiceDeps,
  actor: Actor,
  { name: given, ...place }: ProjectPlace & { readonly name: string },
): Promise<void> {
  const name = nameOf(given)
  await transact(deps, actor, async (work) => {
    const before = await openProject(work.trx, place)
    const all = await projectsOf(work.trx, place.organisationId)
    if (all.some((each) => each.name === name && each.id !== place.id)) {
      throw new GatewayError('project.name_taken', { name })
    }
    await updateProject(work.trx, place.id, { name })
    await recordAudit(work, {
      action: 'project.set',
      target: `user:${place.organisationId}`,
      before: { project: place.id, name: before.name },
      after: { project: place.id, name },
    })
  })
}

/** Throws `project.in_use` while it has tokens; what it has spent stays known by its name. */
export async function closeProject(
  deps: ServiceDeps,
  actor: Actor,
  place: ProjectPlace,
): Promise<void> {
  await transact(deps, actor, async (work) => {
    const { name } = await openProject(work.trx, place)
    await refuseUsed(work, place)
    await updateProject(work.trx, place.id, { closed_at: work.clock.nowMs() })
    await deleteLimitsOf(work.trx, 'project', [place.id])
    await recordAudit(work, {
      action: 'project.close',
      target: `user:${place.organisationId}`,
      before: { project: place.id, name },
    })
  })
}

async function refuseUsed({ trx }: Work, { organisationId, id }: ProjectPlace): Promise<void> {
  const count = await countTokens(trx, { userId: organisationId, project_id: id })
  if (count > 0) throw new GatewayError('project.in_use', { count })
}

function nameOf(given: string): string {
  const name = visibleLine('name', given.trim())
  if (name === '') throw new GatewayError('project.name_empty')
  if ([...name].length > MAX_NAME) {
    throw new GatewayError('value.too_long', { field: 'name', max: MAX_NAME })
  }
  return name
}

function viewOf({ id, name, created_at }: ProjectRow): ProjectView {
  return { id, name, created_at }
}
