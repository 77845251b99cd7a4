import type { RoleName } from '../../accounts/roles'
import type {
  CHANNEL_STATUS,
  LOG_TYPE,
  REDEMPTION_STATUS,
  TOKEN_STATUS,
  USER_STATUS,
} from '../../status'

/** Names of states, keys `role.…`, `user_status.…` and so on. */
export type StateKey =
  | `role.${RoleName | 'unknown'}`
  | `user_status.${keyof typeof USER_STATUS}`
  | `channel_status.${keyof typeof CHANNEL_STATUS}`
  | `token_status.${keyof typeof TOKEN_STATUS}`
  | `redemption_status.${keyof typeof REDEMPTION_STATUS}`
  | `log_type.${keyof typeof LOG_TYPE | 'answered' | 'failed' | 'refused' | 'unknown'}`

export const zhStates = {
  'role.user': '普通用户',
  'role.admin': '管理员',
  'role.root': '超级管理员',
  'role.unknown': '未知身份',
  'user_status.enabled': '已激活',
  'user_status.disabled': '已封禁',
  'channel_status.enabled': '已启用',
  'channel_status.disabled': '已禁用',
  'channel_status.auto_disabled': '自动禁用',
  'token_status.enabled': '已启用',
  'token_status.disabled': '已禁用',
  'token_status.expired': '已过期',
  'token_status.exhausted': '已耗尽',
  'redemption_status.unused': '未使用',
  'redemption_status.disabled': '已禁用',
  'redemption_status.used': '已使用',
  'log_type.answered': '成功',
  'log_type.failed': '失败',
  'log_type.refused': '被拒绝',
  'log_type.unknown': '未知调用者',
  'log_type.top_up': '充值',
  'log_type.consumption': '消费',
  'log_type.admin': '管理',
  'log_type.system': '系统',
  'log_type.error': '错误',
} as const satisfies Record<StateKey, string>
