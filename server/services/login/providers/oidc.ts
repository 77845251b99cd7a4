import { claimValues } from '../claims'
import { PeerError, requestJson } from '../http-client'
import { checkIdToken } from '../id-token'
import {
  authorizationUrl,
  bearerOf,
  exchangeCode,
  idTokenOf,
  type OauthClient,
} from '../oauth-client'
import { type OauthProvider, type ProviderPlace, textOf } from '../provider'

const SCOPES = ['openid', 'profile', 'email']

interface Endpoints {
  readonly authorization: string
  readonly token: string
  readonly userInfo: string
  /** Where the keys of its signatures are; "" when it tells none. */
  readonly keys: string
  /** "" when there is no discovery document to tell it. */
  readonly issuer: string
}

function clientOf({ options, reveal }: ProviderPlace): OauthClient {
  const { ServerAddress } = options
  const redirect = ServerAddress === '' ? undefined : `${ServerAddress}/oauth/oidc`
  const secret = reveal(options['oidc.client_secret'])
  return { clientId: options['oidc.client_id'], secret, redirect }
}

/** What the operator typed; the discovery document fills in the rest. */
async function endpointsOf({ options }: ProviderPlace): Promise<Endpoints> {
  const url = options['oidc.well_known']
  const found = url === '' ? {} : await requestJson({ url })
  return {
    authorization: options['oidc.authorization_endpoint'] || textOf(found.authorization_endpoint),
    token: options['oidc.token_endpoint'] || textOf(found.token_endpoint),
    userInfo: options['oidc.user_info_endpoint'] || textOf(found.userinfo_endpoint),
    keys: options['oidc.jwks_uri'] || textOf(found.jwks_uri),
    issuer: textOf(found.issuer),
  }
}

export const oidc: OauthProvider = {
  name: 'oidc',
  title: 'OIDC',
  column: 'oidc_id',
  defaultDisplayName: 'OIDC User',
  isOpen: (options) => options['oidc.enabled'],
  async authorizationUrl(place, departure) {
    const { authorization: endpoint } = await endpointsOf(place)
    const url = await authorizationUrl(clientOf(place), { endpoint, departure, scopes: SCOPES })
    url.searchParams.set('nonce', departure.nonce)
    if (departure.isRenewal) url.searchParams.set('prompt', 'login')
    return url
  },
  async identify(place, { code, departure }) {
    const { token: endpoint, userInfo, keys, issuer } = await endpointsOf(place)
    const client = clientOf(place)
    const tokens = await exchangeCode(client, { endpoint, code, departure })
    const headers = { authorization: bearerOf(tokens) }
    const user = await requestJson({ url: userInfo, headers })
    const id = textOf(user.sub)
    if (id === '') throw new PeerError('answer')
    const claims = await checkIdToken(idTokenOf(tokens), {
      issuer,
      clientId: client.clientId,
      clientSecret: client.secret,
      keysUrl: keys,
      subject: id,
      nonce: departure?.nonce ?? '',
      nowMs: place.nowMs,
    })
    const claim = place.options['oidc.groups_claim']
    return {
      id,
      username: textOf(user.preferred_username),
      displayName: textOf(user.name),
      email: user.email_verified === true ? textOf(user.email) : '',
      groups: claimValues(user[claim] ?? claims[claim]),
    }
  },
}
