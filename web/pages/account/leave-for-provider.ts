import { call } from '../../api/client'

/** Goes to another service, which sends people back to `/oauth/…`. */
export async function leaveForProvider(provider: string, aff = ''): Promise<void> {
  const { authorize_url = '' } = await call('oauth.state', { query: { provider, aff } })
  location.assign(authorize_url)
}
