import { roleName } from '../../../server/domain/roles'
import { statusName, userStatus } from '../../../server/domain/status'
import type { UserView } from '../../../server/services/users/view'
import type { View } from '../../output'

export const USER_FIELDS = [
  'id',
  'username',
  'display_name',
  'role',
  'status',
  'email',
  'group',
  'quota',
  'used_quota',
  'request_count',
  'aff_code',
  'aff_count',
  'inviter_id',
  'created_at',
  'deleted_at',
] as const satisfies readonly (keyof UserView)[]

function statusText(user: UserView): string {
  if (user.deleted_at !== null) return 'deregistered'
  return statusName(userStatus, user.status) ?? String(user.status)
}

export const USER_VIEW: View<UserView> = {
  columns: [
    { title: 'ID', value: 'id', kind: 'number' },
    { title: 'USERNAME', value: 'username' },
    { title: 'ROLE', field: 'role', value: (user) => roleName(user.role) },
    { title: 'STATUS', field: 'status', value: statusText },
    { title: 'GROUP', value: 'group' },
    { title: 'QUOTA', value: 'quota', kind: 'number' },
    { title: 'USED', value: 'used_quota', kind: 'number' },
    { title: 'CALLS', value: 'request_count', kind: 'number' },
    { title: 'CREATED', value: 'created_at', kind: 'time_ms' },
  ],
  fields: USER_FIELDS,
  quiet: (user) => String(user.id),
}
