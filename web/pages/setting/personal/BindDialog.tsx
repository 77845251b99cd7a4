import { call } from '../../../api/client'
import { refresh } from '../../../api/use-endpoint'
import { useText } from '../../../app/language'
import { useSite } from '../../../app/site'
import { useToast } from '../../../app/Toasts'
import { Drawer } from '../../../components/overlay/Drawer'
import { useOwnerProof } from '../../../components/sign-in/OwnerProof'
import { TelegramButton } from '../../../components/sign-in/TelegramButton'
import { WechatDialog } from '../../../components/sign-in/WechatDialog'
import { EmailDialog } from './EmailDialog'

interface DialogProps {
  readonly onClose: () => void
}

const DIALOGS = { email: EmailDialog, wechat: BindWechat, telegram: BindTelegram } as const

export type DialogName = keyof typeof DIALOGS

interface BindDialogProps extends DialogProps {
  readonly name: DialogName
}

/** The input that is needed before something is bound. */
export function BindDialog({ name, onClose }: BindDialogProps) {
  const Dialog = DIALOGS[name]
  return <Dialog onClose={onClose} />
}

function BindWechat({ onClose }: DialogProps) {
  const { text } = useText()
  const toast = useToast()
  const asOwner = useOwnerProof()
  return (
    <WechatDialog
      onClose={onClose}
      onCode={async (code) => {
        await asOwner(() => call('oauth.wechat_bind', { query: { code } }))
        toast.success(text('personal.wechat_bound'))
        await refresh('user')
        onClose()
      }}
    />
  )
}

function BindTelegram({ onClose }: DialogProps) {
  const { text } = useText()
  const { telegram_bot_name } = useSite()
  return (
    <Drawer
      kind="question"
      title={text('personal.bind_name', { name: text('personal.telegram') })}
      onClose={onClose}
    >
      <p>{text('personal.telegram_hint')}</p>
      <TelegramButton bot={telegram_bot_name} returnTo="/setting" />
    </Drawer>
  )
}
