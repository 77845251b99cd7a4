import { channelTypeById } from '../../../server/domain/channel-types'
import { canRelay } from '../../../server/domain/model-calls'
import { channelStatus, statusName } from '../../../server/domain/status'
import type { ChannelView } from '../../../server/services/channels/view'
import type { View } from '../../output'

export const CHANNEL_FIELDS = [
  'id',
  'name',
  'type',
  'status',
  'group',
  'models',
  'base_url',
  'priority',
  'weight',
  'auto_ban',
  'tag',
  'test_model',
  'openai_organization',
  'other',
  'model_mapping',
  'status_code_mapping',
  'param_override',
  'setting',
  'allow_private',
  'used_quota',
  'balance',
  'response_time',
  'test_time',
  'created_time',
  'other_info',
] as const satisfies readonly (keyof ChannelView)[]

/** What the column says of a type whose channels no call can go through. */
function typeText({ type }: ChannelView): string {
  const row = channelTypeById(type)
  if (row === undefined) return '?'
  return canRelay(row) ? row.name : `${row.name} (cannot relay yet)`
}

const MODELS_SHOWN = 5

function modelsText(channel: ChannelView): string {
  const models = channel.models.split(',')
  const rest = models.length - MODELS_SHOWN
  return models.slice(0, MODELS_SHOWN).join(' ') + (rest > 0 ? ` +${rest}` : '')
}

export const CHANNEL_VIEW: View<ChannelView> = {
  columns: [
    { title: 'ID', value: 'id', kind: 'number' },
    { title: 'NAME', value: 'name' },
    {
      title: 'TYPE',
      field: 'type',
      value: typeText,
    },
    {
      title: 'STATUS',
      field: 'status',
      value: (channel) => statusName(channelStatus, channel.status) ?? '?',
    },
    { title: 'GROUP', value: 'group' },
    { title: 'PRIORITY', value: 'priority', kind: 'number' },
    { title: 'WEIGHT', value: 'weight', kind: 'number' },
    { title: 'USED', value: 'used_quota', kind: 'number' },
    { title: 'MS', value: 'response_time', kind: 'number' },
    { title: 'MODELS', field: 'models', value: modelsText },
  ],
  fields: CHANNEL_FIELDS,
  quiet: (channel) => String(channel.id),
}
