import { PlusIcon } from '@primer/octicons-react'
import { Button, Select, TextInput } from '@primer/react'
import { useState } from 'react'
import type { UserJson } from '../../../server/domain/endpoints/user'
import { changesOf } from '../../../server/domain/nouns/changes'
import { userFields } from '../../../server/domain/nouns/user'
import { call } from '../../api/client'
import { refresh, useEndpoint } from '../../api/use-endpoint'
import { useFormat } from '../../app/format'
import { type Text, useText } from '../../app/language'
import { Field } from '../../components/form/Field'
import { FormDrawer } from '../../components/form/FormDrawer'
import { OtherFields } from '../../components/form/OtherFields'
import { type OtherValues, otherBody, otherValues } from '../../components/form/other-values'
import { PasswordInput } from '../../components/form/PasswordInput'
import { QuotaField } from '../../components/form/QuotaField'
import { type Form, type Problems, useForm } from '../../components/form/use-form'
import { LimitsSection } from '../../components/limits/LimitsSection'
import { useLimits } from '../../components/limits/use-limits'
import '../../components/page/facts.css'

interface UserValues {
  readonly username: string
  readonly display_name: string
  readonly password: string
  readonly group: string
  readonly quota: string
  readonly others: OtherValues
}

/** Fields with controls of their own; a role is given by its own act. */
const OWN = ['username', 'display_name', 'group', 'role'] as const

function check(values: UserValues, text: Text): Problems<UserValues> {
  const { username, password, quota } = values
  return {
    ...(username.trim() === '' && { username: text('account.username_missing') }),
    ...(password !== '' && password.length < 8 && { password: text('account.password_short') }),
    ...(!/^-?\d{1,15}$/.test(quota.trim()) && { quota: text('user.quota_whole') }),
  }
}

function bodyOf({ username, display_name, group, others }: UserValues) {
  return { ...otherBody(userFields, others), username, display_name, group }
}

/** A balance that was not touched is not sent: it may have moved since it was read. */
async function save(user: UserJson, typed: UserValues): Promise<void> {
  const opened = { ...user, password: '', quota: '', others: otherValues(userFields, OWN, user) }
  const { changed, expected } = changesOf(bodyOf(opened), bodyOf(typed))
  const quota = Number(typed.quota)
  await call('user.update', {
    body: {
      ...changed,
      expected,
      id: user.id,
      password: typed.password,
      ...(quota !== user.quota && { quota, expected_quota: user.quota }),
    },
  })
  await refresh('user')
}

interface EditUserDrawerProps {
  readonly user: UserJson
  readonly onClose: () => void
}

export function EditUserDrawer({ user, onClose }: EditUserDrawerProps) {
  const { text } = useText()
  const { data: groups = [] } = useEndpoint('group.list')
  const { username, display_name, group, quota } = user
  const others = otherValues(userFields, OWN, user)
  const initial = { username, display_name, password: '', group, quota: String(quota), others }
  const form = useForm<UserValues>(initial, (values) => check(values, text))
  const { values, problems } = form
  const limits = useLimits({ subject: 'user', key: String(user.id), setBy: 'admin' })
  const saveAll = async (typed: UserValues) => {
    await save(user, typed)
    await limits.save([String(user.id)])
  }
  return (
    <FormDrawer
      title={text('user.edit')}
      subtitle={`#${user.id} ${username}`}
      form={form}
      limits={limits}
      onSave={saveAll}
      success={text('user.saved')}
      onClose={onClose}
    >
      <Field label={text('field.user.username')} problem={problems.username} isRequired>
        <TextInput
          block
          autoComplete="off"
          value={values.username}
          onChange={(event) => form.set({ username: event.target.value })}
        />
      </Field>
      <Field label={text('field.user.display_name')}>
        <TextInput
          block
          autoComplete="off"
          value={values.display_name}
          onChange={(event) => form.set({ display_name: event.target.value })}
        />
      </Field>
      <Field
        label={text('account.new_password')}
        caption={text('user.password_hint')}
        problem={problems.password}
      >
        <PasswordInput
          autoComplete="new-password"
          value={values.password}
          onChange={(password) => form.set({ password })}
        />
      </Field>
      <Field label={text('field.user.group')}>
        <Select
          block
          value={values.group}
          onChange={(event) => form.set({ group: event.target.value })}
        >
          {[...new Set([group, ...groups])].map((name) => (
            <Select.Option key={name} value={name}>
              {name}
            </Select.Option>
          ))}
        </Select>
      </Field>
      <OtherFields rows={userFields} form={form} />
      <Balance form={form} />
      <Bindings user={user} />
      <LimitsSection form={limits} />
    </FormDrawer>
  )
}

function Balance({ form }: { readonly form: Form<UserValues> }) {
  const { text } = useText()
  const { values, problems } = form
  const [isAdding, add] = useState(false)
  return (
    <>
      <QuotaField
        label={text('field.user.quota')}
        value={values.quota}
        problem={problems.quota}
        onChange={(quota) => form.set({ quota })}
      />
      <div>
        <Button leadingVisual={PlusIcon} onClick={() => add(true)}>
          {text('user.add_quota')}
        </Button>
      </div>
      {isAdding && (
        <AddQuota
          balance={Number(values.quota)}
          onAdd={(sum) => form.set({ quota: String(sum) })}
          onClose={() => add(false)}
        />
      )}
    </>
  )
}

interface AddQuotaProps {
  readonly balance: number
  readonly onAdd: (sum: number) => void
  readonly onClose: () => void
}

/** Dollars. */
const SHORTCUTS = [1, 10, 50, 100]

/** Adds to the balance in the form; the form saves it. */
function AddQuota({ balance, onAdd, onClose }: AddQuotaProps) {
  const { text } = useText()
  const format = useFormat()
  const [typed, type] = useState('')
  const more = /^-?\d{1,15}$/.test(typed.trim()) ? Number(typed) : undefined
  return (
    <div className="inset form">
      <QuotaField
        label={text('user.add_quota_amount')}
        value={typed}
        shortcuts={SHORTCUTS}
        onChange={type}
      />
      <span className="muted">
        {text('user.new_balance', { balance: format.quota(balance + (more ?? 0)) })}
      </span>
      <div className="form-inline">
        <Button
          variant="primary"
          disabled={more === undefined}
          onClick={() => {
            if (more !== undefined) onAdd(balance + more)
            onClose()
          }}
        >
          {text('ui.add')}
        </Button>
        <Button onClick={onClose}>{text('ui.cancel')}</Button>
      </div>
    </div>
  )
}

const BINDINGS = [
  { title: 'GitHub', field: 'github_id' },
  { title: 'LinuxDO', field: 'linux_do_id' },
  { title: 'OIDC', field: 'oidc_id' },
  { title: 'WeChat', field: 'wechat_id' },
  { title: 'Telegram', field: 'telegram_id' },
] as const

/** Accounts elsewhere; only their owner can bind them. */
function Bindings({ user }: { readonly user: UserJson }) {
  const { text } = useText()
  const { data: added = [] } = useEndpoint('oauth.bindings_of', { params: { id: user.id } })
  return (
    <details className="more">
      <summary>{text('user.bindings')}</summary>
      <dl className="fact-list">
        <dt>{text('account.email')}</dt>
        <dd>{user.email || text('user.not_bound')}</dd>
        {BINDINGS.map(({ title, field }) => (
          <div key={field} className="fact">
            <dt>{title}</dt>
            <dd>{user[field] || text('user.not_bound')}</dd>
          </div>
        ))}
        {added.map(({ slug, name, subject }) => (
          <div key={slug} className="fact">
            <dt>{name}</dt>
            <dd>{subject}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
