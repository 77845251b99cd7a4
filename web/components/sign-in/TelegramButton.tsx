/**
 * Telegram's own button. It leads back to a page of ours with signed facts in the query, because
 * its other way of answering evaluates text as code, which the content policy forbids.
 */
import { useEffect, useRef } from 'react'

const SCRIPT = 'https://telegram.org/js/telegram-widget.js?22'

interface TelegramButtonProps {
  readonly bot: string
  /** Path of the page that reads the facts. */
  readonly returnTo: string
}

export function TelegramButton({ bot, returnTo }: TelegramButtonProps) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const script = document.createElement('script')
    script.async = true
    script.src = SCRIPT
    script.dataset.telegramLogin = bot
    script.dataset.size = 'large'
    script.dataset.authUrl = location.origin + returnTo
    place.current?.replaceChildren(script)
  }, [bot, returnTo])
  return <div ref={place} className="account-telegram" />
}
