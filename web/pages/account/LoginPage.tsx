import { Banner, Button, TextInput } from '@primer/react'
import { useLocation, useSearchParams } from 'wouter'
import type { UserJson } from '../../../server/domain/endpoints/user'
import { isAdmin, ROLE } from '../../../server/domain/roles'
import { isWellKnownPassword } from '../../../server/domain/well-known-passwords'
import { call } from '../../api/client'
import { forgetAnswers } from '../../api/use-endpoint'
import { Field } from '../../components/Field'
import { PasswordInput } from '../../components/PasswordInput'
import { TextLink } from '../../components/TextLink'
import { useAction } from '../../components/use-action'
import { useForm } from '../../components/use-form'
import { useText } from '../../language'
import { rememberViewer } from '../../session'
import { useToast } from '../../shell/Toasts'
import { useSite } from '../../site'
import { AccountCard } from './AccountCard'
import { BotCheck } from './BotCheck'
import { rememberInvitation } from './invitation'
import { OtherWays } from './OtherWays'
import { useHumanProof } from './use-human-proof'

export default function LoginPage() {
  const { text } = useText()
  const { system_name, register, password_login } = useSite()
  const [search] = useSearchParams()
  const [, navigate] = useLocation()
  rememberInvitation(search.get('aff'))
  const enter = async (user: UserJson, to: string): Promise<void> => {
    rememberViewer(user)
    await forgetAnswers()
    navigate(to)
  }
  return (
    <AccountCard
      title={text('account.login_title', { site: system_name })}
      links={
        <>
          {register && (
            <span>
              {text('account.no_account')}{' '}
              <TextLink to="/register">{text('nav.register')}</TextLink>
            </span>
          )}
          {password_login && <TextLink to="/reset">{text('account.forgot')}</TextLink>}
        </>
      }
    >
      {search.get('expired') === 'true' && (
        <Banner variant="warning" layout="compact" title={text('account.expired')} />
      )}
      {password_login ? (
        <PasswordLogin
          onUser={(user) => void enter(user, isAdmin(user.role) ? '/overview' : '/token')}
        />
      ) : (
        <Banner variant="info" layout="compact" title={text('login.password_closed')} />
      )}
      <OtherWays onUser={(user) => void enter(user, '/')} />
    </AccountCard>
  )
}

function PasswordLogin({ onUser }: { readonly onUser: (user: UserJson) => void }) {
  const { text } = useText()
  const toast = useToast()
  const { isBusy, run } = useAction()
  const proof = useHumanProof()
  const form = useForm({ username: '', password: '' }, ({ username, password }) => ({
    ...(username.trim() === '' && { username: text('account.username_missing') }),
    ...(password === '' && { password: text('account.password_missing') }),
  }))
  const { username, password } = form.values
  const logIn = async (body: typeof form.values): Promise<void> => {
    if (!proof.isReady()) return
    await run(async () => {
      const query = { turnstile: proof.token }
      const { data } = await proof.spend(() => call('session.login', { query, body }))
      if (data.role >= ROLE.root && isWellKnownPassword(body.password)) {
        toast.warn(text('account.default_password'))
      }
      onUser(data)
    }, text('account.logged_in'))
  }
  return (
    <form className="form" noValidate onSubmit={form.submit(logIn)}>
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
