/** Which account a new token is of, and whose it is there. */
import type { Services } from '../../../server/services/create-services'
import { UsageError } from '../../exit'
import { words } from '../../words'
import { memberNamed } from '../member/view'
import { organisationNamed } from '../organisation/view'
import { projectNamed } from '../project/view'

interface PlaceFlags {
  readonly user?: string | undefined
  readonly org?: string | undefined
  readonly project?: string | undefined
  readonly member?: string | undefined
}

export async function placeOf(services: Services, { user, org, project, member }: PlaceFlags) {
  if (org === undefined) {
    if (project !== undefined || member !== undefined) {
      throw new UsageError(words`--project and --member need --org`)
    }
    return { ownerId: (await services.users.show(user ?? 'root')).id }
  }
  if (user !== undefined) throw new UsageError(words`give --user or --org, not both`)
  const { id } = await organisationNamed(services, org)
  const project_id = project && (await projectNamed(services, id, project)).id
  const member_id = member && (await memberNamed(services, id, member)).id
  return {
    ownerId: id,
    ...(project_id && { project_id }),
    ...(member_id && { member_id }),
  }
}
