import { Select, TextInput } from '@primer/react'
import {
  ALERT_MEASURES,
  type AlertMeasureRow,
  canOpenIncident,
  isCounted,
  isMatter,
  MEASURE_ROWS,
} from '../../../server/domain/alerts/measures'
import { ruleTitle } from '../../../server/domain/alerts/texts'
import type { AlertJson } from '../../../server/domain/endpoints/alert'
import type { TextKey } from '../../../server/domain/i18n/translate'
import { SEVERITIES } from '../../../server/domain/notices/severities'
import { call } from '../../api/client'
import { useText } from '../../app/language'
import { useSite } from '../../app/site'
import { Field } from '../../components/form/Field'
import { FormDrawer } from '../../components/form/FormDrawer'
import { SwitchField } from '../../components/form/SwitchField'
import { useForm } from '../../components/form/use-form'
import { RulePreview } from './RulePreview'
import { bodyOf, isNumber, NUMBERS, type RuleValues, valuesOf, withMeasure } from './rule-form'

interface RuleDrawerProps {
  /** Absent for a new one. */
  readonly rule: AlertJson | undefined
  readonly onChanged: () => void
  readonly onClose: () => void
}

export function RuleDrawer({ rule, onChanged, onClose }: RuleDrawerProps) {
  const { text } = useText()
  const { quota_per_unit: perUnit } = useSite()
  const form = useForm(valuesOf(rule, perUnit), (values) => ({
    ...(values.name.trim() === '' && { name: text('reason.empty') }),
    ...Object.fromEntries(
      NUMBERS.filter((name) => !isNumber(values[name])).map((name) => [
        name,
        text('alert.number_wrong'),
      ]),
    ),
  }))
  const save = async (values: RuleValues): Promise<void> => {
    const body = bodyOf(values, perUnit)
    if (rule === undefined) await call('alert.create', { body })
    else await call('alert.update', { params: { id: rule.id }, body })
    onChanged()
  }
  return (
    <FormDrawer
      title={text(rule === undefined ? 'alert.new' : 'alert.edit')}
      {...(rule?.built_in === true && { subtitle: ruleTitle(rule.name, text) })}
      form={form}
      onSave={save}
      success={text('ui.saved')}
      onClose={onClose}
    >
      {rule?.built_in !== true && <Subject form={form} isNew={rule === undefined} />}
      <Threshold form={form} />
      <Timing form={form} />
      <Notices form={form} />
      <RulePreview values={form.values} />
    </FormDrawer>
  )
}

interface PartProps {
  readonly form: ReturnType<typeof useForm<RuleValues>>
}

const OWN = ALERT_MEASURES.filter((measure) => !isMatter(measure))

function Subject({ form, isNew }: PartProps & { readonly isNew: boolean }) {
  const { text } = useText()
  const { quota_per_unit: perUnit } = useSite()
  const { values, set } = form
  const { scopes, needsSubject }: AlertMeasureRow = MEASURE_ROWS[values.measure]
  const hint = values.scope === 'token' ? 'alert.token_hint' : 'alert.subject_hint'
  return (
    <>
      <Line form={form} name="name" title="alert.name" />
      <Field label={text('alert.measure')}>
        <Select
          block
          disabled={!isNew}
          value={values.measure}
          onChange={({ target }) => {
            const measure = OWN.find((each) => each === target.value)
            if (measure !== undefined) set(withMeasure(values, measure, perUnit))
          }}
        >
          {OWN.map((measure) => (
            <Select.Option key={measure} value={measure}>
              {text(`alert.measure_${measure}`)}
            </Select.Option>
          ))}
        </Select>
      </Field>
      <Field label={text('alert.scope')}>
        <Select
          block
          value={values.scope}
          onChange={({ target }) => {
            const scope = scopes.find((each) => each === target.value)
            if (scope !== undefined) set({ scope, subject: '' })
          }}
        >
          {scopes.map((scope) => (
            <Select.Option key={scope} value={scope}>
              {text(`alert.scope_${scope}`)}
            </Select.Option>
          ))}
        </Select>
      </Field>
      {values.scope !== 'site' && (
        <Line
          form={form}
          name="subject"
          title="alert.subject"
          caption={needsSubject === true ? 'alert.subject_needed' : hint}
        />
      )}
    </>
  )
}

function Threshold({ form }: PartProps) {
  const { text } = useText()
  const { values, set } = form
  const { comparisons, threshold, unit }: AlertMeasureRow = MEASURE_ROWS[values.measure]
  if (threshold === undefined) return null
  return (
    <div className="alert-pair">
      <Field label={text('alert.comparison')}>
        <Select
          block
          value={values.comparison}
          onChange={({ target }) => {
            const comparison = comparisons.find((each) => each === target.value)
            if (comparison !== undefined) set({ comparison })
          }}
        >
          {comparisons.map((each) => (
            <Select.Option key={each} value={each}>
              {text(`alert.${each}`)}
            </Select.Option>
          ))}
        </Select>
      </Field>
      <Line form={form} name="threshold" title="alert.threshold" caption={`alert.unit_${unit}`} />
    </div>
  )
}

function Timing({ form }: PartProps) {
  const { measure } = form.values
  return (
    <>
      <div className="alert-pair">
        {isCounted(measure) && <Line form={form} name="window" title="alert.window" />}
        <Line form={form} name="for" title="alert.for" caption="alert.for_hint" />
      </div>
      {MEASURE_ROWS[measure].minCalls > 0 && (
        <Line form={form} name="min_calls" title="alert.min_calls" caption="alert.min_calls_hint" />
      )}
    </>
  )
}

function Notices({ form }: PartProps) {
  const { text } = useText()
  const { values, set } = form
  return (
    <>
      <Field label={text('alert.severity')}>
        <Select
          block
          value={values.severity}
          onChange={({ target }) => {
            const severity = SEVERITIES.find((each) => each === target.value)
            if (severity !== undefined) set({ severity })
          }}
        >
          {SEVERITIES.map((severity) => (
            <Select.Option key={severity} value={severity}>
              {text(`alert.severity_${severity}`)}
            </Select.Option>
          ))}
        </Select>
      </Field>
      <SwitchField
        label={text('alert.enabled')}
        isOn={values.enabled}
        onChange={(enabled) => set({ enabled })}
      />
      <SwitchField
        label={text('alert.notify')}
        isOn={values.notify}
        onChange={(notify) => set({ notify })}
      />
      {values.notify && (
        <Line form={form} name="renotify" title="alert.renotify" caption="alert.renotify_hint" />
      )}
      {canOpenIncident(values.measure, values.scope) && (
        <SwitchField
          label={text('alert.opens_incident')}
          caption={text('alert.opens_incident_hint')}
          isOn={values.opens_incident}
          onChange={(opens_incident) => set({ opens_incident })}
        />
      )}
    </>
  )
}

interface LineProps extends PartProps {
  readonly name: (typeof NUMBERS)[number] | 'name' | 'subject'
  readonly title: TextKey
  readonly caption?: TextKey
}

function Line({ form, name, title, caption }: LineProps) {
  const { text } = useText()
  const { values, problems, set } = form
  const isNumeric = name !== 'name' && name !== 'subject'
  return (
    <Field
      label={text(title)}
      caption={caption && text(caption)}
      problem={problems[name]}
      isRequired={name === 'name'}
    >
      <TextInput
        block
        {...(isNumeric && { inputMode: 'decimal' as const })}
        value={values[name]}
        onChange={(event) => set({ [name]: event.target.value })}
      />
    </Field>
  )
}
