import { TextInput } from '@primer/react'
import { call } from '../../api/client'
import { refresh } from '../../api/use-endpoint'
import { useText } from '../../app/language'
import { Field } from '../../components/form/Field'
import { FormDrawer } from '../../components/form/FormDrawer'
import { PasswordInput } from '../../components/form/PasswordInput'
import { useForm } from '../../components/form/use-form'

export function NewUserDrawer({ onClose }: { readonly onClose: () => void }) {
  const { text } = useText()
  const form = useForm({ username: '', display_name: '', password: '' }, (values) => ({
    ...(values.username.trim() === '' && { username: text('account.username_missing') }),
    ...(values.password === '' && { password: text('account.password_missing') }),
    ...(values.password !== '' &&
      values.password.length < 8 && { password: text('account.password_short') }),
  }))
  const { values, problems } = form
  return (
    <FormDrawer
      title={text('user.add')}
      form={form}
      onSave={async (body) => {
        await call('user.create', { body })
        await refresh('user')
      }}
      success={text('user.created')}
      saveLabel={text('ui.create')}
      onClose={onClose}
    >
      <Field label={text('field.user.username')} problem={problems.username} isRequired>
        <TextInput
          block
          size="large"
          autoComplete="off"
          value={values.username}
          onChange={(event) => form.set({ username: event.target.value })}
        />
      </Field>
      <Field label={text('field.user.display_name')}>
        <TextInput
          block
          size="large"
          autoComplete="off"
          value={values.display_name}
          onChange={(event) => form.set({ display_name: event.target.value })}
        />
      </Field>
      <Field
        label={text('account.password')}
        caption={text('account.password_hint')}
        problem={problems.password}
        isRequired
      >
        <PasswordInput
          autoComplete="new-password"
          value={values.password}
          onChange={(password) => form.set({ password })}
        />
      </Field>
    </FormDrawer>
  )
}
