/** Adding an authenticator app: scan, type its first code. */
import { TextInput } from '@primer/react'
import type { DataOf } from '../../../server/domain/api-calls/contract'
import { useText } from '../../app/language'
import { Field } from '../form/Field'
import { FormDrawer } from '../form/FormDrawer'
import { useForm } from '../form/use-form'
import { QrCode } from '../qr-code/QrCode'
import { CopyLine } from '../text/CopyLine'
import './second-factor.css'

interface AppDialogProps {
  readonly begun: DataOf<'second_factor.setup'>
  /** Throws when it is refused. */
  readonly onCode: (code: string) => Promise<void>
  readonly onClose: () => void
}

export default function AppDialog({ begun, onCode, onClose }: AppDialogProps) {
  const { text } = useText()
  const form = useForm({ code: '' }, ({ code }) => ({
    ...(!/^\d{6}$/.test(code.replaceAll(/\s/g, '')) && { code: text('factor.six_digits') }),
  }))
  return (
    <FormDrawer
      kind="dialog"
      title={text('factor.app_add')}
      form={form}
      onSave={({ code }) => onCode(code)}
      success={begun.backup_codes.length === 0 ? text('factor.added') : undefined}
      saveLabel={text('factor.app_enable')}
      onClose={onClose}
    >
      <span>{text('factor.app_scan')}</span>
      <QrCode value={begun.qr_code_data} label={text('factor.app_picture')} />
      <CopyLine label={text('factor.app_secret')} value={begun.secret} />
      <Field label={text('factor.first_code')} problem={form.problems.code}>
        <TextInput
          block
          inputMode="numeric"
          autoComplete="one-time-code"
          value={form.values.code}
          onChange={(event) => form.set({ code: event.target.value })}
        />
      </Field>
    </FormDrawer>
  )
}
