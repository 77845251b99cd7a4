import { Button, TextInput } from '@primer/react'
import { ROLE } from '../../../server/domain/accounts/roles'
import { isWellKnownPassword } from '../../../server/domain/accounts/well-known-passwords'
import type { UserJson } from '../../../server/domain/endpoints/user'
import { call } from '../../api/client'
import { afterSecondStep } from '../../api/second-factor'
import { useText } from '../../app/language'
import { useToast } from '../../app/Toasts'
import { Field } from '../../components/form/Field'
import { PasswordInput } from '../../components/form/PasswordInput'
import { useForm } from '../../components/form/use-form'
import { useAction } from '../../components/page/use-action'
import { BotCheck } from './BotCheck'
import { useHumanProof } from './use-human-proof'

interface PasswordLoginProps {
  /** Who has to be signed in again; absent where anybody may. */
  readonly username?: string
  readonly onUser: (user: UserJson) => void
}

export default function PasswordLogin({ username: known, onUser }: PasswordLoginProps) {
  const { text } = useText()
  const toast = useToast()
  const { isBusy, run } = useAction()
  const proof = useHumanProof()
  const initial = { username: known ?? '', password: '' }
  const form = useForm(initial, ({ username, password }) => ({
    ...(username.trim() === '' && { username: text('account.username_missing') }),
    ...(password === '' && { password: text('account.password_missing') }),
  }))
  const { username, password } = form.values
  const logIn = async (body: typeof form.values): Promise<void> => {
    if (!proof.isReady()) return
    await run(async () => {
      const query = { turnstile: proof.token }
      const { data } = await proof.spend(() => call('session.login', { query, body }))
      const user = await afterSecondStep(data)
      if (user === undefined) return
      toast.success(text('account.logged_in'))
      if (user.role >= ROLE.root && isWellKnownPassword(body.password)) {
        toast.warn(text('account.default_password'))
      }
      onUser(user)
    })
  }
  return (
    <form className="form" noValidate onSubmit={form.submit(logIn)}>
      {known === undefined && (
        <Field label={text('account.name_or_email')} problem={form.problems.username}>
          <TextInput
            block
            size="large"
            autoComplete="username"
            autoCapitalize="none"
            autoFocus
            value={username}
            onChange={(event) => form.set({ username: event.target.value })}
          />
        </Field>
      )}
      <Field label={text('account.password')} problem={form.problems.password}>
        <PasswordInput
          autoComplete="current-password"
          value={password}
          onChange={(value) => form.set({ password: value })}
        />
      </Field>
      <BotCheck onToken={proof.onToken} uses={proof.uses} />
      <Button type="submit" variant="primary" size="large" block loading={isBusy}>
        {text('nav.login')}
      </Button>
    </form>
  )
}
