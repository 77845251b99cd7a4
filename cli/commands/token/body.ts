/** Names of the API for what `gw token` has shorter flags for. */
export const TOKEN_BODY = {
  remain_quota: 'quota',
  unlimited_quota: 'unlimited',
  expired_time: 'expires',
  model_limits: 'models',
  allow_ips: 'ips',
} as const

/** Of a token that is shown: what a new one does not take over. */
export const UNSETTABLE = [
  'id',
  'key_hint',
  'status',
  'used_quota',
  'created_time',
  'accessed_time',
  'model_limits_enabled',
] as const
