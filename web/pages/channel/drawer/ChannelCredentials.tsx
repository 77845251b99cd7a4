import { Select, Textarea, TextInput } from '@primer/react'
import { channelTypeById } from '../../../../server/domain/channel-types'
import type { ChannelTypeRow } from '../../../../server/domain/channel-types/channel-type'
import { splitKeys } from '../../../../server/domain/channel-types/key-shape'
import {
  addressExample,
  keyCaution,
  keyExample,
  otherExample,
  presetName,
} from '../../../../server/domain/channels/guide'
import { KEY_MODES } from '../../../../server/domain/channels/keys'
import type { TextKey } from '../../../../server/domain/i18n/translate'
import { useText } from '../../../app/language'
import { Field } from '../../../components/form/Field'
import type { Form } from '../../../components/form/use-form'
import { type ChannelValues, isAddressNeeded } from './channel-values'

interface CredentialsProps {
  readonly form: Form<ChannelValues>
  readonly isNew: boolean
}

/** What nearly every channel has: a name, a key, an address. */
export function ChannelCredentials({ form, isNew }: CredentialsProps) {
  const { text } = useText()
  const { values, problems } = form
  return (
    <>
      <Field label={text('field.channel.name')} problem={problems.name} isRequired>
        <TextInput
          block
          value={values.name}
          onChange={(event) => form.set({ name: event.target.value })}
        />
      </Field>
      <KeyField form={form} isNew={isNew} />
      {isNew && <KeyModeField form={form} />}
      <AddressFields form={form} />
    </>
  )
}

function KeyField({ form, isNew }: CredentialsProps) {
  const { text } = useText()
  const { values, problems } = form
  const row = channelTypeById(values.type)
  const { keyHint = '', keyPage = '' } = row ?? {}
  const typed = { key: values.key, baseUrl: values.base_url }
  const caution = row === undefined ? '' : keyCaution(row, typed, text)
  const newHint = row?.keyShape.kind === 'document' ? 'channel.key_document' : 'channel.key_lines'
  return (
    <Field
      label={text('field.channel.key')}
      problem={problems.key}
      isRequired={isNew}
      caption={
        <>
          {caution !== '' && <div role="status">{caution}</div>}
          {keyHint !== '' && <div>{text('channel.key_format', { format: keyHint })}</div>}
          {keyPage !== '' && <KeyPage page={keyPage} />}
          {text(isNew ? newHint : 'channel.key_unchanged')}
        </>
      }
    >
      <Textarea
        block
        rows={isNew ? 3 : 2}
        resize="vertical"
        spellCheck={false}
        placeholder={row === undefined ? '' : keyExample(row)}
        value={values.key}
        onChange={(event) => form.set({ key: event.target.value })}
      />
    </Field>
  )
}

/** Asked only of several keys at once. */
function KeyModeField({ form }: { readonly form: Form<ChannelValues> }) {
  const { text } = useText()
  const { type, key, key_mode } = form.values
  const row = channelTypeById(type)
  if (row === undefined || splitKeys(key, row.keyShape).length < 2) return null
  return (
    <Field label={text('key.mode')}>
      <Select
        block
        value={key_mode}
        onChange={(event) => form.set({ key_mode: event.target.value })}
      >
        {(['', ...KEY_MODES] as const).map((mode) => (
          <Select.Option key={mode} value={mode}>
            {text(`key.mode.${mode}`)}
          </Select.Option>
        ))}
      </Select>
    </Field>
  )
}

/** Where keys are made, one click away. */
function KeyPage({ page }: { readonly page: string }) {
  const { text } = useText()
  const [before = '', after = ''] = text('channel.key_page', { page: '\n' }).split('\n')
  return (
    <div>
      {before}
      <a href={`https://${page}`} target="_blank" rel="noreferrer">
        {page}
      </a>
      {after}
    </div>
  )
}

/** The vendor's own addresses by region; keys of one hold at no other. */
function PresetField({
  form,
  row,
}: {
  readonly form: Form<ChannelValues>
  readonly row: ChannelTypeRow
}) {
  const { text } = useText()
  const { base_url } = form.values
  const shown = base_url === '' ? row.baseUrl : base_url
  const isPreset = row.presets.some(({ baseUrl }) => baseUrl === shown)
  return (
    <Field label={text('channel.preset')}>
      <Select
        block
        value={isPreset ? shown : ''}
        onChange={(event) => form.set({ base_url: event.target.value })}
      >
        {row.presets.map((preset) => (
          <Select.Option key={preset.baseUrl} value={preset.baseUrl}>
            {presetName(preset, text)}
          </Select.Option>
        ))}
        {!isPreset && <Select.Option value="">{text('channel.preset_own')}</Select.Option>}
      </Select>
    </Field>
  )
}

function AddressFields({ form }: { readonly form: Form<ChannelValues> }) {
  const { text } = useText()
  const { values, problems } = form
  const row = channelTypeById(values.type)
  return (
    <>
      {row !== undefined && row.presets.length > 0 && <PresetField form={form} row={row} />}
      <Field
        label={text('field.channel.base_url')}
        problem={problems.base_url}
        isRequired={isAddressNeeded(values.type)}
        caption={text(
          row?.addressHint ? `channel.address_${row.addressHint}` : 'channel.base_url_hint',
        )}
      >
        <TextInput
          block
          placeholder={row === undefined ? 'https://' : addressExample(row)}
          value={values.base_url}
          onChange={(event) => form.set({ base_url: event.target.value })}
        />
      </Field>
      {row !== undefined && <OtherField form={form} row={row} />}
    </>
  )
}

interface OtherProps {
  readonly form: Form<ChannelValues>
  readonly row: ChannelTypeRow
}

/** The one further fact of a type: a choice where only a few words mean something. */
function OtherField({ form, row }: OtherProps) {
  const { text } = useText()
  const { values, problems } = form
  const { choices, isRequired = false } = row.otherRule
  if (row.otherField === '') return null
  const set = (other: string): void => form.set({ other })
  return (
    <Field
      label={text(`channel.other_${row.otherField}` satisfies TextKey)}
      problem={problems.other}
      isRequired={isRequired}
      caption={
        otherExample(row) === ''
          ? undefined
          : text('channel.example', { example: otherExample(row) })
      }
    >
      {choices === undefined ? (
        <TextInput
          block
          placeholder={otherExample(row)}
          value={values.other}
          onChange={(event) => set(event.target.value)}
        />
      ) : (
        <Select
          block
          value={values.other || row.defaultOther}
          onChange={(event) => set(event.target.value)}
        >
          {choices.map((choice) => (
            <Select.Option key={choice} value={choice}>
              {choice}
            </Select.Option>
          ))}
        </Select>
      )}
    </Field>
  )
}
