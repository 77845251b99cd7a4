/** Ways into the account beside the password, each as far as the site offers it. */
import {
  CommentDiscussionIcon,
  type Icon,
  LinkIcon,
  MailIcon,
  PaperAirplaneIcon,
} from '@primer/octicons-react'
import { useState } from 'react'
import type { SiteStatus } from '../../../../server/domain/endpoints/status'
import type { UserJson } from '../../../../server/domain/endpoints/user'
import type { TextKey } from '../../../../server/domain/i18n/translate'
import { call } from '../../../api/client'
import { refresh } from '../../../api/use-endpoint'
import { useText } from '../../../app/language'
import { useSite } from '../../../app/site'
import { useToast } from '../../../app/Toasts'
import { lateDialog } from '../../../components/late/Late'
import { useConfirmation } from '../../../components/overlay/Confirm'
import { Card } from '../../../components/page/Card'
import { useAction } from '../../../components/page/use-action'
import { useOwnerProof } from '../../../components/sign-in/OwnerProof'
import { PROVIDERS } from '../../../components/sign-in/providers'
import { leaveForProvider } from '../../account/leave-for-provider'
import { useTelegramReturn } from '../../account/use-telegram-return'
import type { DialogName } from './BindDialog'
import { BindingRow } from './BindingRow'

const BindDialog = lateDialog(async () => (await import('./BindDialog')).BindDialog)

interface Way {
  readonly method: string
  readonly title: TextKey
  readonly icon: Icon
  readonly field: 'github_id' | 'linux_do_id' | 'oidc_id' | 'wechat_id' | 'telegram_id'
  readonly isOn: (site: SiteStatus) => boolean
  /** Absent where another service is visited and sends people back. */
  readonly dialog?: DialogName
}

const WAYS: readonly Way[] = [
  {
    method: 'wechat',
    title: 'personal.wechat',
    icon: CommentDiscussionIcon,
    field: 'wechat_id',
    isOn: (site) => site.wechat_login,
    dialog: 'wechat',
  },
  ...PROVIDERS.map(({ name, accountTitle, ...provider }) => ({
    ...provider,
    method: name,
    title: accountTitle,
  })),
  {
    method: 'telegram',
    title: 'personal.telegram',
    icon: PaperAirplaneIcon,
    field: 'telegram_id',
    isOn: (site) => site.telegram_oauth,
    dialog: 'telegram',
  },
]

export function BindingsCard({ user }: { readonly user: UserJson }) {
  const { text } = useText()
  const site = useSite()
  const { isBusy, begin, unbind, leaveFor } = useBindings()
  const [dialog, open] = useState<DialogName | undefined>(undefined)
  // What is bound can be unbound although the site has switched it off since.
  const ways = WAYS.filter(({ isOn, field }) => isOn(site) || user[field] !== '')
  return (
    <Card
      id="bindings"
      icon={LinkIcon}
      title={text('personal.bindings')}
      description={text('personal.bindings_hint')}
    >
      <ul className="personal-rows">
        <BindingRow
          icon={MailIcon}
          title={text('account.email')}
          bound={user.email}
          isBusy={isBusy}
          onBind={() => void begin(() => open('email'))}
        />
        {ways.map(({ method, title, icon, field, isOn, dialog: asks }) => (
          <BindingRow
            key={method}
            icon={icon}
            title={text(title)}
            bound={user[field]}
            isBusy={isBusy}
            {...(isOn(site) && {
              onBind: () => void begin(() => (asks === undefined ? leaveFor(method) : open(asks))),
            })}
            onUnbind={() => void unbind(method, text(title))}
          />
        ))}
      </ul>
      {dialog !== undefined && <BindDialog name={dialog} onClose={() => open(undefined)} />}
    </Card>
  )
}

function useBindings() {
  const { text } = useText()
  const toast = useToast()
  const { isBusy, run } = useAction()
  const confirm = useConfirmation()
  const asOwner = useOwnerProof()
  // Codes of other services work once, so the owner is asked before one is spent.
  const prove = () => asOwner(() => call('session.confirm', { body: {} }))
  useTelegramReturn((query) => {
    void run(async () => {
      await prove()
      await call('oauth.telegram_bind', { query })
      await refresh('user')
    }, text('account.bound'))
  })
  return {
    isBusy,
    async leaveFor(method: string): Promise<void> {
      await leaveForProvider(method, '', () => {
        toast.success(text('account.bound'))
        void refresh('user')
      })
    },
    async begin(next: () => unknown): Promise<void> {
      await run(async () => {
        await prove()
        await next()
      })
    },
    async unbind(method: string, name: string): Promise<void> {
      const question = {
        title: text('personal.unbind_title', { name }),
        message: text('personal.unbind_text'),
        agree: text('personal.unbind'),
        danger: true,
      }
      if (!(await confirm(question))) return
      await run(async () => {
        await asOwner(() => call('oauth.unbind', { params: { method } }))
        await refresh('user')
      }, text('personal.unbound'))
    },
  }
}
