/** One setting, in the way of its type. */
import { Button, Select, Textarea, TextInput } from '@primer/react'
import type { ComponentType } from 'react'
import { type OptionKey, optionRow } from '../../../../server/domain/options'
import type { OptionType } from '../../../../server/domain/options/option'
import { Field } from '../../../components/Field'
import { JsonEditor } from '../../../components/JsonEditor'
import { useText } from '../../../language'
import { NumberField } from './NumberField'
import { PREVIEWED, TEMPLATES } from './option-tabs'
import { SecretField } from './SecretField'
import { SwitchOption } from './SwitchOption'
import { TextWithPreview } from './TextWithPreview'
import { useCaption } from './use-caption'
import type { OptionForm } from './use-option-form'

export interface OptionFieldProps {
  readonly optionKey: OptionKey
  readonly form: OptionForm
}

const FIELDS: Readonly<Record<OptionType, ComponentType<OptionFieldProps>>> = {
  string: LineField,
  address: LineField,
  text: LongField,
  lines: LongField,
  list: LongField,
  secret: SecretField,
  integer: NumberField,
  number: NumberField,
  boolean: SwitchOption,
  json: JsonOption,
  select: ChoiceField,
}

const WIDE: ReadonlySet<OptionType> = new Set(['text', 'lines', 'list', 'json'])

export function OptionField({ optionKey, form }: OptionFieldProps) {
  const { type } = optionRow(optionKey)
  const Shown = FIELDS[type]
  const isChanged = form.changed.includes(optionKey)
  return (
    <div className="options-field" data-wide={WIDE.has(type)} data-changed={isChanged}>
      <Shown optionKey={optionKey} form={form} />
    </div>
  )
}

function LineField({ optionKey, form }: OptionFieldProps) {
  const { text } = useText()
  const caption = useCaption(optionKey)
  const isAddress = optionRow(optionKey).type === 'address'
  return (
    <Field
      label={text(`setting.${optionKey}`)}
      caption={caption}
      problem={form.problemOf(optionKey)}
    >
      <TextInput
        block
        autoComplete="off"
        {...(isAddress && { inputMode: 'url' as const, placeholder: 'https://' })}
        value={form.valueOf(optionKey)}
        onChange={(event) => form.edit(optionKey, event.target.value)}
      />
    </Field>
  )
}

function LongField({ optionKey, form }: OptionFieldProps) {
  const { text } = useText()
  const caption = useCaption(optionKey)
  if (PREVIEWED.has(optionKey)) return <TextWithPreview optionKey={optionKey} form={form} />
  return (
    <Field
      label={text(`setting.${optionKey}`)}
      caption={caption}
      problem={form.problemOf(optionKey)}
    >
      <Textarea
        block
        resize="vertical"
        rows={optionRow(optionKey).type === 'list' ? 3 : 6}
        value={form.valueOf(optionKey)}
        onChange={(event) => form.edit(optionKey, event.target.value)}
      />
    </Field>
  )
}

function ChoiceField({ optionKey, form }: OptionFieldProps) {
  const { text } = useText()
  const choices = optionRow(optionKey).choices ?? []
  return (
    <Field label={text(`setting.${optionKey}`)} problem={form.problemOf(optionKey)}>
      <Select
        block
        value={form.valueOf(optionKey)}
        onChange={(event) => form.edit(optionKey, event.target.value)}
      >
        {choices.map((choice) => (
          <Select.Option key={choice} value={choice}>
            {text(`choice.${choice}` as 'choice.hour')}
          </Select.Option>
        ))}
      </Select>
    </Field>
  )
}

function JsonOption({ optionKey, form }: OptionFieldProps) {
  const { text } = useText()
  const caption = useCaption(optionKey)
  const row = optionRow(optionKey)
  const initial = row.format(row.default)
  const template = TEMPLATES[optionKey]
  const name = text(`setting.${optionKey}`)
  const value = form.valueOf(optionKey)
  return (
    <div className="options-json">
      <JsonEditor
        label={name}
        caption={caption}
        problem={form.problemOf(optionKey)}
        value={value}
        onChange={(typed) => form.edit(optionKey, typed)}
      />
      <div className="form-inline">
        {template !== undefined && (
          <Button
            size="small"
            aria-label={`${text('options.fill_template')}: ${name}`}
            onClick={() => form.edit(optionKey, JSON.stringify(template, undefined, 2))}
          >
            {text('options.fill_template')}
          </Button>
        )}
        {value !== initial && (
          <Button
            size="small"
            variant="invisible"
            aria-label={`${text('options.fill_default')}: ${name}`}
            onClick={() => form.edit(optionKey, initial)}
          >
            {text('options.fill_default')}
          </Button>
        )}
      </div>
    </div>
  )
}
