import { Select } from '@primer/react'
import { useText } from '../../../app/language'
import { Field } from '../../../components/form/Field'
import type { Form } from '../../../components/form/use-form'
import type { FieldTexts } from '../../../components/notice/field-texts'
import { ServiceFields } from '../../../components/notice/ServiceFields'
import { isOther, type NotifyValues, OTHER_SERVICES } from './notify-values'

interface OtherServiceFieldsProps {
  readonly form: Form<NotifyValues>
  /** As stored: `***` for secrets that are set. */
  readonly stored: FieldTexts
}

export default function OtherServiceFields({ form, stored }: OtherServiceFieldsProps) {
  const { text } = useText()
  const { service, fields } = form.values
  return (
    <>
      <Field label={text('contact_point.service')}>
        <Select
          block
          value={service}
          onChange={({ target: { value } }) => {
            if (isOther(value)) form.set({ service: value, fields: {} })
          }}
        >
          {OTHER_SERVICES.map((id) => (
            <Select.Option key={id} value={id}>
              {text(`notices.way_${id}`)}
            </Select.Option>
          ))}
        </Select>
      </Field>
      <ServiceFields
        service={service}
        values={fields}
        stored={stored}
        problem={form.problems.fields}
        onChange={(changed) => form.set({ fields: changed })}
      />
    </>
  )
}
