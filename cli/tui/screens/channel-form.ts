import {
  FIDELITIES,
  fidelityIn,
  fidelityOf,
  withFidelity,
} from '../../../server/domain/calls/fidelity'
import { canRelay, worthOffering } from '../../../server/domain/calls/model-calls'
import { CHANNEL_TYPES, channelTypeById } from '../../../server/domain/channel-types'
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
import { changesOf } from '../../../server/domain/nouns/changes'
import { channelFields } from '../../../server/domain/nouns/channel'
import { startsOf } from '../../../server/domain/nouns/noun-starts'
import { CHANNEL_STATUS } from '../../../server/domain/status'
import type { FieldRow, FormDraft, FormValues } from '../form-draft'
import type { Tools } from '../tools'
import { whole } from './form-values'
import { nounFormBody, nounFormFields, nounFormValues, type OwnFields } from './noun-form'

export async function channelForm(
  channel: ChannelJson | undefined,
  tools: Tools,
): Promise<FormDraft> {
  const { api, text } = tools
  const isNew = channel === undefined
  const { data: groups } = await api.call('group.list')
  const form = { noun: 'channel', rows: channelFields, own: ownFields(channel, groups, tools) }
  const initial = {
    ...nounFormValues(form, channel ?? NEW_CHANNEL, text),
    auto_ban: String((channel ?? NEW_CHANNEL).auto_ban === 1),
    ...settingValues(channel?.setting ?? ''),
  }
  return {
    title: isNew ? text('channel.add') : `${text('channel.edit')}  #${channel.id} ${channel.name}`,
    fields: nounFormFields(form, text),
    initial,
    save: async (values) => {
      const bodyOf = (typed: FormValues) => ({
        ...nounFormBody(form, typed, text),
        setting: settingOf(typed, initial, text),
        other: typed.other?.trim() || (channelTypeById(Number(typed.type))?.defaultOther ?? ''),
        auto_ban: typed.auto_ban === 'true',
      })
      const body = bodyOf(values)
      if (channel === undefined) {
        const { data } = await api.call('channel.create', { body })
        const isOn = data.every(({ status }) => status === CHANNEL_STATUS.enabled)
        return text(isOn ? 'channel.created' : 'channel.created_resting')
      }
      const { changed, expected } = changesOf(bodyOf(initial), body, NEVER_READ)
      const { id, name } = channel
      await api.call('channel.update', { body: { ...changed, expected, id } })
      // A key is written and never read.
      if (changed.key !== undefined) return text('ui.saved')
      const before = changesOf(body, bodyOf(initial), NEVER_READ)
      const back = () =>
        api.call('channel.update', { body: { ...before.changed, expected: before.expected, id } })
      const undo = { title: `${text('ui.edit')} ${name}`, run: back }
      return { message: text('ui.saved'), shown: [], undo }
    },
  }
}

/** Nothing that was read can be compared with what is there. */
const NEVER_READ = ['key', 'auto_ban'] as const

const NEW_CHANNEL = { ...startsOf(channelFields), group: 'default', key: '' }

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

type Extra = 'auto_ban' | 'fidelity' | 'keywords' | 'longest'

function ownFields(
  channel: ChannelJson | undefined,
  groups: readonly string[],
  tools: Tools,
): OwnFields<typeof channelFields, Extra> {
  const { text } = tools
  return {
    type: { control: typeField(channel, tools) },
    name: {},
    key: {
      control: {
        name: 'key',
        label: text('field.channel.key'),
        kind: 'secret',
        hint: (values) => keyHint(values, channel === undefined, text),
      },
    },
    base_url: { hint: (values) => addressHint(rowIn(values), text) },
    other: {
      control: {
        name: 'other',
        kind: 'text',
        label: (values) => otherLabel(rowIn(values), text),
        isFor: (values) => (rowIn(values)?.otherField ?? '') !== '',
        hint: (values) => exampleHint(rowIn(values), text),
      },
    },
    models: { hint: (values) => modelsHint(values, text) },
    group: { hint: groups.join(',') },
    priority: { hint: text('channel.priority_hint'), refusal: 'channel.priority_invalid' },
    weight: { hint: text('channel.weight_hint'), refusal: 'channel.weight_invalid' },
    auto_ban: {
      control: {
        name: 'auto_ban',
        label: text('field.channel.auto_ban'),
        kind: 'flag',
        hint: text('channel.auto_ban_hint'),
      },
    },
    tag: {},
    test_model: { hint: text('channel.test_model_hint') },
    openai_organization: {
      control: {
        name: 'openai_organization',
        label: text('field.channel.openai_organization'),
        kind: 'text',
        hint: 'org-…',
        isFor: (values) => rowIn(values)?.traits.takesOrganization === true,
      },
    },
    model_mapping: { hint: text('channel.model_mapping_hint') },
    status_code_mapping: { hint: text('channel.status_code_mapping_hint') },
    param_override: { hint: text('channel.param_override_hint') },
    ...settingFields(text),
    // An optional amount, written into the settings.
    max_input_tokens: false,
    // How one of several keys is chosen belongs to the keys.
    key_mode: false,
    setting: { hint: text('channel.setting_hint') },
  }
}

/** Parts of the settings with a control of their own. */
function settingFields(text: Tools['text']) {
  return {
    fidelity: {
      control: {
        name: 'fidelity',
        label: text('channel.fidelity'),
        kind: 'choice',
        hint: text('channel.fidelity_hint'),
        choices: FIDELITIES.map((value) => ({ value, title: text(`channel.fidelity_${value}`) })),
      },
    },
    longest: {
      control: {
        name: 'longest',
        label: text('field.channel.max_input_tokens'),
        kind: 'text',
        hint: text('channel.max_input_tokens_hint'),
      },
    },
    keywords: {
      control: {
        name: 'keywords',
        label: text('channel.auto_disable_keywords'),
        kind: 'text',
        hint: text('channel.keywords_commas'),
      },
    },
  } as const
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

function settingValues(setting: string) {
  return {
    fidelity: fidelityIn(setting),
    // "" for no limit.
    longest: String(maxInputTokensOf(setting) || ''),
    keywords: keywordsOf(setting).join(', '),
  }
}

/** What was changed in a field wins over the text; what was not leaves the text alone. */
function settingOf(
  { setting: typed = '', fidelity, longest = '', keywords = '' }: FormValues,
  before: ReturnType<typeof settingValues>,
  text: Tools['text'],
): string {
  let setting = typed
  if (fidelity !== before.fidelity) setting = withFidelity(setting, fidelityOf(fidelity))
  if (longest !== before.longest) {
    const tokens = whole(longest || '0', text('channel.max_input_tokens_invalid'))
    setting = withMaxInputTokens(setting, tokens)
  }
  if (keywords !== before.keywords) setting = withKeywords(setting, keywords.split(','))
  return setting
}
