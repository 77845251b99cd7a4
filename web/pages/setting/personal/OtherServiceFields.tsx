import { Select } from '@primer/react'
import { isNoticeService, NOTICE_SERVICE_IDS } from '../../../../server/domain/notices/service-ids'
import { useText } from '../../../app/language'
import { Field } from '../../../components/form/Field'
import type { Form } from '../../../components/form/use-form'
import type { FieldTexts } from '../../../components/notice/field-texts'
import { ServiceFields } from '../../../components/notice/ServiceFields'
import type { NotifyValues } from './notify-values'

/** The two have forms of their own. */
const OTHERS = NOTICE_SERVICE_IDS.filter((id) => id !== 'email' && id !== 'webhook')

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
          onChange={({ target }) => form.set({ service: target.value, fields: {} })}
        >
          {OTHERS.map((id) => (
            <Select.Option key={id} value={id}>
              {text(`notices.way_${id}`)}
            </Select.Option>
          ))}
        </Select>
      </Field>
      {isNoticeService(service) && (
        <ServiceFields
          service={service}
          values={fields}
          stored={stored}
          onChange={(changed) => form.set({ fields: changed })}
        />
      )}
    </>
  )
}
