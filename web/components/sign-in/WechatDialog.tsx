import { TextInput } from '@primer/react'
import { useText } from '../../app/language'
import { useSite } from '../../app/site'
import { Field } from '../form/Field'
import { useForm } from '../form/use-form'
import { Drawer } from '../overlay/Drawer'
import { useAction } from '../page/use-action'
import '../../pages/account/account.css'

interface WechatDialogProps {
  readonly onClose: () => void
  /** Throws when the code is refused. */
  readonly onCode: (code: string) => Promise<void>
}

/** People scan the picture, get a code from the account, and type it here. */
export function WechatDialog({ onClose, onCode }: WechatDialogProps) {
  const { text } = useText()
  const { wechat_qrcode } = useSite()
  const { isBusy, run } = useAction()
  const form = useForm({ code: '' }, ({ code }) => ({
    ...(code.trim() === '' && { code: text('account.code_missing') }),
  }))
  return (
    <Drawer
      kind="dialog"
      title={text('account.wechat_title')}
      onClose={onClose}
      buttons={[
        { content: text('ui.cancel'), onClick: onClose },
        {
          content: text('ui.confirm'),
          buttonType: 'primary',
          type: 'submit',
          form: 'wechat-code',
          loading: isBusy,
        },
      ]}
    >
      {wechat_qrcode !== '' && (
        <img className="account-qr" src={wechat_qrcode} alt={text('account.wechat_qr')} />
      )}
      <form
        id="wechat-code"
        className="form"
        noValidate
        onSubmit={form.submit(({ code }) => run(() => onCode(code.trim())))}
      >
        <Field
          label={text('account.code')}
          caption={text('account.wechat_hint')}
          problem={form.problems.code}
        >
          <TextInput
            block
            autoComplete="one-time-code"
            value={form.values.code}
            onChange={(event) => form.set({ code: event.target.value })}
          />
        </Field>
      </form>
    </Drawer>
  )
}
