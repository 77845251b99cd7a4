import { useId, useState } from 'react'
import { failureText } from '../../../server/domain/api-calls/failure'
import { call } from '../../api/client'
import { refresh } from '../../api/use-endpoint'
import { useText } from '../../app/language'
import { Field } from '../form/Field'
import { PasswordInput } from '../form/PasswordInput'
import { useExclusive } from '../form/use-exclusive'
import { useForm } from '../form/use-form'
import { Drawer } from '../overlay/Drawer'
import { RenewalWays, WechatRenewal } from './RenewalWays'
import './owner-proof.css'

interface DialogProps {
  readonly onAnswer: (isProved: boolean) => void
}

/** Asks for the password, or for a linked account. */
export default function ProofDialog({ onAnswer }: DialogProps) {
  const [asksWechat, askWechat] = useState(false)
  if (asksWechat) return <WechatRenewal onAnswer={onAnswer} />
  return <PasswordDialog onAnswer={onAnswer} onWechat={() => askWechat(true)} />
}

interface PasswordDialogProps extends DialogProps {
  readonly onWechat: () => void
}

function PasswordDialog({ onAnswer, onWechat }: PasswordDialogProps) {
  const { text } = useText()
  const id = useId()
  const { isBusy, exclusive } = useExclusive()
  const [refusal, refuse] = useState<string | undefined>(undefined)
  const form = useForm({ password: '' }, ({ password }) => ({
    ...(password === '' && { password: text('proof.password_missing') }),
  }))
  const prove = async ({ password }: { readonly password: string }): Promise<void> => {
    try {
      await call('session.confirm', { body: { original_password: password } })
      // The confirmed login is a new one in the list.
      await refresh('session')
      onAnswer(true)
    } catch (error) {
      refuse(failureText(error, text))
    }
  }
  return (
    <Drawer
      kind="dialog"
      title={text('proof.title')}
      onClose={() => onAnswer(false)}
      buttons={[
        { content: text('ui.cancel'), onClick: () => onAnswer(false) },
        {
          content: text('ui.confirm'),
          buttonType: 'primary',
          type: 'submit',
          form: id,
          loading: isBusy,
        },
      ]}
    >
      <form
        id={id}
        className="form"
        noValidate
        onSubmit={form.submit((values) => exclusive(() => prove(values)))}
      >
        <span>{text('proof.text')}</span>
        <Field label={text('proof.password')} problem={form.problems.password ?? refusal}>
          <PasswordInput
            size="medium"
            autoComplete="current-password"
            value={form.values.password}
            onChange={(password) => {
              form.set({ password })
              refuse(undefined)
            }}
          />
        </Field>
      </form>
      <div className="form proof-other">
        <RenewalWays onWechat={onWechat} />
      </div>
    </Drawer>
  )
}
