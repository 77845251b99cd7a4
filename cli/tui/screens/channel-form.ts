import {
  FIDELITIES,
  fidelityIn,
  fidelityOf,
  withFidelity,
} from '../../../server/domain/calls/fidelity'
import { canRelay, worthOffering } from '../../../server/domain/calls/model-calls'
import {
  CHANNEL_TYPES,
  channelTypeById,
  DEFAULT_CHANNEL_TYPE,
} from '../../../server/domain/channel-types'
import type { ChannelTypeRow } from '../../../server/domain/channel-types/channel-type'
import {
  keyAdvice,
  keyCaution,
  otherExample,
  presetsText,
  retiredAdvice,
} from '../../../server/domain/channels/guide'
import { restReason } from '../../../server/domain/channels/retired-types'
import { channelTypeOf } from '../../../server/domain/channels/routes'
import {
  keywordsOf,
  maxInputTokensOf,
  withKeywords,
  withMaxInputTokens,
} from '../../../server/domain/channels/setting'
import { channelTypeName } from '../../../server/domain/channels/type-name'
import type { ChannelJson } from '../../../server/domain/endpoints/channel'
import type { TextKey } from '../../../server/domain/i18n/translate'
import { CHANNEL_STATUS } from '../../../server/domain/status'
import type { FieldRow, FormDraft, FormValues } from '../form-draft'
import type { Tools } from '../tools'
import { whole } from './form-values'

/** Kept as typed; the gateway judges them. */
const TEXTS = [
  'name',
  'key',
  'base_url',
  'other',
  'models',
  'group',
  'tag',
  'test_model',
  'openai_organization',
  'model_mapping',
  'status_code_mapping',
  'param_override',
  'setting',
] as const

export async function channelForm(
  channel: ChannelJson | undefined,
  tools: Tools,
): Promise<FormDraft> {
  const { api, text } = tools
  const isNew = channel === undefined
  const { data: groups } = await api.call('group.list')
  return {
    title: isNew ? text('channel.add') : `${text('channel.edit')}  #${channel.id} ${channel.name}`,
    fields: [typeField(channel, tools), ...textFields(channel, groups, tools)],
    initial: initialOf(channel),
    save: async (values) => {
      const body = fieldsOf(values, channel, tools)
      if (channel === undefined) {
        const { data } = await api.call('channel.create', { body })
        const isOn = data.every(({ status }) => status === CHANNEL_STATUS.enabled)
        return text(isOn ? 'channel.created' : 'channel.created_resting')
      }
      await api.call('channel.update', { body: { ...body, id: channel.id } })
      return text('ui.saved')
    },
  }
}

/** A type that no call can go through yet says so where it is chosen. */
function typeTitle(row: ChannelTypeRow, tools: Tools): string {
  const name = channelTypeName(row, tools.language)
  return canRelay(row) ? name : `${name} (${restReason(row, tools)})`
}

function typeField(channel: ChannelJson | undefined, tools: Tools): FieldRow {
  const { text } = tools
  const types = CHANNEL_TYPES.filter(({ selectable, id }) => selectable || id === channel?.type)
  return {
    name: 'type',
    label: text('field.channel.type'),
    kind: 'choice',
    choices: types.map((row) => ({ value: String(row.id), title: typeTitle(row, tools) })),
  }
}

function rowIn({ type }: FormValues): ChannelTypeRow | undefined {
  return channelTypeById(Number(type))
}

function textFields(
  channel: ChannelJson | undefined,
  groups: readonly string[],
  { text }: Tools,
): readonly FieldRow[] {
  const field = (
    name: string,
    label: FieldRow['label'],
    hint: FieldRow['hint'] = '',
  ): FieldRow => ({
    name,
    label,
    kind: 'text',
    hint,
  })
  return [
    field('name', text('field.channel.name')),
    {
      name: 'key',
      label: text('channel.key'),
      kind: 'secret',
      hint: (values) => keyHint(values, channel === undefined, text),
    },
    field('base_url', text('field.channel.base_url'), (values) => addressHint(rowIn(values), text)),
    {
      ...field('other', (values) => otherLabel(rowIn(values), text)),
      isFor: (values) => (rowIn(values)?.otherField ?? '') !== '',
      hint: (values) => exampleHint(rowIn(values), text),
    },
    field('models', text('field.channel.models'), (values) => modelsHint(values, text)),
    field('group', text('field.channel.group'), groups.join(',')),
    field('priority', text('field.channel.priority'), text('channel.priority_hint')),
    field('weight', text('field.channel.weight'), text('channel.weight_hint')),
    {
      name: 'auto_ban',
      label: text('field.channel.auto_ban'),
      kind: 'flag',
      hint: text('channel.auto_ban_hint'),
    },
    field('tag', text('field.channel.tag')),
    field('test_model', text('channel.test_model'), text('channel.test_model_hint')),
    {
      ...field('openai_organization', text('channel.organization'), 'org-…'),
      isFor: (values) => rowIn(values)?.traits.takesOrganization === true,
    },
    field('model_mapping', text('channel.model_mapping'), text('channel.model_mapping_hint')),
    field(
      'status_code_mapping',
      text('channel.status_code_mapping'),
      text('channel.status_code_mapping_hint'),
    ),
    field('param_override', text('channel.param_override'), text('channel.param_override_hint')),
    {
      name: 'fidelity',
      label: text('channel.fidelity'),
      kind: 'choice',
      hint: text('channel.fidelity_hint'),
      choices: FIDELITIES.map((value) => ({ value, title: text(`channel.fidelity_${value}`) })),
    },
    field(
      'max_input_tokens',
      text('channel.max_input_tokens'),
      text('channel.max_input_tokens_hint'),
    ),
    field('keywords', text('channel.auto_disable_keywords'), text('channel.keywords_commas')),
    field('setting', text('channel.setting'), text('channel.setting_hint')),
  ]
}

/** How keys of the type are written, where they are made, and what becomes of them. */
function keyHint(values: FormValues, isNew: boolean, text: Tools['text']): string {
  const row = rowIn(values)
  const lines = row?.keyShape.kind === 'document' ? 'channel.key_document' : 'channel.key_lines'
  const then = text(isNew ? lines : 'channel.key_unchanged')
  if (row === undefined) return then
  const caution = keyCaution(row, { key: values.key ?? '', baseUrl: values.base_url ?? '' }, text)
  return [caution, ...keyAdvice(row, text), then].filter((part) => part !== '').join('  ')
}

function addressHint(row: ChannelTypeRow | undefined, text: Tools['text']): string {
  if (row === undefined) return text('channel.base_url_hint')
  const presets = presetsText(row, text)
  if (presets !== '') return presets
  const hint = row.addressHint ? `channel.address_${row.addressHint}` : 'channel.base_url_hint'
  const { address } = row.examples
  const example = address === undefined ? '' : text('channel.example', { example: address })
  return `${text(hint as TextKey)}  ${example}`.trim()
}

function otherLabel(row: ChannelTypeRow | undefined, text: Tools['text']): string {
  const { otherField = '' } = row ?? {}
  return otherField === '' ? text('tui.type_fact') : text(`channel.other_${otherField}`)
}

function exampleHint(row: ChannelTypeRow | undefined, text: Tools['text']): string {
  const example = row === undefined ? '' : otherExample(row)
  return example === '' ? '' : text('channel.example', { example })
}

/** Which names the vendor answers no more, else those that a channel of the type would offer. */
function modelsHint(values: FormValues, text: Tools['text']): string {
  const row = channelTypeOf({ type: Number(values.type), other: values.other ?? '' })
  if (row === undefined) return ''
  const models = (values.models ?? '').split(',').map((model) => model.trim())
  const retired = retiredAdvice(row, { models, baseUrl: values.base_url ?? '' }, text)
  return retired || worthOffering(row, row.models).join(',')
}

function initialOf(channel: ChannelJson | undefined): FormValues {
  const texts = TEXTS.map((name) => [name, channel?.[name] ?? ''] as const)
  return {
    ...Object.fromEntries(texts),
    type: String(channel?.type ?? DEFAULT_CHANNEL_TYPE),
    group: channel?.group ?? 'default',
    priority: String(channel?.priority ?? 0),
    weight: String(channel?.weight ?? 0),
    auto_ban: String((channel?.auto_ban ?? 1) === 1),
    fidelity: fidelityIn(channel?.setting ?? ''),
    max_input_tokens: tokensText(channel?.setting ?? ''),
    keywords: keywordsOf(channel?.setting ?? '').join(', '),
  }
}

function fieldsOf(values: FormValues, channel: ChannelJson | undefined, { text }: Tools) {
  const type = Number(values.type)
  const texts = TEXTS.map((name) => [name, values[name] ?? ''] as const)
  return {
    ...Object.fromEntries(texts),
    type,
    setting: settingOf(values, channel, text),
    other: values.other?.trim() || (channelTypeById(type)?.defaultOther ?? ''),
    priority: whole(values.priority, text('channel.priority_invalid')),
    weight: whole(values.weight, text('channel.weight_invalid')),
    auto_ban: values.auto_ban === 'true',
  }
}

/** What was changed in a field wins over the text; what was not leaves the text alone. */
function settingOf(
  values: FormValues,
  channel: ChannelJson | undefined,
  text: Tools['text'],
): string {
  const { fidelity, max_input_tokens = '', keywords = '' } = values
  const stored = initialOf(channel)
  let setting = values.setting ?? ''
  if (fidelity !== stored.fidelity) setting = withFidelity(setting, fidelityOf(fidelity))
  if (max_input_tokens !== stored.max_input_tokens) {
    const tokens = whole(max_input_tokens || '0', text('channel.max_input_tokens_invalid'))
    setting = withMaxInputTokens(setting, tokens)
  }
  if (keywords !== stored.keywords) setting = withKeywords(setting, keywords.split(','))
  return setting
}

/** "" for no limit. */
function tokensText(setting: string): string {
  return String(maxInputTokensOf(setting) || '')
}
