/** Signing in by an account elsewhere: a button for each way that the site offers. */
import { CommentDiscussionIcon, PasskeyFillIcon } from '@primer/octicons-react'
import { Button } from '@primer/react'
import { useState } from 'react'
import type { UserJson } from '../../../server/domain/endpoints/user'
import { call } from '../../api/client'
import { afterSecondStep } from '../../api/second-factor'
import { useText } from '../../app/language'
import { useSite } from '../../app/site'
import { useToast } from '../../app/Toasts'
import { useAction } from '../../components/page/use-action'
import { type Provider, providersOf } from '../../components/sign-in/providers'
import { TelegramButton } from '../../components/sign-in/TelegramButton'
import { hasPasskeys, usePasskeys } from '../../components/sign-in/use-passkeys'
import { WechatDialog } from '../../components/sign-in/WechatDialog'
import { invitation } from './invitation'
import { leaveForProvider } from './leave-for-provider'
import { useTelegramReturn } from './use-telegram-return'

interface OtherWaysProps {
  /** `landing` is where this way leads, unless somebody was going elsewhere. */
  readonly onUser: (user: UserJson, landing: string) => void
}

export function OtherWays({ onUser }: OtherWaysProps) {
  const { text } = useText()
  const site = useSite()
  const { run } = useAction()
  const [asksWechat, askWechat] = useState(false)
  useTelegramReturn((query) => {
    void run(async () => {
      const { data } = await call('oauth.telegram', { query })
      const user = data && (await afterSecondStep(data))
      if (user !== undefined) onUser(user, '/')
    })
  })
  const providers = providersOf(site)
  const byPasskey = site.passkey_login && hasPasskeys()
  const isEmpty = providers.length === 0 && !site.wechat_login && !site.telegram_oauth
  if (isEmpty && !byPasskey) return null
  return (
    <>
      <div className="account-or">{text('account.or')}</div>
      <div className="account-ways">
        {byPasskey && <PasskeyButton onUser={(user) => onUser(user, '/token')} />}
        {providers.map((provider) => (
          <ProviderButton
            key={provider.name}
            provider={provider}
            onUser={(user) => onUser(user, '/token')}
          />
        ))}
        {site.wechat_login && (
          <Button block leadingVisual={CommentDiscussionIcon} onClick={() => askWechat(true)}>
            {text('account.by_wechat')}
          </Button>
        )}
        {site.telegram_oauth && <TelegramButton bot={site.telegram_bot_name} returnTo="/login" />}
      </div>
      {asksWechat && (
        <WechatDialog
          onClose={() => askWechat(false)}
          onCode={async (code) => {
            const { data } = await call('oauth.wechat', { query: { code, aff: invitation() } })
            const user = data && (await afterSecondStep(data))
            if (user !== undefined) onUser(user, '/')
          }}
        />
      )}
    </>
  )
}

function PasskeyButton({ onUser }: { readonly onUser: (user: UserJson) => void }) {
  const { text } = useText()
  const passkeys = usePasskeys()
  const { isBusy, run } = useAction()
  const logIn = () => run(async () => onUser(await passkeys.logIn()), text('account.logged_in'))
  return (
    <Button block leadingVisual={PasskeyFillIcon} loading={isBusy} onClick={() => void logIn()}>
      {text('factor.login_by_passkey')}
    </Button>
  )
}

interface ProviderButtonProps {
  readonly provider: Provider
  readonly onUser: (user: UserJson) => void
}

function ProviderButton({ provider, onUser }: ProviderButtonProps) {
  const { text } = useText()
  const toast = useToast()
  const { isBusy, run } = useAction()
  const { name, title, label, icon } = provider
  const leave = async (): Promise<void> => {
    await run(() =>
      leaveForProvider(name, invitation(), ({ user }) => {
        if (user === undefined) return
        toast.success(text('account.logged_in'))
        onUser(user)
      }),
    )
  }
  return (
    <Button block leadingVisual={icon} loading={isBusy} onClick={() => void leave()}>
      {text(title, { name: label })}
    </Button>
  )
}
