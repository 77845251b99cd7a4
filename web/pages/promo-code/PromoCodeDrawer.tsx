import { TextInput } from '@primer/react'
import type { PromoCodeJson } from '../../../server/domain/endpoints/promo-code'
import { PROMO_SCOPES } from '../../../server/domain/payments/promo-code'
import { call } from '../../api/client'
import { refresh, useEndpoint } from '../../api/use-endpoint'
import { useText } from '../../app/language'
import { ChoiceField } from '../../components/form/ChoiceField'
import { Field } from '../../components/form/Field'
import { FormDrawer } from '../../components/form/FormDrawer'
import { PickMany } from '../../components/form/PickMany'
import { QuotaField } from '../../components/form/QuotaField'
import { SwitchField } from '../../components/form/SwitchField'
import { TimeField } from '../../components/form/TimeField'
import { type Form, useForm } from '../../components/form/use-form'
import {
  bodyOf,
  type CountName,
  KINDS,
  type PlanNames,
  type PromoCodeValues,
  problemsOf,
  valuesOf,
} from './promo-code-form'

interface PromoCodeDrawerProps {
  /** `undefined` for a new one. */
  readonly promoCode: PromoCodeJson | undefined
  readonly onClose: () => void
}

/** The form begins when the names of its plans are here. */
export function PromoCodeDrawer(props: PromoCodeDrawerProps) {
  const { data: plans, error } = useEndpoint('plan.list')
  if (plans === undefined && error === undefined) return null
  const names = new Map((plans ?? []).map(({ id, name }) => [id, name]))
  return <PromoCodeForm {...props} names={names} />
}

interface PromoCodeFormProps extends PromoCodeDrawerProps {
  readonly names: PlanNames
}

function PromoCodeForm({ promoCode, names, onClose }: PromoCodeFormProps) {
  const { text } = useText()
  const form = useForm(valuesOf(promoCode, names), (values) => problemsOf(values, text))
  const save = async (values: PromoCodeValues): Promise<void> => {
    const body = bodyOf(values, names)
    if (promoCode === undefined) await call('promo_code.create', { body })
    else await call('promo_code.update', { params: { id: promoCode.id }, body })
    await Promise.all(['promo_code', 'status'].map(refresh))
  }
  return (
    <FormDrawer
      title={text(promoCode === undefined ? 'promo.new' : 'promo.edit')}
      {...(promoCode !== undefined && { subtitle: text('promo.edit_hint') })}
      form={form}
      onSave={save}
      success={text('ui.saved')}
      onClose={onClose}
    >
      <Discount form={form} />
      <Orders form={form} names={names} />
      <Limits form={form} />
    </FormDrawer>
  )
}

interface PartProps {
  readonly form: Form<PromoCodeValues>
}

function Discount({ form }: PartProps) {
  const { text } = useText()
  const { values, problems, set } = form
  return (
    <>
      <Field label={text('promo.code')} caption={text('promo.code_hint')} problem={problems.code}>
        <TextInput
          block
          maxLength={32}
          value={values.code}
          onChange={(event) => set({ code: event.target.value.toUpperCase() })}
        />
      </Field>
      <ChoiceField
        label={text('promo.kind')}
        choices={KINDS}
        chosen={values.kind}
        titleOf={(kind) => text(`promo.kind_${kind}`)}
        onChange={(kind) => set({ kind })}
      />
      {values.kind === 'percent' ? (
        <>
          <Field label={text('promo.percent')} problem={problems.percent} isRequired>
            <TextInput
              block
              inputMode="decimal"
              trailingVisual="%"
              value={values.percent}
              onChange={(event) => set({ percent: event.target.value })}
            />
          </Field>
          <QuotaField
            label={text('promo.most_off')}
            value={values.most_off}
            problem={problems.most_off}
            caption={text('promo.most_off_hint')}
            onChange={(most_off) => set({ most_off })}
          />
        </>
      ) : (
        <QuotaField
          label={text('promo.amount')}
          value={values.amount_off}
          problem={problems.amount_off}
          onChange={(amount_off) => set({ amount_off })}
        />
      )}
    </>
  )
}

function Orders({ form, names }: PartProps & { readonly names: PlanNames }) {
  const { text } = useText()
  const { values, problems, set } = form
  return (
    <>
      <ChoiceField
        label={text('promo.applies_to')}
        choices={PROMO_SCOPES}
        chosen={values.applies_to}
        titleOf={(scope) => text(`promo.scope_${scope}`)}
        onChange={(applies_to) => set({ applies_to })}
      />
      {values.applies_to === 'plans' && (
        <PickMany
          label={text('promo.plans')}
          caption={text('promo.plans_hint')}
          chosen={values.plans}
          choices={[...names.values()]}
          onChange={(plans) => set({ plans })}
        />
      )}
      <QuotaField
        label={text('promo.least_order')}
        value={values.least_order}
        problem={problems.least_order}
        caption={text('promo.least_order_hint')}
        onChange={(least_order) => set({ least_order })}
      />
      <SwitchField
        label={text('promo.first_order')}
        caption={text('promo.first_order_hint')}
        isOn={values.first_order}
        onChange={(first_order) => set({ first_order })}
      />
    </>
  )
}

function Limits({ form }: PartProps) {
  const { text } = useText()
  const { values, problems, set } = form
  return (
    <>
      <div className="form-row">
        <Count form={form} name="most_uses" />
        <Count form={form} name="most_per_user" />
      </div>
      <div className="form-row">
        <TimeField
          label={text('promo.starts_at')}
          caption={text('promo.starts_at_hint')}
          value={values.starts_at}
          onChange={(starts_at) => set({ starts_at })}
        />
        <TimeField
          label={text('promo.ends_at')}
          caption={text('promo.ends_at_hint')}
          value={values.ends_at}
          problem={problems.ends_at}
          onChange={(ends_at) => set({ ends_at })}
        />
      </div>
      <Field label={text('promo.note')}>
        <TextInput
          block
          maxLength={200}
          value={values.note}
          onChange={(event) => set({ note: event.target.value })}
        />
      </Field>
      <SwitchField
        label={text('promo.enabled')}
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
      label={text(`promo.${name}`)}
      caption={text('promo.no_limit_hint')}
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
