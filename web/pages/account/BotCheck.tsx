/** The bot check; its script is fetched only where it is on. */
import { useEffect, useRef } from 'react'
import { useSite } from '../../app/site'

const SCRIPT = 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit'

interface Turnstile {
  readonly render: (place: HTMLElement, options: TurnstileOptions) => string
  readonly reset: (id: string) => void
  readonly remove: (id: string) => void
}

interface TurnstileOptions {
  readonly sitekey: string
  readonly callback: (token: string) => void
  readonly 'expired-callback': () => void
}

declare global {
  interface Window {
    turnstile?: Turnstile
  }
}

let loading: Promise<Turnstile | undefined> | undefined

function loadTurnstile(): Promise<Turnstile | undefined> {
  loading ??= new Promise((resolve) => {
    const script = document.createElement('script')
    script.src = SCRIPT
    script.async = true
    script.onload = () => resolve(window.turnstile)
    script.onerror = () => resolve(undefined)
    document.head.append(script)
  })
  return loading
}

interface BotCheckProps {
  readonly onToken: (token: string) => void
  /** Changes when the token has been used, which it can be once: another is made then. */
  readonly uses: number
}

/** Calls with "" when a token has run out. Shows nothing while the check is off. */
export function BotCheck(props: BotCheckProps) {
  const { turnstile_check, turnstile_site_key } = useSite()
  return turnstile_check ? <BotCheckWidget siteKey={turnstile_site_key} {...props} /> : null
}

interface BotCheckWidgetProps extends BotCheckProps {
  readonly siteKey: string
  /** Instead, when there is no widget to be had. */
  readonly onMissing?: () => void
}

export function BotCheckWidget({ siteKey, onToken, uses, onMissing }: BotCheckWidgetProps) {
  const shown = useRef<string | undefined>(undefined)
  useEffect(() => {
    if (uses > 0 && shown.current !== undefined) window.turnstile?.reset(shown.current)
  }, [uses])
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    let isGone = false
    let id: string | undefined
    void loadTurnstile().then((turnstile) => {
      if (isGone || place.current === null) return
      if (turnstile === undefined) onMissing?.()
      id = turnstile?.render(place.current, {
        sitekey: siteKey,
        callback: onToken,
        'expired-callback': () => onToken(''),
      })
      shown.current = id
    })
    return () => {
      isGone = true
      shown.current = undefined
      if (id !== undefined) window.turnstile?.remove(id)
    }
  }, [siteKey, onToken, onMissing])
  return <div ref={place} className="account-bot-check" />
}
