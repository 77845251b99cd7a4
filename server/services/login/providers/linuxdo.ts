import { PeerError, requestJson } from '../http-client'
import { authorizationUrl, bearerOf, exchangeCode, type OauthClient } from '../oauth-client'
import { type OauthProvider, type ProviderPlace, textOf } from '../provider'

/** From the configured address: the Host header of a request is a stranger's word. */
function clientOf({ options, reveal }: ProviderPlace): OauthClient {
  const { ServerAddress, LinuxDOClientId: clientId } = options
  const redirect = ServerAddress === '' ? undefined : `${ServerAddress}/oauth/linuxdo`
  return { clientId, secret: reveal(options.LinuxDOClientSecret), redirect }
}

export const linuxdo: OauthProvider = {
  name: 'linuxdo',
  title: 'LinuxDO',
  place: 'linux_do_id',
  defaultDisplayName: 'LinuxDO User',
  isOpen: (options) => options.LinuxDOOAuthEnabled,
  async authorizationUrl(place, departure) {
    const endpoint = `${place.accounts.linuxdoUrl}/oauth2/authorize`
    return await authorizationUrl(clientOf(place), { endpoint, departure, scopes: [] })
  },
  async identify(place, { code, departure }) {
    const { linuxdoUrl } = place.accounts
    const endpoint = `${linuxdoUrl}/oauth2/token`
    const tokens = await exchangeCode(clientOf(place), { endpoint, code, departure })
    const headers = { authorization: bearerOf(tokens) }
    const user = await requestJson({ url: `${linuxdoUrl}/api/user`, headers })
    const id = textOf(user.id)
    if (!/^[1-9]\d*$/.test(id)) throw new PeerError('answer')
    const displayName = textOf(user.name) || textOf(user.username)
    return { id, username: '', displayName, email: '' }
  },
}
