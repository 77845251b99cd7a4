/** Redemption codes: made by admins, redeemed once by whoever has one. */
import { column, hidden } from '../resources/resource'
import { field, label } from './noun'

export const redemptionFields = {
  id: field('integer', 4, { title: label('ID', 'ID'), column: column('id'), sorts: true }),
  name: field('text', '$1.00', {
    title: label('Name', '名称'),
    column: column('text'),
    sorts: true,
    sets: true,
  }),
  /** 1 unused, 2 disabled, 3 used. */
  status: field('integer', 1, {
    title: label('Status', '状态'),
    column: column('redemption_status'),
    filters: true,
    starts: 1,
  }),
  /** Credits that it is worth. */
  quota: field('credits', 500_000, {
    title: label('Quota', '额度'),
    column: column('quota'),
    sorts: true,
    sets: true,
  }),
  /** Granted instead of credits; 0 for none. */
  plan_id: field('integer', 0, { title: label('Plan ID', '套餐 ID') }),
  created_time: field('moment', 1_712_800_000, {
    title: label('Created', '创建时间'),
    column: column('time_s'),
  }),
  redeemed_time: field('moment', 0, {
    title: label('Redeemed', '兑换时间'),
    column: hidden('time_s'),
    sorts: true,
  }),
  /** 0 for none. */
  used_user_id: field('integer', 0, {
    title: label('Redeemer ID', '兑换人 ID'),
    column: hidden('id'),
  }),
  /** The admin who made it. */
  user_id: field('integer', 1, {}),
  /** The code, 32 hex digits. */
  key: field('text', '9f86d081884c7d659a2feaa0c55ad015', {}),
  /** Always 0: it belongs to the creation form. */
  count: field('integer', 0, { computed: true }),
  DeletedAt: field('null', null, { computed: true }),
}

/** Characters of a name. */
export const REDEMPTION_NAME_LENGTH = 20
/** Codes that are made at once. */
export const MOST_REDEMPTIONS = 100
