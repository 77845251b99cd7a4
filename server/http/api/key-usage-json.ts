import type { KeyUsageJson } from '../../domain/endpoints/token'
import type { TokenView } from '../../services/tokens/view'

/** A token as key-query pages of the family read it. */
export function keyUsageJson(token: TokenView): KeyUsageJson {
  const { name, used_quota, remain_quota, expired_time } = token
  const limits = token.model_limits.split(',').filter((model) => model !== '')
  return {
    object: 'token_usage',
    name,
    total_granted: remain_quota + used_quota,
    total_used: used_quota,
    total_available: remain_quota,
    unlimited_quota: token.unlimited_quota === 1,
    model_limits: Object.fromEntries(limits.map((model) => [model, true])),
    model_limits_enabled: token.model_limits_enabled === 1,
    expires_at: Math.max(0, expired_time),
  }
}
