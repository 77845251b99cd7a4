/** Passkeys of this browser. What talks to the authenticator is fetched when it is needed. */
import { useMemo } from 'react'
import { useText } from '../../app/language'
import type { Passkeys } from './passkeys'

/** Browsers have none over http, except on `localhost`, nor where the host is an IP address. */
export function hasPasskeys(): boolean {
  const { hostname } = location
  const isAddress = hostname.startsWith('[') || /^[\d.]+$/.test(hostname)
  return 'PublicKeyCredential' in window && !isAddress
}

export function usePasskeys(): Passkeys {
  const { text } = useText()
  return useMemo(() => {
    const load = async () => (await import('./passkeys')).passkeysTelling(text)
    return {
      logIn: async () => (await load()).logIn(),
      prove: async () => (await load()).prove(),
      make: async (name) => (await load()).make(name),
    }
  }, [text])
}
