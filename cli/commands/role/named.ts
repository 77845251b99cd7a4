import { GatewayError } from '../../../server/domain/errors/gateway-error'
import type { Services } from '../../../server/services/create-services'
import type { RoleView } from '../../../server/services/roles/roles'

export const ROLE_ARGUMENT = { name: 'role', summary: 'id or name of the role' } as const

/** By id or name; throws `custom_role.not_found`. */
export async function roleNamed({ roles }: Services, given: string): Promise<RoleView> {
  const all = await roles.list()
  const role = all.find(({ id, name }) => String(id) === given || name === given)
  if (role === undefined) throw new GatewayError('custom_role.not_found')
  return role
}
