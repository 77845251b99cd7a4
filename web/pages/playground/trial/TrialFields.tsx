import { Select, Textarea, TextInput } from '@primer/react'
import { useText } from '../../../app/language'
import { Field } from '../../../components/form/Field'
import type { TrialField } from './trials'
import type { TrialRequest } from './use-trial'

interface TrialFieldsProps {
  readonly fields: readonly TrialField[]
  readonly request: TrialRequest
  readonly onChange: (patch: Partial<TrialRequest>) => void
}

export function TrialFields({ fields, request, onChange }: TrialFieldsProps) {
  const { text } = useText()
  const { values } = request
  return fields.map((field) => (
    <Field key={field.name} label={text(field.label)}>
      {field.kind === 'file' ? (
        <input
          type="file"
          accept="audio/*,video/*"
          onChange={({ target }) => onChange({ file: target.files?.[0] })}
        />
      ) : (
        <TypedInput
          field={field}
          value={values[field.name] ?? ''}
          onChange={(typed) => onChange({ values: { ...values, [field.name]: typed } })}
        />
      )}
    </Field>
  ))
}

interface TypedInputProps {
  readonly field: TrialField
  readonly value: string
  readonly onChange: (value: string) => void
}

function TypedInput({ field, value, onChange, ...input }: TypedInputProps) {
  const { text } = useText()
  const { kind, choices = [], placeholder } = field
  if (kind === 'choice') {
    return (
      <Select {...input} block value={value} onChange={({ target }) => onChange(target.value)}>
        <Select.Option value="">{text('playground.default')}</Select.Option>
        {choices.map((name) => (
          <Select.Option key={name} value={name}>
            {name}
          </Select.Option>
        ))}
      </Select>
    )
  }
  if (kind === 'long') {
    return (
      <Textarea
        {...input}
        block
        rows={4}
        resize="vertical"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    )
  }
  return (
    <TextInput
      {...input}
      block
      {...(kind === 'number' && { type: 'number', step: 'any' })}
      {...(placeholder !== undefined && { placeholder })}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
