/** One setting, in the way of its type. */
import { Select, Textarea, TextInput } from '@primer/react'
import type { ComponentType } from 'react'
import type { OptionType } from '../../../../../server/domain/options/option'
import { useText } from '../../../../app/language'
import { Field } from '../../../../components/form/Field'
import { factsOf, PREVIEWED } from '../option-facts'
import { NameList } from '../rows/NameList'
import { JsonOption } from './JsonOption'
import { NumberField } from './NumberField'
import type { OptionFieldProps } from './option-field-props'
import { SecretField } from './SecretField'
import { SwitchOption } from './SwitchOption'
import { TextWithPreview } from './TextWithPreview'
import { useCaption } from './use-caption'

const FIELDS: Readonly<Record<OptionType, ComponentType<OptionFieldProps>>> = {
  string: LineField,
  address: LineField,
  text: LongField,
  lines: LongField,
  list: ListField,
  secret: SecretField,
  integer: NumberField,
  number: NumberField,
  boolean: SwitchOption,
  json: JsonOption,
  select: ChoiceField,
}

const WIDE: ReadonlySet<OptionType> = new Set(['text', 'lines', 'list', 'json'])

export function OptionField({ optionKey, form }: OptionFieldProps) {
  const { type } = factsOf(optionKey)
  const Shown = FIELDS[type]
  const isChanged = form.changed.includes(optionKey)
  return (
    <div
      className="options-field"
      data-option={optionKey}
      data-wide={WIDE.has(type)}
      data-changed={isChanged}
    >
      <Shown optionKey={optionKey} form={form} />
    </div>
  )
}

function LineField({ optionKey, form }: OptionFieldProps) {
  const { text } = useText()
  const caption = useCaption(optionKey)
  const isAddress = factsOf(optionKey).type === 'address'
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
        rows={6}
        value={form.valueOf(optionKey)}
        onChange={(event) => form.edit(optionKey, event.target.value)}
      />
    </Field>
  )
}

function ListField({ optionKey, form }: OptionFieldProps) {
  const { text } = useText()
  const caption = useCaption(optionKey)
  const name = text(`setting.${optionKey}`)
  return (
    <Field label={name} caption={caption} problem={form.problemOf(optionKey)}>
      <NameList
        label={name}
        value={form.valueOf(optionKey).replaceAll(',', '\n')}
        onChange={(lines) => form.edit(optionKey, lines.replaceAll('\n', ','))}
      />
    </Field>
  )
}

function ChoiceField({ optionKey, form }: OptionFieldProps) {
  const { text } = useText()
  const caption = useCaption(optionKey)
  const choices = factsOf(optionKey).choices ?? []
  return (
    <Field
      label={text(`setting.${optionKey}`)}
      caption={caption}
      problem={form.problemOf(optionKey)}
    >
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
