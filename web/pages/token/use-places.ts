import { seesAll } from '../../../server/domain/accounts/membership'
import type { TokenJson } from '../../../server/domain/endpoints/token'
import { useEndpoint } from '../../api/use-endpoint'
import { actingFor } from '../../app/session'

/** Who holds a token in the organisation that is shown, and its project; "" for neither. */
export function usePlaces(): (token: TokenJson) => string {
  const acting = actingFor()
  const projects = useEndpoint('project.list', {}, { skip: acting === undefined }).data ?? []
  const skip = acting === undefined || !seesAll(acting.role)
  const members = useEndpoint('member.list', {}, { skip }).data ?? []
  return ({ member_id, project_id }) => {
    const member = members.find(({ id }) => id === member_id)?.username
    const project = projects.find(({ id }) => id === project_id)?.name
    return [member, project].filter((name) => name !== undefined).join(' · ')
  }
}
