/** Tokens: what clients call the relay with. */
import { column, hidden } from '../resources/resource'
import { field } from './noun'

export const tokenFields = {
  id: field('integer', 9, { column: hidden('id') }),
  name: field('text', 'app', { column: column('text'), sorts: true, sets: true }),
  /** 1 enabled, 2 disabled, 3 expired, 4 exhausted. */
  status: field('integer', 1, { column: column('token_status') }),
  group: field('text', '', { column: column('text'), sets: true }),
  used_quota: field('integer', 0, { column: column('quota'), sorts: true }),
  remain_quota: field('integer', 500_000, { column: column('quota'), sorts: true, sets: true }),
  unlimited_quota: field('flag', false, { column: hidden('flag'), sets: true }),
  /** Epoch seconds, as the next two. */
  created_time: field('integer', 1_712_800_000, { column: column('time_s') }),
  /** -1 never. */
  expired_time: field('integer', -1, { column: column('time_s'), sets: true }),
  accessed_time: field('integer', 1_712_800_000, { column: column('time_s'), sorts: true }),
  /** Comma separated. */
  model_limits: field('text', '', { column: hidden('list'), sets: true }),
  /** One address or network per line. */
  allow_ips: field('text', '', { column: hidden('list'), sets: true }),
  model_limits_enabled: field('flag', false, { sets: true }),
  user_id: field('integer', 7, {}),
  /** 48 characters; clients write `sk-` before them. */
  key: field('text', 'q0W5e4bZrN2s8uVxYk1mP7tG3hJ6dL9cq0W5e4bZrN2s8uVx', {}),
  DeletedAt: field('null', null, {}),
}

/** Characters of a name. */
export const TOKEN_NAME_LENGTH = 30
/** Tokens that are made at once. */
export const MOST_TOKENS = 100
