import { KeyIcon } from '@primer/octicons-react'
import { Button, Select } from '@primer/react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { failureText } from '../../../server/domain/api-calls/failure'
import type { TokenJson } from '../../../server/domain/endpoints/token'
import { useText } from '../../app/language'
import { useSite } from '../../app/site'
import { useToast } from '../../app/Toasts'
import { Field } from '../../components/form/Field'
import { QuotaField } from '../../components/form/QuotaField'
import { useForm } from '../../components/form/use-form'
import { Blank } from '../../components/page/Blank'
import { LoadFailure } from '../../components/page/LoadFailure'
import { PageSkeleton } from '../../components/page/PageSkeleton'
import { useAction } from '../../components/page/use-action'
import { type ChatTokens, useChatTokens } from './use-chat-token'
import './chat.css'

interface ChatConsentProps {
  readonly title: string
  /** Where the key goes; the key in it does not matter. */
  readonly href: string
  /** What is shown once there is a token for it. */
  readonly children: (token: TokenJson) => ReactNode
}

/** Asks which token's key a host is given, once; one that is made for it comes first. */
export function ChatConsent({ title, href, children }: ChatConsentProps) {
  const { text } = useText()
  const { host } = new URL(href)
  const tokens = useChatTokens(host)
  const { token, choices, error } = tokens
  const [isMaking, make] = useState(false)
  if (token !== undefined) return children(token)
  if (choices === undefined) {
    if (error === undefined) return <PageSkeleton />
    return <LoadFailure message={failureText(error, text)} onRetry={tokens.reload} />
  }
  const isOwn = host === location.host
  if (choices.length === 0 && !isMaking) {
    return <NoToken onMake={() => make(true)} />
  }
  return (
    <Blank
      isPage
      icon={KeyIcon}
      title={text('chat.consent', { title })}
      message={text(isOwn ? 'chat.consent_own' : 'chat.consent_text', { host })}
    >
      <div className="chat-consent">
        <MakeToken tokens={tokens} />
        {choices.length > 0 && <ChooseToken tokens={tokens} choices={choices} host={host} />}
      </div>
    </Blank>
  )
}

/** How long the words stand before the page with the tokens comes. */
const LEAVES_AFTER_MS = 1500

/** Without a token that works there is nothing to open: on to the tokens, or to a new one here. */
function NoToken({ onMake }: { readonly onMake: () => void }) {
  const { text } = useText()
  const [, navigate] = useLocation()
  const toast = useToast()
  const leave = useRef(() => {})
  leave.current = () => {
    // The words go along: that page does not know why it is shown.
    toast.warn(text('chat.no_token'))
    navigate('/token', { replace: true })
  }
  useEffect(() => {
    const timer = setTimeout(() => leave.current(), LEAVES_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Blank isPage icon={KeyIcon} title={text('chat.no_token')} message={text('chat.no_token_text')}>
      <Button onClick={onMake}>{text('chat.make_one')}</Button>
    </Blank>
  )
}

/** Dollars: enough to try an app, and no loss if its site is dishonest. */
const SMALL = 1
const AMOUNTS = [SMALL, 5, 20]

function MakeToken({ tokens }: { readonly tokens: ChatTokens }) {
  const { text } = useText()
  const { quota_per_unit } = useSite()
  const { isBusy, run } = useAction()
  const form = useForm({ quota: String(SMALL * quota_per_unit) }, ({ quota }) => {
    const isAmount = quota.trim() !== '' && Number.isFinite(Number(quota)) && Number(quota) > 0
    return isAmount ? {} : { quota: text('chat.quota_invalid') }
  })
  return (
    <form
      className="form"
      noValidate
      onSubmit={form.submit(({ quota }) => run(() => tokens.make(Math.round(Number(quota)))))}
    >
      <QuotaField
        label={text('chat.quota', { name: tokens.name })}
        value={form.values.quota}
        problem={form.problems.quota}
        shortcuts={AMOUNTS}
        onChange={(quota) => form.set({ quota })}
      />
      <Button variant="primary" type="submit" block loading={isBusy}>
        {text('chat.make')}
      </Button>
    </form>
  )
}

interface ChooseTokenProps {
  readonly tokens: ChatTokens
  readonly choices: readonly TokenJson[]
  readonly host: string
}

function ChooseToken({ tokens, choices, host }: ChooseTokenProps) {
  const { text } = useText()
  const [id, pick] = useState(choices[0]?.id)
  const chosen = choices.find((one) => one.id === id) ?? choices[0]
  return (
    <details className="more">
      <summary>{text('chat.consent_other')}</summary>
      <div className="form">
        <Field label={text('chat.token')}>
          <Select
            block
            value={String(chosen?.id ?? '')}
            onChange={({ target }) => pick(Number(target.value))}
          >
            {choices.map((one) => (
              <Select.Option key={one.id} value={String(one.id)}>
                {one.name}
              </Select.Option>
            ))}
          </Select>
        </Field>
        <Button block onClick={() => chosen && tokens.choose(chosen)}>
          {text('chat.consent_agree', { host })}
        </Button>
      </div>
    </details>
  )
}
