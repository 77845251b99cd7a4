import { PersonIcon } from '@primer/octicons-react'
import { Button, TextInput } from '@primer/react'
import type { UserJson } from '../../../../server/domain/endpoints/user'
import { call } from '../../../api/client'
import { refresh } from '../../../api/use-endpoint'
import { type Text, useText } from '../../../app/language'
import { rememberViewer } from '../../../app/session'
import { Field } from '../../../components/form/Field'
import { PasswordInput } from '../../../components/form/PasswordInput'
import { type Problems, useForm } from '../../../components/form/use-form'
import { Card } from '../../../components/page/Card'
import { useAction } from '../../../components/page/use-action'
import { useOwnerProof } from '../../../components/sign-in/OwnerProof'

export function ProfileCard({ user }: { readonly user: UserJson }) {
  const { text } = useText()
  return (
    <Card id="profile" icon={PersonIcon} title={text('personal.profile')}>
      <NameForm user={user} />
      <hr className="personal-rule" />
      <PasswordForm />
    </Card>
  )
}

const MAX_DISPLAY_NAME = 20

function NameForm({ user }: { readonly user: UserJson }) {
  const { text } = useText()
  const { isBusy, run } = useAction()
  const form = useForm({ display_name: user.display_name }, ({ display_name }) => ({
    ...(display_name.trim() === '' && { display_name: text('personal.display_name_missing') }),
  }))
  const save = async (body: typeof form.values): Promise<void> => {
    await run(async () => {
      await call('user.self_update', { body })
      form.reset(body)
      // The menu shows the name too.
      rememberViewer((await call('user.self')).data)
      await refresh('user')
    }, text('personal.name_saved'))
  }
  return (
    <form className="form" noValidate onSubmit={form.submit(save)}>
      <Field label={text('field.user.display_name')} problem={form.problems.display_name}>
        <TextInput
          block
          autoComplete="nickname"
          maxLength={MAX_DISPLAY_NAME}
          value={form.values.display_name}
          onChange={(event) => form.set({ display_name: event.target.value })}
        />
      </Field>
      <div>
        <Button type="submit" loading={isBusy} disabled={!form.isChanged}>
          {text('ui.save')}
        </Button>
      </div>
    </form>
  )
}

const EMPTY = { password: '', again: '' }
const MIN_PASSWORD = 8

function check({ password, again }: typeof EMPTY, text: Text): Problems<typeof EMPTY> {
  return {
    ...(password.length < MIN_PASSWORD && { password: text('account.password_short') }),
    ...(password !== again && { again: text('account.passwords_differ') }),
  }
}

function PasswordForm() {
  const { text } = useText()
  const { isBusy, run } = useAction()
  const asOwner = useOwnerProof()
  const form = useForm(EMPTY, (values) => check(values, text))
  const { values, problems } = form
  const save = async ({ password }: typeof EMPTY): Promise<void> => {
    await run(async () => {
      await asOwner(() => call('user.self_update', { body: { password } }))
      form.reset(EMPTY)
      await refresh('session')
    }, text('personal.password_changed'))
  }
  return (
    <form className="form" noValidate onSubmit={form.submit(save)}>
      <Field
        label={text('account.new_password')}
        caption={text('personal.new_password_hint')}
        problem={problems.password}
      >
        <PasswordInput
          size="medium"
          autoComplete="new-password"
          value={values.password}
          onChange={(password) => form.set({ password })}
        />
      </Field>
      <Field label={text('personal.new_password_again')} problem={problems.again}>
        <PasswordInput
          size="medium"
          autoComplete="new-password"
          value={values.again}
          onChange={(again) => form.set({ again })}
        />
      </Field>
      <div>
        <Button type="submit" loading={isBusy}>
          {text('personal.change_password')}
        </Button>
      </div>
    </form>
  )
}
