import { call } from '../../api/client'
import { type ProviderReturn, visitProvider } from './provider-window'

/** Goes to another service, which sends people back to `/oauth/…`. */
export async function leaveForProvider(
  provider: string,
  aff: string,
  onReturn: (answer: ProviderReturn) => void,
): Promise<void> {
  await visitProvider(async () => {
    const { authorize_url = '' } = await call('oauth.state', { query: { provider, aff } })
    return authorize_url
  }, onReturn)
}
