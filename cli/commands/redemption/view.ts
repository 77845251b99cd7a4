import { redemptionFields } from '../../../server/domain/nouns/redemption'
import { redemptionStatus, statusName } from '../../../server/domain/status'
import type { RedemptionView } from '../../../server/services/redemptions/view'
import { nounView } from '../../output/noun-view'
import type { View } from '../../output/output'

export const REDEMPTION_ARGUMENT = {
  name: 'redemption',
  summary: 'id',
  completes: 'redemption',
} as const

export const REDEMPTION_VIEW: View<RedemptionView> = nounView(redemptionFields, {
  chosen: [
    'id',
    'name',
    'key',
    'quota',
    'plan_id',
    'status',
    'user_id',
    'created_time',
    'redeemed_time',
    'used_user_id',
  ],
  columns: [
    { title: 'ID', value: 'id', kind: 'number' },
    { title: 'NAME', value: 'name' },
    { title: 'CODE', value: 'key' },
    { title: 'WORTH', value: 'quota', kind: 'credits' },
    { title: 'PLAN', value: 'plan_id', kind: 'number', isMinor: true },
    {
      title: 'STATUS',
      field: 'status',
      value: (row) => statusName(redemptionStatus, row.status) ?? '?',
      kind: 'word',
    },
    { title: 'CREATED', value: 'created_time', kind: 'time_s', isMinor: true },
    { title: 'REDEEMED', value: 'redeemed_time', kind: 'time_s' },
    { title: 'BY USER', value: 'used_user_id', kind: 'number', isMinor: true },
  ],
  quiet: ({ key }) => key,
})
