/** Proving again who one is by a linked account, for accounts that have no password to type. */
import { CommentDiscussionIcon } from '@primer/octicons-react'
import { Button } from '@primer/react'
import { useEffect } from 'react'
import { call } from '../../api/client'
import { refresh, useEndpoint } from '../../api/use-endpoint'
import { useText } from '../../app/language'
import { useViewer } from '../../app/session'
import { useSite } from '../../app/site'
import { useAction } from '../page/use-action'
import { linkedWays } from './linked-ways'
import type { Provider } from './providers'
import { rememberReturn, renewElsewhere } from './renewal'
import { TelegramButton } from './TelegramButton'
import { WechatDialog } from './WechatDialog'

/** Of the ways that the account has, those that the site still offers. */
export function RenewalWays({ onWechat }: { readonly onWechat: () => void }) {
  const { text } = useText()
  const site = useSite()
  // What this browser remembers may be older than the last account that was linked.
  const remembered = useViewer()
  const user = useEndpoint('user.self').data ?? remembered
  const skip = site.custom_oauth_providers.length === 0
  const { data: bound = [] } = useEndpoint('oauth.bindings', {}, { skip })
  const { providers, wechat, telegram, isEmpty } = linkedWays(site, user, bound)
  if (isEmpty) return <span className="muted">{text('proof.no_way')}</span>
  return (
    <>
      <span>{text('proof.or')}</span>
      <div className="proof-ways">
        {providers.map((provider) => (
          <ProviderWay key={provider.name} provider={provider} />
        ))}
        {wechat && (
          <Button block leadingVisual={CommentDiscussionIcon} onClick={onWechat}>
            {text('account.by_wechat')}
          </Button>
        )}
        {telegram && <TelegramWay bot={site.telegram_bot_name} />}
      </div>
    </>
  )
}

function ProviderWay({ provider }: { readonly provider: Provider }) {
  const { text } = useText()
  const { isBusy, run } = useAction()
  return (
    <Button
      block
      leadingVisual={provider.icon}
      loading={isBusy}
      onClick={() => void run(() => renewElsewhere(provider.name))}
    >
      {text(provider.title, { name: provider.label })}
    </Button>
  )
}

/** Its button is Telegram's own and says nothing before it leaves. */
function TelegramWay({ bot }: { readonly bot: string }) {
  useEffect(rememberReturn, [])
  return <TelegramButton bot={bot} returnTo="/oauth/telegram" />
}

interface WechatRenewalProps {
  readonly onAnswer: (isProved: boolean) => void
}

export function WechatRenewal({ onAnswer }: WechatRenewalProps) {
  return (
    <WechatDialog
      onClose={() => onAnswer(false)}
      onCode={async (code) => {
        await call('oauth.wechat', { query: { code, purpose: 'renew' } })
        await refresh('session')
        onAnswer(true)
      }}
    />
  )
}
