import { PeerError, requestJson } from '../http-client'
import {
  authorizationUrl,
  bearerOf,
  claimsOf,
  exchangeCode,
  type OauthClient,
} from '../oauth-client'
import { type OauthProvider, type ProviderPlace, textOf } from '../provider'

const SCOPES = ['openid', 'profile', 'email']

interface Endpoints {
  readonly authorization: string
  readonly token: string
  readonly userInfo: string
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
    issuer: textOf(found.issuer),
  }
}

interface Expected {
  readonly issuer: string
  readonly clientId: string
  readonly subject: string
  /** "" when none was sent. */
  readonly nonce: string
  readonly nowMs: number
}

const CLOCK_SKEW_MS = 60_000

/**
 * The claims are believed because they came from the token endpoint itself, over TLS (OpenID
 * Connect Core 3.1.3.7); what they say must still be meant for us, for this login, and now.
 */
function checkClaims(claims: Readonly<Record<string, unknown>>, expected: Expected): void {
  const { iss, aud, exp, nonce, sub } = claims
  const audience = Array.isArray(aud) ? aud : [aud]
  const isMeant =
    audience.includes(expected.clientId) &&
    sub === expected.subject &&
    typeof exp === 'number' &&
    exp * 1000 > expected.nowMs - CLOCK_SKEW_MS &&
    (expected.issuer === '' || iss === expected.issuer) &&
    (expected.nonce === '' || nonce === expected.nonce)
  if (!isMeant) throw new PeerError('answer', new Error('the id_token is not for this login'))
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
    const { token: endpoint, userInfo, issuer } = await endpointsOf(place)
    const client = clientOf(place)
    const tokens = await exchangeCode(client, { endpoint, code, departure })
    const headers = { authorization: bearerOf(tokens) }
    const user = await requestJson({ url: userInfo, headers })
    const id = textOf(user.sub)
    if (id === '') throw new PeerError('answer')
    checkClaims(await claimsOf(tokens), {
      issuer,
      clientId: client.clientId,
      subject: id,
      nonce: departure?.nonce ?? '',
      nowMs: place.nowMs,
    })
    return {
      id,
      username: textOf(user.preferred_username),
      displayName: textOf(user.name),
      email: user.email_verified === true ? textOf(user.email) : '',
    }
  },
}
