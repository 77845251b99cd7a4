/** What a service that carries notices has to know of one receiver. */
import { TextInput } from '@primer/react'
import type { NoticeServiceId } from '../../../server/domain/notices/service-ids'
import { noticeService, type ServiceField } from '../../../server/domain/notices/services'
import { useText } from '../../app/language'
import { Field } from '../form/Field'
import { PasswordInput } from '../form/PasswordInput'
import { type FieldTexts, isKept, shownText } from './field-texts'

interface ServiceFieldsProps {
  readonly service: NoticeServiceId
  /** What is typed; the others are as they are stored. */
  readonly values: FieldTexts
  /** As stored: `***` for secrets that are set. */
  readonly stored: FieldTexts
  readonly onChange: (values: FieldTexts) => void
  /** Whether something needed is missing, once that is known. */
  readonly problem?: string | undefined
}

export function ServiceFields(props: ServiceFieldsProps) {
  const { service, values, stored, onChange, problem } = props
  const { text } = useText()
  return (
    <>
      <div className="field-caption">{text(`contact_point.how_${service}`)}</div>
      {noticeService(service).fields.map((field) => (
        <OneField
          key={field.name}
          field={field}
          value={shownText(field.name, values, stored)}
          isKept={isKept(field.name, stored)}
          problem={lacks(field, values, stored) ? problem : undefined}
          onChange={(value) => onChange({ ...values, [field.name]: value })}
        />
      ))}
    </>
  )
}

interface OneFieldProps {
  readonly field: ServiceField
  readonly value: string
  readonly isKept: boolean
  readonly problem: string | undefined
  readonly onChange: (value: string) => void
}

function OneField({ field, value, isKept, problem, onChange }: OneFieldProps) {
  const { text } = useText()
  const { name, kind, preset, example } = field
  const isSecret = field.isSecret === true
  const isRequired = field.isRequired === true
  const input = isSecret ? (
    <PasswordInput size="medium" autoComplete="new-password" value={value} onChange={onChange} />
  ) : (
    <TextInput
      block
      autoComplete="off"
      type={kind === 'mail' ? 'email' : kind === 'address' ? 'url' : 'text'}
      placeholder={preset ?? example}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
  return (
    <Field
      label={text(`contact_point.field_${name}`)}
      caption={isKept ? text('contact_point.secret_kept') : isSecret ? example : undefined}
      problem={problem}
      isRequired={isRequired && !isKept}
    >
      {input}
    </Field>
  )
}

/** Whether a field has to be typed and is not. */
export function lacks(
  { name, isRequired }: ServiceField,
  typed: FieldTexts,
  stored: FieldTexts,
): boolean {
  const isEmpty = shownText(name, typed, stored).trim() === ''
  return isRequired === true && isEmpty && !isKept(name, stored)
}
