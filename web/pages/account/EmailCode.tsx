import { Button, TextInput } from '@primer/react'
import { call } from '../../api/client'
import { useText } from '../../app/language'
import { useToast } from '../../app/Toasts'
import { Field } from '../../components/form/Field'
import { useAction } from '../../components/page/use-action'
import { useCountdown } from './use-countdown'
import type { HumanProof } from './use-human-proof'
import './account.css'

/** Seconds before another code may be requested. */
const RESEND_AFTER = 30

interface EmailCodeProps {
  readonly email: string
  readonly code: string
  readonly problems: { readonly email?: string | undefined; readonly code?: string | undefined }
  readonly proof: HumanProof
  readonly onEmail: (email: string) => void
  readonly onCode: (code: string) => void
}

/** An address, the button that mails a code to it, and the code. */
export function EmailCode({ email, code, problems, proof, onEmail, onCode }: EmailCodeProps) {
  const { text } = useText()
  const toast = useToast()
  const { isBusy, run } = useAction()
  const { secondsLeft, start } = useCountdown()
  const sendCode = async (): Promise<void> => {
    if (email.trim() === '') return toast.warn(text('account.email_missing'))
    if (!proof.isReady()) return
    const query = { email: email.trim(), turnstile: proof.token }
    const isSent = await run(
      () => proof.spend(() => call('account.verification', { query })),
      text('account.code_sent'),
    )
    if (isSent) start(RESEND_AFTER)
  }
  return (
    <>
      <div className="account-code">
        <Field label={text('account.email')} problem={problems.email}>
          <TextInput
            block
            size="large"
            type="email"
            autoComplete="email"
            value={email}
            onChange={(event) => onEmail(event.target.value)}
          />
        </Field>
        <Button
          size="large"
          loading={isBusy}
          disabled={secondsLeft > 0}
          onClick={() => void sendCode()}
        >
          {secondsLeft > 0
            ? text('account.wait_seconds', { seconds: secondsLeft })
            : text('account.get_code')}
        </Button>
      </div>
      <Field label={text('account.code')} problem={problems.code}>
        <TextInput
          block
          size="large"
          autoComplete="one-time-code"
          value={code}
          onChange={(event) => onCode(event.target.value)}
        />
      </Field>
    </>
  )
}
