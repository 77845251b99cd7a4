/** Ways to log in other than the password, each as far as the site offers it. */
import {
  CommentDiscussionIcon,
  type Icon,
  LinkIcon,
  MailIcon,
  PaperAirplaneIcon,
} from '@primer/octicons-react'
import { useState } from 'react'
import type { UserJson } from '../../../../server/domain/endpoints/user'
import { call } from '../../../api/client'
import { refresh, useEndpoint } from '../../../api/use-endpoint'
import { useText } from '../../../app/language'
import { useSite } from '../../../app/site'
import { useToast } from '../../../app/Toasts'
import { lateDialog } from '../../../components/late/Late'
import { useConfirmation } from '../../../components/overlay/Confirm'
import { Card } from '../../../components/page/Card'
import { useAction } from '../../../components/page/use-action'
import { useOwnerProof } from '../../../components/sign-in/OwnerProof'
import { accountAt, providersFor } from '../../../components/sign-in/providers'
import { leaveForProvider } from '../../account/leave-for-provider'
import { useTelegramReturn } from '../../account/use-telegram-return'
import type { DialogName } from './BindDialog'
import { BindingRow } from './BindingRow'

const BindDialog = lateDialog(async () => (await import('./BindDialog')).BindDialog)

interface Way {
  readonly method: string
  readonly title: string
  readonly icon: Icon
  /** "" for nothing. */
  readonly bound: string
  readonly isOn: boolean
  /** Absent where another service is visited and sends people back. */
  readonly dialog?: DialogName
}

/** What is bound can be unbound although the site has switched it off since. */
function useWays(user: UserJson): readonly Way[] {
  const { text } = useText()
  const site = useSite()
  const { data: accounts = [] } = useEndpoint('oauth.bindings')
  const providers = providersFor(site, user, accounts).map((provider) => ({
    method: provider.name,
    title: text(provider.accountTitle, { name: provider.label }),
    icon: provider.icon,
    bound: accountAt(provider, user, accounts),
    isOn: provider.isOn,
  }))
  const ways: readonly Way[] = [
    {
      method: 'wechat',
      title: text('personal.wechat'),
      icon: CommentDiscussionIcon,
      bound: user.wechat_id,
      isOn: site.wechat_login,
      dialog: 'wechat',
    },
    ...providers,
    {
      method: 'telegram',
      title: text('personal.telegram'),
      icon: PaperAirplaneIcon,
      bound: user.telegram_id,
      isOn: site.telegram_oauth,
      dialog: 'telegram',
    },
  ]
  return ways.filter(({ isOn, bound }) => isOn || bound !== '')
}

export function BindingsCard({ user }: { readonly user: UserJson }) {
  const { text } = useText()
  const { isBusy, begin, unbind, leaveFor } = useBindings()
  const [dialog, open] = useState<DialogName | undefined>(undefined)
  const ways = useWays(user)
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
        {ways.map(({ method, title, icon, bound, isOn, dialog: dialogName }) => (
          <BindingRow
            key={method}
            icon={icon}
            title={title}
            bound={bound}
            isBusy={isBusy}
            {...(isOn && {
              onBind: () =>
                void begin(() => (dialogName === undefined ? leaveFor(method) : open(dialogName))),
            })}
            onUnbind={() => void unbind(method, title)}
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
  // Codes of other services work once, so the owner is verified before one is used.
  const prove = () => asOwner(() => call('session.confirm', { body: {} }))
  useTelegramReturn((query) => {
    void run(async () => {
      await prove()
      await call('oauth.telegram_bind', { query })
      await refreshBindings()
    }, text('account.bound'))
  })
  return {
    isBusy,
    async leaveFor(method: string): Promise<void> {
      await leaveForProvider(method, '', () => {
        toast.success(text('account.bound'))
        void refreshBindings()
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
        await refreshBindings()
      }, text('personal.unbound'))
    },
  }
}

async function refreshBindings(): Promise<void> {
  await Promise.all([refresh('user'), refresh('oauth')])
}
