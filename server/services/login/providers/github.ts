import { objectOf, PeerError, requestAny, requestJson } from '../http-client'
import { authorizationUrl, bearerOf, exchangeCode, type OauthClient } from '../oauth-client'
import { type OauthProvider, type ProviderPlace, textOf } from '../provider'

const SCOPES = ['user:email']

function clientOf({ options, reveal }: ProviderPlace): OauthClient {
  const secret = reveal(options.GitHubClientSecret)
  return { clientId: options.GitHubClientId, secret, redirect: undefined }
}

/** The address that GitHub has verified and writes to; "" when it does not tell. */
async function verifiedEmail(url: string, authorization: string): Promise<string> {
  const answer = await requestAny({ url, headers: { authorization } }).catch((error) => {
    // An operator may not have asked for the scope; an account needs no address.
    if (error instanceof PeerError && error.reason === 'refused') return []
    throw error
  })
  const emails = Array.isArray(answer) ? answer.map(objectOf) : []
  const primary = emails.find(({ primary, verified }) => primary === true && verified === true)
  return textOf(primary?.email)
}

export const github: OauthProvider = {
  name: 'github',
  title: 'GitHub',
  place: 'github_id',
  defaultDisplayName: 'GitHub User',
  isOpen: (options) => options.GitHubOAuthEnabled,
  async authorizationUrl(place, departure) {
    const endpoint = `${place.accounts.githubUrl}/login/oauth/authorize`
    return await authorizationUrl(clientOf(place), { endpoint, departure, scopes: SCOPES })
  },
  async identify(place, { code, departure }) {
    const endpoint = `${place.accounts.githubUrl}/login/oauth/access_token`
    const tokens = await exchangeCode(clientOf(place), { endpoint, code, departure })
    const authorization = bearerOf(tokens)
    const api = place.accounts.githubApiUrl
    const user = await requestJson({ url: `${api}/user`, headers: { authorization } })
    // Never the login: it can be renamed, and then taken by somebody else.
    if (typeof user.id !== 'number') throw new PeerError('answer')
    return {
      id: textOf(user.id),
      username: '',
      displayName: textOf(user.name) || textOf(user.login),
      email: await verifiedEmail(`${api}/user/emails`, authorization),
    }
  },
}
