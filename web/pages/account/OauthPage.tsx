import { Spinner } from '@primer/react'
import { useEffect, useRef } from 'react'
import { useLocation, useParams } from 'wouter'
import { call } from '../../api/client'
import { forgetAnswers } from '../../api/use-endpoint'
import { useText } from '../../language'
import { rememberViewer } from '../../session'
import { NotFound } from '../../shell/NotFound'
import { useToast } from '../../shell/Toasts'
import './account.css'

const CALLBACKS = {
  github: 'oauth.github',
  linuxdo: 'oauth.linuxdo',
  oidc: 'oauth.oidc',
} as const

function isProvider(name: string | undefined): name is keyof typeof CALLBACKS {
  return name !== undefined && Object.hasOwn(CALLBACKS, name)
}

/** Where other services send people back to, with a code that works once. */
export default function OauthPage() {
  const { provider } = useParams()
  return isProvider(provider) ? <ComingBack provider={provider} /> : <NotFound />
}

function ComingBack({ provider }: { readonly provider: keyof typeof CALLBACKS }) {
  const { text } = useText()
  const toast = useToast()
  const [, navigate] = useLocation()
  const isAsked = useRef(false)
  useEffect(() => {
    if (isAsked.current) return
    isAsked.current = true
    const query = Object.fromEntries(new URLSearchParams(location.search))
    call(CALLBACKS[provider], { query })
      .then(async ({ data, message }) => {
        if (data === undefined || message === 'bind') {
          toast.success(text('account.bound'))
          return navigate('/setting', { replace: true })
        }
        rememberViewer(data)
        await forgetAnswers()
        toast.success(text('account.logged_in'))
        navigate('/token', { replace: true })
      })
      .catch((error: unknown) => {
        toast.failure(error)
        navigate('/setting', { replace: true })
      })
  }, [provider, text, toast, navigate])
  return (
    <div className="account account-waiting" role="status">
      <Spinner size="large" srText={null} />
      <p>{text('account.oauth_working')}</p>
    </div>
  )
}
