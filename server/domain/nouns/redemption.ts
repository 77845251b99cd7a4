/** Redemption codes: made by admins, redeemed once by whoever has one. */
import { column, hidden } from '../resources/resource'
import { field } from './noun'

export const redemptionFields = {
  id: field('integer', 4, { column: column('id'), sorts: true }),
  name: field('text', '$1.00', { column: column('text'), sorts: true, sets: true }),
  /** 1 unused, 2 disabled, 3 used. */
  status: field('integer', 1, { column: column('redemption_status') }),
  /** Credits that it is worth. */
  quota: field('integer', 500_000, { column: column('quota'), sorts: true, sets: true }),
  /** Epoch seconds, as the next one. */
  created_time: field('integer', 1_712_800_000, { column: column('time_s') }),
  redeemed_time: field('integer', 0, { column: hidden('time_s'), sorts: true }),
  /** 0 for none. */
  used_user_id: field('integer', 0, { column: hidden('id') }),
  /** The admin who made it. */
  user_id: field('integer', 1, {}),
  /** The code, 32 hex digits. */
  key: field('text', '9f86d081884c7d659a2feaa0c55ad015', {}),
  /** Always 0: it belongs to the creation form. */
  count: field('integer', 0, {}),
  DeletedAt: field('null', null, {}),
}

/** Characters of a name. */
export const REDEMPTION_NAME_LENGTH = 20
/** Codes that are made at once. */
export const MOST_REDEMPTIONS = 100
