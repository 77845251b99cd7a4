import { Select, Textarea, TextInput } from '@primer/react'
import type { IncidentJson } from '../../../server/domain/endpoints/incident'
import {
  IMPACTS,
  type Impact,
  INCIDENT_KINDS,
  type IncidentKind,
  type IncidentState,
  STATES_OF_KIND,
} from '../../../server/domain/status-page/incident'
import { call } from '../../api/client'
import { useEndpoint } from '../../api/use-endpoint'
import { useText } from '../../app/language'
import { nowSeconds } from '../../app/now'
import { Field } from '../../components/form/Field'
import { FormDrawer } from '../../components/form/FormDrawer'
import { PickMany } from '../../components/form/PickMany'
import { boundOf, localTimeText, secondsOf, TimeField } from '../../components/form/TimeField'
import { useForm } from '../../components/form/use-form'
import type { IncidentDialogState } from './incident-dialog'

interface IncidentDialogsProps {
  readonly dialog: IncidentDialogState
  readonly onChanged: () => void
  readonly onClose: () => void
}

export function IncidentDialogs({ dialog, ...shared }: IncidentDialogsProps) {
  return dialog.kind === 'edit' ? (
    <EditIncident incident={dialog.incident} {...shared} />
  ) : (
    <PostUpdate incident={dialog.incident} {...shared} />
  )
}

interface EditProps extends Pick<IncidentDialogsProps, 'onChanged' | 'onClose'> {
  /** Absent for a new one. */
  readonly incident: IncidentJson | undefined
}

interface Values {
  readonly kind: IncidentKind
  readonly title: string
  readonly impact: Impact
  readonly models: readonly string[]
  readonly starts: string
  readonly ends: string
  readonly body: string
}

const HOUR = 3600

function valuesOf(incident: IncidentJson | undefined): Values {
  if (incident === undefined) {
    const next = nowSeconds() - (nowSeconds() % HOUR) + HOUR
    const [starts, ends] = [localTimeText(next), localTimeText(next + HOUR)]
    const nothing = { title: '', models: [], body: '' }
    return { ...nothing, kind: 'incident', impact: 'minor', starts, ends }
  }
  const { kind, title, impact, models, starts_at, ends_at } = incident
  const ends = ends_at === 0 ? '' : localTimeText(ends_at)
  return { kind, title, impact, models, starts: localTimeText(starts_at), ends, body: '' }
}

function EditIncident({ incident, onChanged, onClose }: EditProps) {
  const { text } = useText()
  const isNew = incident === undefined
  const form = useForm(valuesOf(incident), ({ kind, title, starts, ends }) => ({
    ...(title.trim() === '' && { title: text('reason.empty') }),
    ...(kind === 'maintenance' &&
      !(secondsOf(ends) > secondsOf(starts)) && { ends: text('incident.times_wrong') }),
  }))
  const { kind, title, impact, models, body } = form.values
  const isPlanned = kind === 'maintenance'
  const save = async ({ starts, ends }: Values): Promise<void> => {
    const times = { starts_at: boundOf(starts), ends_at: boundOf(ends) }
    const fields = { title, impact: isPlanned ? ('none' as const) : impact, models: [...models] }
    if (isNew) {
      const planned = isPlanned ? times : {}
      await call('incident.create', { body: { ...fields, ...planned, kind, body } })
    } else
      await call('incident.change', { params: { id: incident.id }, body: { ...fields, ...times } })
    onChanged()
  }
  return (
    <FormDrawer
      title={text(isNew ? 'incident.new' : 'incident.edit')}
      form={form}
      onSave={save}
      success={text('ui.saved')}
      onClose={onClose}
    >
      {isNew && (
        <Field label={text('incident.kind')}>
          <Select
            block
            value={kind}
            onChange={({ target }) =>
              form.set({ kind: INCIDENT_KINDS.find((one) => one === target.value) ?? 'incident' })
            }
          >
            {INCIDENT_KINDS.map((one) => (
              <Select.Option key={one} value={one}>
                {text(`incident.kind.${one}`)}
              </Select.Option>
            ))}
          </Select>
        </Field>
      )}
      <Field label={text('incident.title')} problem={form.problems.title} isRequired>
        <TextInput
          block
          maxLength={200}
          value={title}
          onChange={({ target }) => form.set({ title: target.value })}
        />
      </Field>
      {!isPlanned && <ImpactField impact={impact} onChange={(one) => form.set({ impact: one })} />}
      <ModelsField models={models} onChange={(chosen) => form.set({ models: chosen })} />
      {(isPlanned || !isNew) && <TimeFields form={form} />}
      {isNew && <BodyField body={body} onChange={(typed) => form.set({ body: typed })} />}
    </FormDrawer>
  )
}

function TimeFields({ form }: { readonly form: ReturnType<typeof useForm<Values>> }) {
  const { text } = useText()
  const { starts, ends } = form.values
  return (
    <>
      <TimeField
        label={text('incident.start')}
        value={starts}
        onChange={(value) => form.set({ starts: value })}
      />
      <TimeField
        label={text('incident.end')}
        value={ends}
        problem={form.problems.ends}
        onChange={(value) => form.set({ ends: value })}
      />
    </>
  )
}

interface ImpactFieldProps {
  readonly impact: Impact
  readonly onChange: (impact: Impact) => void
}

function ImpactField({ impact, onChange }: ImpactFieldProps) {
  const { text } = useText()
  return (
    <Field label={text('incident.impact')} caption={text('incident.impact_hint')}>
      <Select
        block
        value={impact}
        onChange={({ target }) => onChange(IMPACTS.find((one) => one === target.value) ?? 'none')}
      >
        {IMPACTS.map((one) => (
          <Select.Option key={one} value={one}>
            {text(`incident.impact.${one}`)}
          </Select.Option>
        ))}
      </Select>
    </Field>
  )
}

interface ModelsFieldProps {
  readonly models: readonly string[]
  readonly onChange: (models: readonly string[]) => void
}

function ModelsField({ models, onChange }: ModelsFieldProps) {
  const { text } = useText()
  const { data = [] } = useEndpoint('model.enabled')
  return (
    <PickMany
      label={text('incident.models')}
      caption={text('incident.models_hint')}
      chosen={models}
      choices={data}
      allowsOthers
      onChange={onChange}
    />
  )
}

interface BodyFieldProps {
  readonly body: string
  readonly problem?: string | undefined
  readonly onChange: (body: string) => void
}

function BodyField({ body, problem, onChange }: BodyFieldProps) {
  const { text } = useText()
  return (
    <Field label={text('incident.message')} caption={text('incident.markdown')} problem={problem}>
      <Textarea
        block
        rows={5}
        maxLength={10_000}
        value={body}
        onChange={({ target }) => onChange(target.value)}
      />
    </Field>
  )
}

interface PostProps extends Pick<IncidentDialogsProps, 'onChanged' | 'onClose'> {
  readonly incident: IncidentJson
}

function PostUpdate({ incident, onChanged, onClose }: PostProps) {
  const { text } = useText()
  const states: readonly IncidentState[] = STATES_OF_KIND[incident.kind]
  const form = useForm({ state: incident.state, body: '' })
  const { state, body } = form.values
  const save = async (): Promise<void> => {
    await call('incident.update', { params: { id: incident.id }, body: { state, body } })
    onChanged()
  }
  return (
    <FormDrawer
      title={text('incident.post')}
      subtitle={incident.title}
      form={form}
      onSave={save}
      success={text('incident.posted')}
      saveLabel={text('incident.post')}
      onClose={onClose}
    >
      <Field label={text('incident.state')}>
        <Select
          block
          value={state}
          onChange={({ target }) =>
            form.set({ state: states.find((one) => one === target.value) ?? state })
          }
        >
          {states.map((one) => (
            <Select.Option key={one} value={one}>
              {text(`incident.state.${one}`)}
            </Select.Option>
          ))}
        </Select>
      </Field>
      <BodyField body={body} onChange={(typed) => form.set({ body: typed })} />
    </FormDrawer>
  )
}
