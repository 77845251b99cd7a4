import { channelStatus, statusName } from '../../../../server/domain/status'
import type { KeyView } from '../../../../server/services/channels/keys/key-list'
import { UsageError } from '../../../exit'
import type { View } from '../../../output/output'
import { words } from '../../../words'

const KEY_FIELDS = [
  'id',
  'hint',
  'status',
  'weight',
  'share',
  'reason',
  'changed_time',
  'cooling_until',
  'cooling_model',
  'cooling_reason',
  'calls_24h',
  'failed_24h',
  'share_24h',
  'calls_7d',
  'failed_7d',
  'share_7d',
  'used_time',
] as const satisfies readonly (keyof KeyView)[]

export const KEY_VIEW: View<KeyView> = {
  columns: [
    { title: 'KEY', value: 'id', kind: 'number' },
    { title: 'ENDS', value: 'hint' },
    {
      title: 'STATUS',
      field: 'status',
      value: ({ status }) => statusName(channelStatus, status) ?? '?',
      kind: 'word',
    },
    { title: 'WEIGHT', value: 'weight', kind: 'number' },
    { title: 'SHARE %', value: 'share', kind: 'number' },
    { title: 'CALLS 24H', value: 'calls_24h', kind: 'number' },
    { title: 'FAILED 24H', value: 'failed_24h', kind: 'number' },
    { title: 'CALLS 7D', value: 'calls_7d', kind: 'number' },
    { title: 'LAST USED', value: 'used_time', kind: 'time_s' },
    { title: 'COOLS UNTIL', value: 'cooling_until', kind: 'time_s' },
    { title: 'MODEL', value: 'cooling_model' },
    { title: 'REASON', value: ({ reason, cooling_reason }) => reason || cooling_reason },
  ],
  details: [
    { title: 'FAILED 7D', value: 'failed_7d', kind: 'number' },
    { title: 'SHARE % 24H', value: 'share_24h', kind: 'number' },
    { title: 'SHARE % 7D', value: 'share_7d', kind: 'number' },
    { title: 'CHANGED', value: 'changed_time', kind: 'time_s' },
  ],
  fields: KEY_FIELDS,
  quiet: ({ id }) => String(id),
}

export const KEY_ARGUMENT = {
  name: 'key',
  summary: 'number of the key in "channel key list"',
} as const

/** Throws `UsageError`. */
export function keyNumber(given: string): number {
  if (/^\d{1,6}$/.test(given)) return Number(given)
  throw new UsageError(words`"${given}" is not the number of a key; see "channel key list"`)
}
