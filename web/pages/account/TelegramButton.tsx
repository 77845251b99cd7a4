/**
 * Telegram's own button. It leads back to this page with signed facts in the query, because
 * its other way of answering evaluates text as code, which the content policy forbids.
 */
import { useEffect, useRef } from 'react'
import type { UserJson } from '../../../server/domain/endpoints/user'
import { call } from '../../api/client'
import { useAction } from '../../components/use-action'

const SCRIPT = 'https://telegram.org/js/telegram-widget.js?22'

interface TelegramButtonProps {
  readonly bot: string
  readonly onUser: (user: UserJson) => void
}

export function TelegramButton({ bot, onUser }: TelegramButtonProps) {
  const place = useRef<HTMLDivElement>(null)
  const { run } = useAction()
  const isRead = useRef(false)
  useEffect(() => {
    const facts = new URLSearchParams(location.search)
    if (isRead.current || !facts.has('hash') || !facts.has('auth_date')) return
    isRead.current = true
    history.replaceState(null, '', location.pathname)
    void run(async () => {
      const { data } = await call('oauth.telegram', { query: Object.fromEntries(facts) })
      if (data !== undefined) onUser(data)
    })
  }, [run, onUser])
  useEffect(() => {
    const script = document.createElement('script')
    script.async = true
    script.src = SCRIPT
    script.dataset.telegramLogin = bot
    script.dataset.size = 'large'
    script.dataset.authUrl = `${location.origin}/login`
    place.current?.replaceChildren(script)
  }, [bot])
  return <div ref={place} className="account-telegram" />
}
