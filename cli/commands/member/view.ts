import { MEMBER_ROLES, type MemberRole } from '../../../server/domain/accounts/membership'
import { GatewayError } from '../../../server/domain/errors/gateway-error'
import type { Services } from '../../../server/services/create-services'
import type { MemberView } from '../../../server/services/organisations/members'
import type { View } from '../../output/output'

export const MEMBER_ARGUMENT = { name: 'member', summary: 'username of the member' } as const

export const ROLE_FLAG = {
  role: { kind: 'text', summary: 'what they may do there', choices: MEMBER_ROLES },
} as const

const FIELDS = [
  ...(['id', 'user_id', 'username', 'display_name', 'email', 'role', 'state'] as const),
  'created_at',
] as const satisfies readonly (keyof MemberView)[]

export const MEMBER_VIEW: View<MemberView> = {
  columns: [
    { title: 'ID', value: 'id' },
    { title: 'USERNAME', value: 'username' },
    { title: 'ROLE', value: 'role' },
    { title: 'STATE', value: 'state' },
    { title: 'E-MAIL', value: 'email' },
  ],
  kinds: { id: 'number', user_id: 'number' },
  fields: FIELDS,
  quiet: ({ id }) => String(id),
}

export function memberRoleOf(given: string | undefined): MemberRole {
  return MEMBER_ROLES.find((role) => role === given) ?? 'member'
}

/** By username; throws `member.not_found`. */
export async function memberNamed(
  { organisations }: Services,
  organisationId: number,
  given: string,
): Promise<MemberView> {
  const found = (await organisations.members(organisationId)).find(
    ({ username }) => username === given,
  )
  if (found === undefined) throw new GatewayError('member.not_found')
  return found
}
