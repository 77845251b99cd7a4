import { roleName } from '../../../server/domain/accounts/roles'
import { userFields } from '../../../server/domain/nouns/user'
import { statusName, userStatus } from '../../../server/domain/status'
import type { UserView } from '../../../server/services/users/view'
import { nounView } from '../../output/noun-view'
import type { View } from '../../output/output'

function statusText(user: UserView): string {
  if (user.deleted_at !== null) return 'deregistered'
  return statusName(userStatus, user.status) ?? `unknown (${user.status})`
}

export const USER_VIEW: View<UserView> = nounView(userFields, {
  chosen: [
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
  ],
  omitted: [
    'github_id',
    'oidc_id',
    'wechat_id',
    'telegram_id',
    'linux_do_id',
    'aff_quota',
    'aff_history_quota',
    'setting',
  ],
  columns: [
    { title: 'ID', value: 'id', kind: 'number' },
    { title: 'USERNAME', value: 'username' },
    { title: 'ROLE', field: 'role', value: (user) => roleName(user.role), kind: 'word' },
    { title: 'STATUS', field: 'status', value: statusText, kind: 'word' },
    { title: 'GROUP', value: 'group', isMinor: true },
    { title: 'BALANCE', value: 'quota', kind: 'credits' },
    { title: 'SPENT', value: 'used_quota', kind: 'credits' },
    { title: 'CALLS', value: 'request_count', kind: 'number' },
    { title: 'CREATED', value: 'created_at', kind: 'time_ms', isMinor: true },
  ],
  details: [
    { title: 'DISPLAY NAME', value: 'display_name' },
    { title: 'E-MAIL', value: 'email' },
    { title: 'INVITE CODE', value: 'aff_code' },
    { title: 'INVITED', value: 'aff_count', kind: 'number' },
    { title: 'INVITED BY', value: 'inviter_id', kind: 'number' },
    { title: 'DEREGISTERED', value: 'deleted_at', kind: 'time_ms' },
  ],
  quiet: (user) => String(user.id),
})
