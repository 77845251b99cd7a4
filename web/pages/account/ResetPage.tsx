import { Button, TextInput } from '@primer/react'
import { call } from '../../api/client'
import { useText } from '../../app/language'
import { Field } from '../../components/form/Field'
import { useForm } from '../../components/form/use-form'
import { useAction } from '../../components/page/use-action'
import { TextLink } from '../../components/text/TextLink'
import { AccountCard } from './AccountCard'
import { BotCheck } from './BotCheck'
import { useCountdown } from './use-countdown'
import { useHumanProof } from './use-human-proof'

/** Seconds before another link may be requested. */
const RESEND_AFTER = 30

export default function ResetPage() {
  const { text } = useText()
  const { isBusy, run } = useAction()
  const { secondsLeft, start } = useCountdown()
  const proof = useHumanProof()
  const form = useForm({ email: '' }, ({ email }) => ({
    ...(email.trim() === '' && { email: text('account.email_missing') }),
  }))
  const sendLink = async ({ email }: { readonly email: string }): Promise<void> => {
    if (!proof.isReady()) return
    const query = { email: email.trim(), turnstile: proof.token }
    const isSent = await run(
      () => proof.spend(() => call('account.reset_request', { query })),
      text('account.reset_sent'),
    )
    if (isSent) start(RESEND_AFTER)
  }
  return (
    <AccountCard
      title={text('account.reset_title')}
      links={<TextLink to="/login">{text('account.back_to_login')}</TextLink>}
    >
      <form className="form" noValidate onSubmit={form.submit(sendLink)}>
        <Field
          label={text('account.email')}
          caption={text('account.reset_hint')}
          problem={form.problems.email}
        >
          <TextInput
            block
            size="large"
            type="email"
            autoComplete="email"
            autoFocus
            value={form.values.email}
            onChange={(event) => form.set({ email: event.target.value })}
          />
        </Field>
        <BotCheck onToken={proof.onToken} uses={proof.uses} />
        <Button
          type="submit"
          variant="primary"
          size="large"
          block
          loading={isBusy}
          disabled={secondsLeft > 0}
        >
          {secondsLeft > 0
            ? text('account.wait_seconds', { seconds: secondsLeft })
            : text('account.reset_send')}
        </Button>
      </form>
    </AccountCard>
  )
}
