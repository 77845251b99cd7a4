/** Adding an authenticator app: scan, type its first code. */
import { TextInput } from '@primer/react'
import { useId, useState } from 'react'
import type { DataOf } from '../../../server/domain/api-calls/contract'
import { failureText } from '../../../server/domain/api-calls/failure'
import { call } from '../../api/client'
import { useText } from '../../app/language'
import { Field } from '../form/Field'
import { useExclusive } from '../form/use-exclusive'
import { useForm } from '../form/use-form'
import { Drawer } from '../overlay/Drawer'
import { CopyLine } from '../text/CopyLine'
import { QrCode } from './QrCode'
import './second-factor.css'

interface AppDialogProps {
  readonly begun: DataOf<'second_factor.setup'>
  readonly onAdded: () => void
  readonly onClose: () => void
}

export default function AppDialog({ begun, onAdded, onClose }: AppDialogProps) {
  const { text } = useText()
  const id = useId()
  const { isBusy, exclusive } = useExclusive()
  const [refusal, refuse] = useState<string | undefined>(undefined)
  const form = useForm({ code: '' }, ({ code }) => ({
    ...(!/^\d{6}$/.test(code.replaceAll(/\s/g, '')) && { code: text('factor.six_digits') }),
  }))
  const enable = async (code: string): Promise<void> => {
    try {
      await call('second_factor.enable', { body: { code } })
      onAdded()
    } catch (error) {
      refuse(failureText(error, text))
    }
  }
  return (
    <Drawer
      kind="dialog"
      title={text('factor.app_add')}
      onClose={onClose}
      buttons={[
        { content: text('ui.cancel'), onClick: onClose },
        {
          content: text('factor.app_enable'),
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
        onSubmit={form.submit(({ code }) => exclusive(() => enable(code)))}
      >
        <span>{text('factor.app_scan')}</span>
        <QrCode value={begun.qr_code_data} label={text('factor.app_picture')} />
        <CopyLine label={text('factor.app_secret')} value={begun.secret} />
        <Field label={text('factor.first_code')} problem={form.problems.code ?? refusal}>
          <TextInput
            block
            inputMode="numeric"
            autoComplete="one-time-code"
            value={form.values.code}
            onChange={(event) => {
              form.set({ code: event.target.value })
              refuse(undefined)
            }}
          />
        </Field>
      </form>
    </Drawer>
  )
}
