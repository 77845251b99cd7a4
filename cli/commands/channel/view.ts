import { canRelay } from '../../../server/domain/calls/model-calls'
import { channelTypeById } from '../../../server/domain/channel-types'
import { type ChannelGap, gapOf } from '../../../server/domain/channels/gaps'
import { channelFields } from '../../../server/domain/nouns/channel'
import { channelStatus, statusName } from '../../../server/domain/status'
import type { ChannelView } from '../../../server/services/channels/view'
import { nounView } from '../../output/noun-view'
import type { View } from '../../output/output'
import { type Phrase, type Words, words } from '../../words'
import { restWords, typeWords } from './rest-words'

const CHOSEN = [
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
  'max_input_tokens',
  'allow_private',
  'used_quota',
  'balance',
  'response_time',
  'test_time',
  'created_time',
  'other_info',
  'key_mode',
  'key_count',
  'keys_in_use',
  'keys_cooling',
  'cooling_until',
  'cooling_reason',
] as const satisfies readonly (keyof ChannelView)[]

/** What the column says of a type whose channels no call can go through. */
function typeText(channel: ChannelView): Words {
  const row = channelTypeById(channel.type)
  if (row === undefined) return '?'
  if (!canRelay(row)) return words`${typeWords(row)} (${restWords(row)})`
  const gap = gapOf(channel)
  return gap === undefined ? typeWords(row) : words`${typeWords(row)} (${gapWords(gap)})`
}

/** Of what is stored in the open: keys are checked when they are entered. */
function gapWords(gap: ChannelGap): Phrase {
  return gap === 'address' ? words`no address` : words`incomplete`
}

const MODELS_SHOWN = 5

function modelsText(channel: ChannelView): string {
  const models = channel.models.split(',')
  const rest = models.length - MODELS_SHOWN
  return models.slice(0, MODELS_SHOWN).join(' ') + (rest > 0 ? ` +${rest}` : '')
}

/** Why it was switched off, by the gateway or by a person. */
function reasonText({ other_info }: ChannelView): string {
  if (other_info === '') return '-'
  try {
    const { status_reason: reason } = Object(JSON.parse(other_info))
    return typeof reason === 'string' && reason !== '' ? reason : '-'
  } catch {
    // Rows of other gateways may have anything there.
    return other_info
  }
}

function keysText({ key_count, keys_in_use, key_mode }: ChannelView): string {
  return key_mode === '' ? '1' : `${keys_in_use}/${key_count} ${key_mode}`
}

/** A number only where the vendor reports balances and one was read; words otherwise. */
function balanceText({ type, balance, balance_updated_time }: ChannelView): string {
  if (channelTypeById(type)?.reportsBalance !== true) return 'not reported'
  return balance_updated_time > 0 ? String(balance) : 'not read yet'
}

export const CHANNEL_VIEW: View<ChannelView> = nounView(channelFields, {
  chosen: CHOSEN,
  // Said by BALANCE.
  omitted: ['balance_updated_time'],
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
      kind: 'word',
    },
    { title: 'GROUP', value: 'group' },
    { title: 'PRIORITY', value: 'priority', kind: 'number', isMinor: true },
    { title: 'WEIGHT', value: 'weight', kind: 'number', isMinor: true },
    { title: 'SPENT', value: 'used_quota', kind: 'credits' },
    { title: 'MS', value: 'response_time', kind: 'number' },
    { title: 'COOLS UNTIL', value: 'cooling_until', kind: 'time_s', isMinor: true },
    { title: 'MODELS', field: 'models', value: modelsText, isMinor: true },
  ],
  details: [
    { title: 'ALL MODELS', value: 'models' },
    {
      title: 'BASE URL',
      value: ({ base_url, type }) =>
        base_url || words`${channelTypeById(type)?.baseUrl ?? '-'} (its own)`,
    },
    { title: 'TAG', value: 'tag' },
    { title: 'REASON', value: reasonText },
    { title: 'COOLS BECAUSE', value: 'cooling_reason' },
    { title: 'KEYS', field: 'key_count', value: keysText },
    { title: 'BALANCE', field: 'balance', value: balanceText },
    { title: 'TEST MODEL', value: 'test_model' },
    { title: 'TESTED', value: 'test_time', kind: 'time_s' },
    { title: 'AUTO BAN', value: 'auto_ban', kind: 'flag' },
    { title: 'ORGANIZATION', value: 'openai_organization' },
    { title: 'OTHER', value: 'other' },
    { title: 'MODEL MAPPING', value: 'model_mapping' },
    { title: 'STATUS MAPPING', value: 'status_code_mapping' },
    { title: 'PARAM OVERRIDE', value: 'param_override' },
    { title: 'SETTING', value: 'setting' },
    { title: 'MAX INPUT TOKENS', value: 'max_input_tokens', kind: 'number' },
    { title: 'PRIVATE HOSTS', value: 'allow_private', kind: 'flag' },
    { title: 'CREATED', value: 'created_time', kind: 'time_s' },
  ],
  kinds: {
    other_info: 'json',
    setting: 'json',
    model_mapping: 'json',
    status_code_mapping: 'json',
    param_override: 'json',
    allow_private: 'flag',
  },
  quiet: (channel) => String(channel.id),
})

export const CHANNEL_FIELDS = CHANNEL_VIEW.fields
