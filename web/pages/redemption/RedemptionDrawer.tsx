import { Select, TextInput } from '@primer/react'
import { changesOf } from '../../../server/domain/nouns/changes'
import { redemptionFields } from '../../../server/domain/nouns/redemption'
import { call } from '../../api/client'
import { refresh, useEndpoint } from '../../api/use-endpoint'
import { useFormat } from '../../app/format'
import { type Text, useText } from '../../app/language'
import { Field } from '../../components/form/Field'
import { FormDrawer } from '../../components/form/FormDrawer'
import { OtherFields } from '../../components/form/OtherFields'
import { type OtherValues, otherBody, otherValues } from '../../components/form/other-values'
import { QuotaField } from '../../components/form/QuotaField'
import { type Problems, useForm } from '../../components/form/use-form'
import type { Redemption } from './redemption'

interface RedemptionValues {
  readonly name: string
  readonly quota: string
  readonly count: string
  /** Of the plan that it grants; "" for credits. */
  readonly planId: string
  readonly others: OtherValues
}

/** Fields with controls of their own. */
const OWN = ['name', 'quota'] as const

const NEW_QUOTA = 100_000
const MOST = 100
const MAX_NAME = 20
/** Dollars. */
const QUOTAS = [1, 10, 50, 100, 500, 1000]

function check(values: RedemptionValues, isNew: boolean, text: Text): Problems<RedemptionValues> {
  const { name, quota, count, planId } = values
  const length = [...name.trim()].length
  const number = /^\d{1,15}$/.test(count.trim()) ? Number(count) : 0
  return {
    ...((length > MAX_NAME || (!isNew && length === 0)) && {
      name: text('redemption.name_length'),
    }),
    ...(planId === '' &&
      !/^0*[1-9]\d{0,14}$/.test(quota.trim()) && { quota: text('redemption.quota_least') }),
    ...(isNew && (number < 1 || number > MOST) && { count: text('redemption.count_range') }),
  }
}

function valuesOf(redemption: Redemption | undefined): RedemptionValues {
  return {
    name: redemption?.name ?? '',
    quota: String(redemption?.quota ?? NEW_QUOTA),
    count: '1',
    planId: redemption?.plan_id ? String(redemption.plan_id) : '',
    others: otherValues(redemptionFields, OWN, { ...redemption }),
  }
}

function bodyOf({ name, quota, planId, others }: RedemptionValues, unnamed: string) {
  const fields = otherBody(redemptionFields, others)
  if (planId !== '') return { ...fields, name: name.trim(), quota: 0 }
  return { ...fields, name: name.trim() || unnamed, quota: Number(quota) }
}

interface RedemptionDrawerProps {
  /** `undefined` for new ones. */
  readonly redemption: Redemption | undefined
  readonly onMade: (codes: readonly string[]) => void
  readonly onClose: () => void
}

export function RedemptionDrawer({ redemption, onMade, onClose }: RedemptionDrawerProps) {
  const { text } = useText()
  const format = useFormat()
  const isNew = redemption === undefined
  const initial = valuesOf(redemption)
  const form = useForm(initial, (values) => check(values, isNew, text))
  const { values, problems } = form
  const save = async (typed: RedemptionValues): Promise<void> => {
    const body = bodyOf(typed, format.quota(Number(typed.quota)))
    if (redemption === undefined) {
      const { data } = await call('redemption.create', {
        body: { ...body, plan_id: Number(typed.planId), count: Number(typed.count) },
      })
      onMade(data)
    } else {
      const { changed, expected } = changesOf(bodyOf(initial, redemption.name), body)
      await call('redemption.update', { body: { ...changed, expected, id: redemption.id } })
    }
    await refresh('redemption')
  }
  return (
    <FormDrawer
      title={text(isNew ? 'redemption.add' : 'redemption.edit')}
      form={form}
      onSave={save}
      success={text(isNew ? 'redemption.created' : 'ui.saved')}
      saveLabel={text(isNew ? 'ui.create' : 'ui.save')}
      onClose={onClose}
    >
      <Field
        label={text('field.redemption.name')}
        caption={text('redemption.name_hint')}
        problem={problems.name}
      >
        <TextInput
          block
          value={values.name}
          onChange={(event) => form.set({ name: event.target.value })}
        />
      </Field>
      {isNew && <GrantField planId={values.planId} onChange={(planId) => form.set({ planId })} />}
      {values.planId === '' && (
        <QuotaField
          label={text('field.redemption.quota')}
          value={values.quota}
          problem={problems.quota}
          shortcuts={QUOTAS}
          onChange={(quota) => form.set({ quota })}
        />
      )}
      <OtherFields rows={redemptionFields} form={form} />
      {isNew && (
        <Field
          label={text('token.count')}
          caption={text('redemption.count_hint')}
          problem={problems.count}
        >
          <TextInput
            block
            inputMode="numeric"
            value={values.count}
            onChange={(event) => form.set({ count: event.target.value })}
          />
        </Field>
      )}
    </FormDrawer>
  )
}

interface GrantFieldProps {
  readonly planId: string
  readonly onChange: (planId: string) => void
}

/** Credits or a plan, where there are any. */
function GrantField({ planId, onChange }: GrantFieldProps) {
  const { text } = useText()
  const { data: plans = [] } = useEndpoint('plan.list')
  const offered = plans.filter(({ enabled }) => enabled)
  if (offered.length === 0) return null
  return (
    <Field label={text('redemption.grants')}>
      <Select block value={planId} onChange={(event) => onChange(event.target.value)}>
        <Select.Option value="">{text('field.redemption.quota')}</Select.Option>
        {offered.map(({ id, name }) => (
          <Select.Option key={id} value={String(id)}>
            {`${text('plans.plan')}: ${name}`}
          </Select.Option>
        ))}
      </Select>
    </Field>
  )
}
