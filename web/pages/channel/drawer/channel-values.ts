/** A channel as its form has it, and back. */

import { channelTypeById } from '../../../../server/domain/channel-types'
import { readKey, splitKeys } from '../../../../server/domain/channel-types/key-shape'
import { needsAddress } from '../../../../server/domain/channels/gaps'
import { otherProblem } from '../../../../server/domain/channels/other-field'
import type { ChannelFields, ChannelJson } from '../../../../server/domain/endpoints/channel'
import { channelFields } from '../../../../server/domain/nouns/channel'
import type { SetName } from '../../../../server/domain/nouns/noun'
import { startsOf } from '../../../../server/domain/nouns/noun-starts'
import type { Text } from '../../../app/language'
import { jsonProblem } from '../../../components/form/JsonField'
import { type OtherValues, otherBody, otherValues } from '../../../components/form/other-values'
import type { Problems } from '../../../components/form/use-form'

export interface ChannelValues {
  readonly type: number
  readonly name: string
  readonly key: string
  /** "" for one channel per key. */
  readonly key_mode: string
  readonly base_url: string
  readonly other: string
  readonly models: readonly string[]
  readonly groups: readonly string[]
  readonly openai_organization: string
  readonly test_model: string
  readonly model_mapping: string
  readonly status_code_mapping: string
  readonly param_override: string
  readonly setting: string
  readonly priority: string
  readonly weight: string
  readonly tag: string
  readonly auto_ban: boolean
  readonly others: OtherValues
}

type StoredValues = Pick<
  ChannelJson,
  Exclude<keyof ChannelValues, 'key' | 'groups' | 'others'> | 'group'
>

/** What a form begins with where there is no channel yet. */
const NEW_CHANNEL: StoredValues = { ...startsOf(channelFields), group: 'default' }

/** Fields with controls of their own. */
const OWN: readonly SetName<typeof channelFields>[] = [
  ...(['type', 'name', 'key', 'key_mode', 'base_url', 'other', 'models', 'group'] as const),
  ...(['openai_organization', 'test_model', 'model_mapping', 'status_code_mapping'] as const),
  ...(['param_override', 'setting', 'max_input_tokens', 'priority', 'weight', 'tag'] as const),
]

export function valuesOf(channel: StoredValues = NEW_CHANNEL): ChannelValues {
  return {
    type: channel.type,
    name: channel.name,
    key: '',
    key_mode: channel.key_mode,
    base_url: channel.base_url,
    other: channel.other,
    models: split(channel.models),
    groups: split(channel.group),
    openai_organization: channel.openai_organization,
    test_model: channel.test_model,
    model_mapping: channel.model_mapping,
    status_code_mapping: channel.status_code_mapping,
    param_override: channel.param_override,
    setting: channel.setting,
    priority: String(channel.priority),
    weight: String(channel.weight),
    tag: channel.tag,
    auto_ban: channel.auto_ban === 1,
    others: otherValues(channelFields, OWN, { ...channel }),
  }
}

export function fieldsOf(values: ChannelValues): ChannelFields {
  const { models, groups, base_url, priority, weight, others, ...rest } = values
  return {
    ...otherBody(channelFields, others),
    ...rest,
    name: values.name.trim(),
    base_url: base_url.trim().replace(/\/+$/, ''),
    other: values.other.trim() || (channelTypeById(values.type)?.defaultOther ?? ''),
    models: models.join(','),
    group: groups.join(','),
    priority: Number(priority),
    weight: Number(weight),
  }
}

const JSON_FIELDS = ['model_mapping', 'status_code_mapping', 'param_override', 'setting'] as const

export function checkChannel(
  values: ChannelValues,
  isNew: boolean,
  text: Text,
): Problems<ChannelValues> {
  const problems: Problems<ChannelValues> = {}
  if (values.name.trim() === '') problems.name = text('channel.name_or_key_empty')
  if (isNew && values.key.trim() === '') problems.key = text('channel.name_or_key_empty')
  else if (!isKey(values)) problems.key = text('channel.key_invalid', { format: hintOf(values) })
  if (values.models.length === 0) problems.models = text('channel.models_empty')
  if (isAddressNeeded(values.type) && values.base_url.trim() === '') {
    problems.base_url = text('channel.base_url_missing')
  }
  const row = channelTypeById(values.type)
  const other = row === undefined ? undefined : otherProblem(row, values.other)
  if (other !== undefined) problems.other = text(other.reason, { ...other })
  for (const name of JSON_FIELDS) {
    if (jsonProblem(values[name]) !== undefined) problems[name] = text('channel.json_invalid')
  }
  if (!/^[+-]?\d{1,9}$/.test(values.priority.trim())) {
    problems.priority = text('channel.priority_invalid')
  }
  if (!/^\d{1,9}$/.test(values.weight.trim())) problems.weight = text('channel.weight_invalid')
  return problems
}

/** Blank leaves a key as it is. */
function isKey({ type, key }: ChannelValues): boolean {
  const row = channelTypeById(type)
  if (row === undefined) return true
  return splitKeys(key, row.keyShape).every((one) => readKey(one, row.keyShape) !== undefined)
}

function hintOf({ type }: ChannelValues): string {
  return channelTypeById(type)?.keyHint ?? ''
}

/** Whether channels of the type work only with an address of their own. */
export function isAddressNeeded(type: number): boolean {
  const row = channelTypeById(type)
  return row !== undefined && needsAddress(row)
}

export type Reached = Pick<ChannelJson, 'id' | 'type' | 'base_url' | 'other'>

/** Whether what is typed would reach the upstream in another way than what is stored. */
export function isElsewhere(stored: Reached, { type, key, base_url, other }: ChannelValues) {
  const isSame = stored.type === type && stored.base_url === base_url && stored.other === other
  return !isSame || key.trim() !== ''
}

function split(list: string): string[] {
  return list.split(',').filter((item) => item !== '')
}
