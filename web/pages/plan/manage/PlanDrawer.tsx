import { Textarea, TextInput } from '@primer/react'
import { PERIOD_UNITS } from '../../../../server/domain/plans/new-plan'
import { OVERFLOWS } from '../../../../server/domain/plans/terms'
import { call } from '../../../api/client'
import { refresh, useEndpoint } from '../../../api/use-endpoint'
import { useText } from '../../../app/language'
import { useSite } from '../../../app/site'
import { ChoiceField } from '../../../components/form/ChoiceField'
import { Field } from '../../../components/form/Field'
import { FormDrawer } from '../../../components/form/FormDrawer'
import { PickMany } from '../../../components/form/PickMany'
import { QuotaField } from '../../../components/form/QuotaField'
import { SwitchField } from '../../../components/form/SwitchField'
import { type Form, useForm } from '../../../components/form/use-form'
import type { Plan } from '../../../components/plan/plan'
import { AllowanceFields } from './AllowanceFields'
import { CheaperFields } from './CheaperFields'
import { bodyOf, type CountName, type PlanValues, problemsOf, valuesOf } from './plan-form'

interface PlanDrawerProps {
  /** `undefined` for a new one. */
  readonly plan: Plan | undefined
  readonly onClose: () => void
}

export function PlanDrawer({ plan, onClose }: PlanDrawerProps) {
  const { text } = useText()
  const { quota_per_unit: perUnit } = useSite()
  const form = useForm(valuesOf(plan, perUnit), (values) => problemsOf(values, text))
  const save = async (values: PlanValues): Promise<void> => {
    const body = bodyOf(values, perUnit)
    if (plan === undefined) await call('plan.create', { body })
    else await call('plan.update', { params: { id: plan.id }, body })
    await Promise.all(['plan', 'status'].map(refresh))
  }
  return (
    <FormDrawer
      title={text(plan === undefined ? 'plans.new' : 'plans.edit')}
      {...(plan !== undefined && { subtitle: text('plans.edit_hint') })}
      form={form}
      onSave={save}
      success={text('ui.saved')}
      onClose={onClose}
    >
      <Offer form={form} />
      <Grants form={form} />
      <Rules form={form} />
    </FormDrawer>
  )
}

interface PartProps {
  readonly form: Form<PlanValues>
}

function Offer({ form }: PartProps) {
  const { text } = useText()
  const { values, problems, set } = form
  return (
    <>
      <Field label={text('plans.name')} problem={problems.name} isRequired>
        <TextInput
          block
          maxLength={40}
          value={values.name}
          onChange={(event) => set({ name: event.target.value })}
        />
      </Field>
      <Field label={text('plans.about')} caption={text('plans.about_hint')}>
        <Textarea
          block
          rows={3}
          resize="vertical"
          value={values.description}
          onChange={(event) => set({ description: event.target.value })}
        />
      </Field>
      <QuotaField
        label={text('plans.price')}
        value={values.price}
        problem={problems.price}
        onChange={(price) => set({ price })}
      />
      <div className="form-row">
        <Count form={form} name="period_count" />
        <ChoiceField
          label={text('plans.period_unit')}
          choices={PERIOD_UNITS}
          chosen={values.period_unit}
          titleOf={(unit) => text(`plans.unit_${unit}`)}
          onChange={(period_unit) => set({ period_unit })}
        />
      </div>
      <SwitchField
        label={text('plans.on_sale')}
        caption={text('plans.on_sale_hint')}
        isOn={values.on_sale}
        onChange={(on_sale) => set({ on_sale })}
      />
      <SwitchField
        label={text('plans.renews_field')}
        caption={text('plans.renews_hint')}
        isOn={values.renews}
        onChange={(renews) => set({ renews })}
      />
    </>
  )
}

function Grants({ form }: PartProps) {
  const { text } = useText()
  const { values, problems, set } = form
  const { data: models = [] } = useEndpoint('user.models')
  const { data: groups } = useEndpoint('group.list')
  return (
    <>
      <QuotaField
        label={text('plans.budget')}
        value={values.budget}
        problem={problems.budget}
        caption={text('plans.budget_hint')}
        onChange={(budget) => set({ budget })}
      />
      <AllowanceFields
        drafts={values.allowances}
        problem={problems.allowances}
        onChange={(allowances) => set({ allowances })}
      />
      <PickMany
        label={text('plans.models_field')}
        caption={text('plans.models_hint')}
        chosen={values.models}
        choices={models}
        allowsOthers
        onChange={(chosen) => set({ models: chosen })}
      />
      <PickMany
        label={text('plans.groups_field')}
        caption={text('plans.groups_hint')}
        chosen={values.groups}
        choices={groups ?? []}
        onChange={(chosen) => set({ groups: chosen })}
      />
    </>
  )
}

function Rules({ form }: PartProps) {
  const { text } = useText()
  const { values, problems, set } = form
  return (
    <>
      <ChoiceField
        label={text('plans.overflow')}
        choices={OVERFLOWS}
        chosen={values.overflow}
        titleOf={(overflow) => text(`plans.overflow_${overflow}`)}
        onChange={(overflow) => set({ overflow })}
      />
      {values.overflow === 'cheaper' && (
        <CheaperFields
          rows={values.cheaper}
          problem={problems.cheaper}
          onChange={(cheaper) => set({ cheaper })}
        />
      )}
      <div className="form-row">
        <Field label={text('plans.carry_over')} problem={problems.carry_over}>
          <TextInput
            block
            inputMode="numeric"
            trailingVisual="%"
            value={values.carry_over}
            onChange={(event) => set({ carry_over: event.target.value })}
          />
        </Field>
        <Field label={text('limit.zone')}>
          <TextInput
            block
            value={values.zone}
            onChange={(event) => set({ zone: event.target.value })}
          />
        </Field>
      </div>
      <div className="form-row">
        <Count form={form} name="priority" />
        <Count form={form} name="most_per_user" />
      </div>
      <Count form={form} name="grace_hours" />
      <SwitchField
        label={text('plans.enabled')}
        caption={text('plans.enabled_hint')}
        isOn={values.enabled}
        onChange={(enabled) => set({ enabled })}
      />
    </>
  )
}

function Count({ form, name }: PartProps & { readonly name: CountName }) {
  const { text } = useText()
  return (
    <Field
      label={text(`plans.${name}`)}
      caption={text(`plans.${name}_hint`)}
      problem={form.problems[name]}
    >
      <TextInput
        block
        inputMode="numeric"
        value={form.values[name]}
        onChange={(event) => form.set({ [name]: event.target.value })}
      />
    </Field>
  )
}
