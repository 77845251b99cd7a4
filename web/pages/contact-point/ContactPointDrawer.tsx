import { Select, TextInput } from '@primer/react'
import { isNoticeService, NOTICE_SERVICE_IDS } from '../../../server/domain/notices/service-ids'
import { SEVERITIES } from '../../../server/domain/notices/severities'
import { isSiteNotice, SITE_NOTICE_TYPES } from '../../../server/domain/notices/site-notices'
import { call } from '../../api/client'
import { useText } from '../../app/language'
import { CheckList } from '../../components/form/CheckList'
import { Field } from '../../components/form/Field'
import { FormDrawer } from '../../components/form/FormDrawer'
import { SwitchField } from '../../components/form/SwitchField'
import { useForm } from '../../components/form/use-form'
import { ServiceFields } from '../../components/notice/ServiceFields'
import {
  bodyOf,
  type ContactPointJson,
  checkPoint,
  type PointValues,
  valuesOf,
} from './contact-point-form'

interface ContactPointDrawerProps {
  /** Absent for a new one. */
  readonly point: ContactPointJson | undefined
  readonly onChanged: () => void
  readonly onClose: () => void
}

export function ContactPointDrawer({ point, onChanged, onClose }: ContactPointDrawerProps) {
  const { text, language } = useText()
  const stored = point?.fields ?? {}
  const form = useForm(valuesOf(point, language), (values) => checkPoint(values, stored, text))
  const save = async (values: PointValues): Promise<void> => {
    const body = bodyOf(values, stored)
    if (point === undefined) {
      await call('contact_point.create', { body: { ...body, service: values.service } })
    } else await call('contact_point.update', { params: { id: point.id }, body })
    onChanged()
  }
  return (
    <FormDrawer
      title={text(point === undefined ? 'contact_point.new' : 'contact_point.edit')}
      form={form}
      onSave={save}
      success={text('ui.saved')}
      onClose={onClose}
    >
      <ReceiverFields form={form} isNew={point === undefined} />
      <ServiceFields
        service={form.values.service}
        values={form.values.fields}
        stored={stored}
        problem={form.problems.fields}
        onChange={(fields) => form.set({ fields })}
      />
      <WantedFields form={form} />
      <TimeFields form={form} />
    </FormDrawer>
  )
}

interface PartProps {
  readonly form: ReturnType<typeof useForm<PointValues>>
}

function ReceiverFields({ form, isNew }: PartProps & { readonly isNew: boolean }) {
  const { text } = useText()
  const { values, problems, set } = form
  return (
    <>
      <Field label={text('contact_point.name')} problem={problems.name} isRequired>
        <TextInput
          block
          maxLength={60}
          value={values.name}
          onChange={(event) => set({ name: event.target.value })}
        />
      </Field>
      <Field label={text('contact_point.service')} isDisabled={!isNew}>
        <Select
          block
          value={values.service}
          onChange={({ target: { value } }) => {
            if (isNoticeService(value)) set({ service: value, fields: {} })
          }}
        >
          {NOTICE_SERVICE_IDS.map((id) => (
            <Select.Option key={id} value={id}>
              {text(`notices.way_${id}`)}
            </Select.Option>
          ))}
        </Select>
      </Field>
    </>
  )
}

function WantedFields({ form }: PartProps) {
  const { text } = useText()
  const { values, problems, set } = form
  return (
    <>
      <CheckList
        label={text('contact_point.severities')}
        choices={SEVERITIES}
        titleOf={(severity) => text(`contact_point.severity_${severity}`)}
        chosen={values.severities}
        problem={problems.severities}
        onChange={(severities) => set({ severities: [...severities] })}
      />
      <CheckList
        label={text('contact_point.types')}
        caption={text('contact_point.types_hint')}
        choices={SITE_NOTICE_TYPES}
        titleOf={(type) => text(`contact_point.type_${type}`)}
        chosen={values.types.filter(isSiteNotice)}
        onChange={(types) => set({ types: [...types] })}
      />
      <SwitchField
        label={text('contact_point.recoveries')}
        isOn={values.recoveries}
        onChange={(recoveries) => set({ recoveries })}
      />
      <SwitchField
        label={text('contact_point.enabled')}
        isOn={values.enabled}
        onChange={(enabled) => set({ enabled })}
      />
      <Field label={text('contact_point.language')}>
        <Select
          block
          value={values.language}
          onChange={({ target }) => set({ language: target.value === 'en' ? 'en' : 'zh' })}
        >
          <Select.Option value="zh">中文</Select.Option>
          <Select.Option value="en">English</Select.Option>
        </Select>
      </Field>
    </>
  )
}

function TimeFields({ form }: PartProps) {
  const { text } = useText()
  const { values, problems, set } = form
  const clock = (name: 'quiet_from' | 'quiet_to') => (
    <TextInput
      block
      type="time"
      value={values[name]}
      onChange={(event) => set({ [name]: event.target.value })}
    />
  )
  return (
    <>
      <fieldset className="pick">
        <legend>{text('contact_point.quiet')}</legend>
        <p className="pick-note">{text('contact_point.quiet_hint')}</p>
        <Field label={text('contact_point.quiet_from')}>{clock('quiet_from')}</Field>
        <Field label={text('contact_point.quiet_to')} problem={problems.quiet_to}>
          {clock('quiet_to')}
        </Field>
        <Field label={text('contact_point.time_zone')}>
          <TextInput
            block
            value={values.time_zone}
            onChange={(event) => set({ time_zone: event.target.value })}
          />
        </Field>
      </fieldset>
      <Field
        label={text('contact_point.group_minutes')}
        caption={text('contact_point.group_hint')}
        problem={problems.group_minutes}
      >
        <TextInput
          block
          inputMode="numeric"
          value={values.group_minutes}
          onChange={(event) => set({ group_minutes: event.target.value })}
        />
      </Field>
    </>
  )
}
