/** Projects that tokens can be made in. */
import { findProject, type ProjectRow } from '../../../db/tables/projects'
import type { UserRow } from '../../../db/tables/users'
import { GatewayError } from '../../domain/errors/gateway-error'
import type { Queries } from '../service-deps'

export interface ProjectPlace {
  readonly organisationId: number
  readonly id: number
}

/** In which a token of this account may be made; 0 for none. Throws `project.not_found`. */
export async function openProjectOf(
  queries: Queries,
  owner: Pick<UserRow, 'id'>,
  projectId: number,
): Promise<number> {
  if (projectId === 0) return 0
  return (await openProject(queries, { organisationId: owner.id, id: projectId })).id
}

export async function openProject(
  queries: Queries,
  { organisationId, id }: ProjectPlace,
): Promise<ProjectRow> {
  const project = await findProject(queries, id)
  const isOther = project?.organisation_id !== organisationId || project.closed_at !== 0
  if (project === undefined || isOther) throw new GatewayError('project.not_found')
  return project
}
