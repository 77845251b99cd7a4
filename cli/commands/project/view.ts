import { GatewayError } from '../../../server/domain/errors/gateway-error'
import type { Services } from '../../../server/services/create-services'
import type { ProjectView } from '../../../server/services/organisations/projects'
import type { View } from '../../output/output'

export const PROJECT_ARGUMENT = { name: 'project', summary: 'id or name of the project' } as const

export const PROJECT_VIEW: View<ProjectView> = {
  columns: [
    { title: 'ID', value: 'id' },
    { title: 'NAME', value: 'name' },
    { title: 'CREATED', value: 'created_at', kind: 'time_ms' },
  ],
  kinds: { id: 'number' },
  fields: ['id', 'name', 'created_at'],
  quiet: ({ id }) => String(id),
}

/** By id or name; throws `project.not_found`. */
export async function projectNamed(
  { organisations }: Services,
  organisationId: number,
  given: string,
): Promise<ProjectView> {
  const found = (await organisations.projects(organisationId)).find(
    ({ id, name }) => String(id) === given || name === given,
  )
  if (found === undefined) throw new GatewayError('project.not_found')
  return found
}
