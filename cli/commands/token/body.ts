/** Names of the API for what `gw token` has shorter flags for. */
export const TOKEN_BODY = {
  remain_quota: 'quota',
  unlimited_quota: 'unlimited',
  expired_time: 'expires',
  model_limits: 'models',
  allow_ips: 'ips',
} as const
