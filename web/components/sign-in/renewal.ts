/** Logging in again elsewhere, and the page that it is done for. */
import { call } from '../../api/client'
import { readStored, store } from '../../app/storage'

const STORED_AS = 'renewal-return'

/** Remembers the page one is on, because another service leads back to an address of its own. */
export function rememberReturn(): void {
  store(STORED_AS, location.pathname + location.search)
}

/** Where to go on; only ever a page of ours. */
export function takeReturn(): string {
  const path = readStored(STORED_AS) ?? ''
  store(STORED_AS, undefined)
  return /^\/(?![/\\])/.test(path) ? path : '/setting'
}

/** Goes to another service, which then proves again who is logged in here. */
export async function renewElsewhere(provider: string): Promise<void> {
  const { authorize_url = '' } = await call('oauth.state', {
    query: { provider, purpose: 'renew' },
  })
  rememberReturn()
  location.assign(authorize_url)
}
