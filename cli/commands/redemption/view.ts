import { redemptionStatus, statusName } from '../../../server/domain/status'
import type { RedemptionView } from '../../../server/services/redemptions/view'
import type { View } from '../../output'
import { usdText } from '../../usd'

export const REDEMPTION_ARGUMENT = {
  name: 'redemption',
  summary: 'id',
  completes: 'redemption',
} as const

export const REDEMPTION_FIELDS = [
  'id',
  'name',
  'key',
  'quota',
  'status',
  'user_id',
  'created_time',
  'redeemed_time',
  'used_user_id',
] as const satisfies readonly (keyof RedemptionView)[]

export const REDEMPTION_VIEW: View<RedemptionView> = {
  columns: [
    { title: 'ID', value: 'id', kind: 'number' },
    { title: 'NAME', value: 'name' },
    { title: 'CODE', value: 'key' },
    { title: 'CREDITS', value: 'quota', kind: 'number' },
    { title: 'USD', value: ({ quota }) => usdText(quota), kind: 'number' },
    {
      title: 'STATUS',
      field: 'status',
      value: (row) => statusName(redemptionStatus, row.status) ?? '?',
      kind: 'word',
    },
    { title: 'CREATED', value: 'created_time', kind: 'time_s' },
    { title: 'REDEEMED', value: 'redeemed_time', kind: 'time_s' },
    { title: 'BY USER', value: 'used_user_id', kind: 'number' },
  ],
  fields: REDEMPTION_FIELDS,
  quiet: ({ key }) => key,
}
