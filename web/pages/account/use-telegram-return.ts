import { useEffect, useRef } from 'react'

/** Calls once with the facts that Telegram has put into the address, and takes them out of it. */
export function useTelegramReturn(onFacts: (facts: Readonly<Record<string, string>>) => void) {
  const isRead = useRef(false)
  useEffect(() => {
    const facts = new URLSearchParams(location.search)
    if (isRead.current || !facts.has('hash') || !facts.has('auth_date')) return
    isRead.current = true
    history.replaceState(null, '', location.pathname)
    onFacts(Object.fromEntries(facts))
  }, [onFacts])
}
