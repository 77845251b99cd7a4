import { Select, TextInput } from '@primer/react'
import { ApiError } from '../../../server/domain/api-calls/answer'
import { call } from '../../api/client'
import { refresh, useEndpoint } from '../../api/use-endpoint'
import { type Text, useText } from '../../app/language'
import { Field } from '../form/Field'
import { FormDrawer } from '../form/FormDrawer'
import { SwitchField } from '../form/SwitchField'
import { useForm } from '../form/use-form'
import type { Plan } from './plan'

interface GrantDialogProps {
  /** Chosen in the dialog where it is not given. */
  readonly plan?: Plan
  readonly user?: { readonly id: number; readonly username: string }
  readonly onClose: () => void
}

export function GrantDialog({ plan, user, onClose }: GrantDialogProps) {
  const { text } = useText()
  const { data: plans = [] } = useEndpoint('plan.list', {}, { skip: plan !== undefined })
  const first = { username: user?.username ?? '', planId: String(plan?.id ?? ''), renews: false }
  const form = useForm(first, ({ username, planId }) => ({
    ...(username.trim() === '' && { username: text('account.username_missing') }),
    ...(planId === '' && { planId: text('plans.choose') }),
  }))
  const { username, planId, renews } = form.values
  const save = async (): Promise<void> => {
    const user_id = user?.id ?? (await idOf(username.trim(), text))
    await call('subscription.grant', { body: { user_id, plan_id: Number(planId), renews } })
    await Promise.all(['subscription', 'plan'].map(refresh))
  }
  return (
    <FormDrawer
      kind="dialog"
      title={text('plans.grant')}
      subtitle={plan?.name ?? user?.username ?? ''}
      form={form}
      onSave={save}
      success={text('plans.granted')}
      saveLabel={text('plans.grant')}
      onClose={onClose}
    >
      {user === undefined && (
        <Field
          label={text('roles.user')}
          caption={text('roles.user_hint')}
          problem={form.problems.username}
        >
          <TextInput
            block
            value={username}
            onChange={(event) => form.set({ username: event.target.value })}
          />
        </Field>
      )}
      {plan === undefined && (
        <Field label={text('plans.plan')} problem={form.problems.planId}>
          <Select
            block
            value={planId}
            onChange={(event) => form.set({ planId: event.target.value })}
          >
            <Select.Option value="" disabled>
              {text('plans.choose')}
            </Select.Option>
            {plans.map(({ id, name }) => (
              <Select.Option key={id} value={String(id)}>
                {name}
              </Select.Option>
            ))}
          </Select>
        </Field>
      )}
      <SwitchField
        label={text('plans.grant_renews')}
        caption={text('plans.grant_renews_hint')}
        isOn={renews}
        onChange={(isOn) => form.set({ renews: isOn })}
      />
    </FormDrawer>
  )
}

/** Of a full name or an id. */
async function idOf(keyword: string, text: Text): Promise<number> {
  const { data } = await call('user.search', { query: { keyword, page_size: 100 } })
  const user = data.items.find((item) => item.username === keyword || String(item.id) === keyword)
  if (user !== undefined) return user.id
  throw new ApiError(200, { message: text('roles.user_unknown', { name: keyword }) })
}
