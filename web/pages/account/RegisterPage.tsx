import { Button, TextInput } from '@primer/react'
import { MAX_USERNAME } from '../../../server/domain/bounds'
import type { UserJson } from '../../../server/domain/endpoints/user'
import { call } from '../../api/client'
import { type Text, useText } from '../../app/language'
import { useSite } from '../../app/site'
import { Field } from '../../components/form/Field'
import { Note } from '../../components/form/Note'
import { PasswordInput } from '../../components/form/PasswordInput'
import { type Problems, useForm } from '../../components/form/use-form'
import { useAction } from '../../components/page/use-action'
import { TextLink } from '../../components/text/TextLink'
import { AccountCard } from './AccountCard'
import { BotCheck } from './BotCheck'
import { EmailCode } from './EmailCode'
import { invitation } from './invitation'
import { OtherWays } from './OtherWays'
import { TermsChoice } from './TermsChoice'
import { useEntrance } from './use-entrance'
import { useHumanProof } from './use-human-proof'

const EMPTY = {
  ...{ username: '', password: '', password2: '', email: '', verification_code: '' },
  accepts: false,
}

const MIN_PASSWORD = 8

export default function RegisterPage() {
  const { text } = useText()
  const { system_name, register, password_register } = useSite()
  const enter = useEntrance()
  return (
    <AccountCard
      title={text('account.register_title', { site: system_name })}
      links={
        <span>
          {text('account.have_account')} <TextLink to="/login">{text('nav.login')}</TextLink>
        </span>
      }
    >
      {register && password_register ? (
        <RegisterForm onUser={(user) => void enter(user, '/token')} />
      ) : (
        <Note tone="info">{text(register ? 'register.password_closed' : 'register.closed')}</Note>
      )}
      {register && <OtherWays onUser={(user, landing) => void enter(user, landing)} />}
    </AccountCard>
  )
}

interface Needs {
  readonly email: boolean
  readonly terms: boolean
}

function check(values: typeof EMPTY, needs: Needs, text: Text): Problems<typeof EMPTY> {
  const { username, password, password2, email, verification_code, accepts } = values
  const name = username.trim()
  return {
    ...(name === '' && { username: text('account.username_missing') }),
    ...([...name].length > MAX_USERNAME && { username: text('account.username_long') }),
    ...(password.length < MIN_PASSWORD && { password: text('account.password_short') }),
    ...(password !== password2 && { password2: text('account.passwords_differ') }),
    ...(needs.email && email.trim() === '' && { email: text('account.email_missing') }),
    ...(needs.email &&
      verification_code.trim() === '' && { verification_code: text('account.code_missing') }),
    ...(needs.terms && !accepts && { accepts: text('account.terms_missing') }),
  }
}

/** Whoever has registered is signed in. */
function RegisterForm({ onUser }: { readonly onUser: (user: UserJson) => void }) {
  const { text } = useText()
  const { email_verification, terms_version } = useSite()
  const { isBusy, run } = useAction()
  const proof = useHumanProof()
  const form = useForm(EMPTY, (values) =>
    check(values, { email: email_verification, terms: terms_version !== '' }, text),
  )
  const { values, problems } = form
  const register = async ({ accepts, ...body }: typeof EMPTY): Promise<void> => {
    if (!proof.isReady()) return
    const query = { turnstile: proof.token }
    await run(async () => {
      const sent = { ...body, aff_code: invitation(), ...(accepts && { terms_version }) }
      onUser((await proof.spend(() => call('account.register', { query, body: sent }))).data)
    }, text('account.registered'))
  }
  return (
    <form className="form" noValidate onSubmit={form.submit(register)}>
      <Field
        label={text('account.username')}
        caption={text('account.username_hint', { most: MAX_USERNAME })}
        problem={problems.username}
      >
        <TextInput
          block
          size="large"
          autoComplete="username"
          autoCapitalize="none"
          autoFocus
          value={values.username}
          onChange={(event) => form.set({ username: event.target.value })}
        />
      </Field>
      <NewPassword values={values} problems={problems} onChange={form.set} />
      {email_verification && (
        <EmailCode
          email={values.email}
          code={values.verification_code}
          problems={{ email: problems.email, code: problems.verification_code }}
          proof={proof}
          onEmail={(email) => form.set({ email })}
          onCode={(verification_code) => form.set({ verification_code })}
        />
      )}
      {terms_version !== '' && (
        <TermsChoice
          isAccepted={values.accepts}
          problem={problems.accepts}
          onChange={(accepts) => form.set({ accepts })}
        />
      )}
      <BotCheck onToken={proof.onToken} uses={proof.uses} />
      <Button type="submit" variant="primary" size="large" block loading={isBusy}>
        {text('nav.register')}
      </Button>
    </form>
  )
}

interface NewPasswordProps {
  readonly values: typeof EMPTY
  readonly problems: Problems<typeof EMPTY>
  readonly onChange: (change: Partial<typeof EMPTY>) => void
}

function NewPassword({ values, problems, onChange }: NewPasswordProps) {
  const { text } = useText()
  return (
    <>
      <Field
        label={text('account.password')}
        caption={text('account.password_hint')}
        problem={problems.password}
      >
        <PasswordInput
          autoComplete="new-password"
          value={values.password}
          onChange={(password) => onChange({ password })}
        />
      </Field>
      <Field label={text('account.password_again')} problem={problems.password2}>
        <PasswordInput
          autoComplete="new-password"
          value={values.password2}
          onChange={(password2) => onChange({ password2 })}
        />
      </Field>
    </>
  )
}
