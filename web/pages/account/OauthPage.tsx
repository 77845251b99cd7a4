import { Spinner } from '@primer/react'
import { useEffect, useRef } from 'react'
import { useLocation, useParams } from 'wouter'
import { ApiError } from '../../../server/domain/api-calls/answer'
import type { UserJson } from '../../../server/domain/endpoints/user'
import { call } from '../../api/client'
import { afterSecondStep } from '../../api/second-factor'
import { forgetAnswers } from '../../api/use-endpoint'
import { useText } from '../../app/language'
import { rememberViewer, useViewer } from '../../app/session'
import { useSite } from '../../app/site'
import { useToast } from '../../app/Toasts'
import { NotFound } from '../../components/page/NotFound'
import { takeReturn } from '../../components/sign-in/renewal'
import { tellOpener } from './provider-window'
import './account.css'

const CALLBACKS = {
  github: 'oauth.github',
  linuxdo: 'oauth.linuxdo',
  oidc: 'oauth.oidc',
} as const

function isFixed(name: string): name is keyof typeof CALLBACKS {
  return Object.hasOwn(CALLBACKS, name)
}

/** Where other services send people back to, with a code that works once. */
export default function OauthPage() {
  const { provider = '' } = useParams()
  const { custom_oauth_providers: added } = useSite()
  if (provider === 'telegram') return <ComingBack ask={askTelegram} />
  const isKnown = isFixed(provider) || added.some(({ slug }) => slug === provider)
  return isKnown ? <ComingBack ask={asker(provider)} /> : <NotFound />
}

type Query = Readonly<Record<string, string>>
interface Answer {
  readonly data: UserJson | undefined
  readonly message: string
}

type Ask = (query: Query) => Promise<Answer>

function asker(provider: string): Ask {
  return async (query) =>
    await withSecondStep(
      isFixed(provider)
        ? call(CALLBACKS[provider], { query })
        : call('oauth.provider', { params: { provider }, query }),
    )
}

/** Telegram leads here only those who prove again who they are. */
async function askTelegram(query: Query): ReturnType<Ask> {
  return await withSecondStep(call('oauth.telegram', { query: { ...query, purpose: 'renew' } }))
}

/** After the second step; throws when that is given up. */
async function withSecondStep(answer: ReturnType<typeof call<'oauth.github'>>): Promise<Answer> {
  const { data, message } = await answer
  if (data === undefined) return { data, message }
  const user = await afterSecondStep(data)
  if (user === undefined) throw new ApiError(200, {})
  return { data: user, message }
}

function ComingBack({ ask }: { readonly ask: Ask }) {
  const { text } = useText()
  const toast = useToast()
  const [, navigate] = useLocation()
  const viewer = useViewer()
  const isAsked = useRef(false)
  useEffect(() => {
    if (isAsked.current) return
    isAsked.current = true
    const query = Object.fromEntries(new URLSearchParams(location.search))
    ask(query)
      .then(async ({ data, message }) => {
        const isBound = data === undefined || message === 'bind'
        tellOpener({ state: query.state ?? '', user: isBound ? undefined : data })
        if (isBound) {
          toast.success(text('account.bound'))
          return navigate('/setting', { replace: true })
        }
        rememberViewer(data)
        await forgetAnswers()
        if (message === 'renew') {
          toast.success(text('proof.renewed'))
          return navigate(takeReturn(), { replace: true })
        }
        toast.success(text('account.logged_in'))
        navigate('/token', { replace: true })
      })
      .catch((error: unknown) => {
        toast.failure(error)
        if (viewer === undefined) toast.warn(text('account.oauth_back'))
        navigate(viewer === undefined ? '/login' : '/setting', { replace: true })
      })
  }, [ask, text, toast, navigate, viewer])
  return (
    <div className="account account-waiting" role="status">
      <Spinner size="large" srText={null} />
      <p>{text('account.oauth_working')}</p>
    </div>
  )
}
