/** A gateway whose logins elsewhere go to a local provider, and a browser in front of it. */
import { type ApiAnswer, type ApiCaller, apiClient, NO_LIMITS } from './api'
import { type Gateway, type GatewayOptions, startGateway } from './gateway'
import { type IdentityProvider, type Person, startIdentityProvider } from './identity-provider'

/** As its addresses have it. */
export type ProviderName = string

export interface OauthGateway {
  readonly gateway: Gateway
  readonly provider: IdentityProvider
  [Symbol.asyncDispose](): Promise<void>
}

export async function startOauthGateway(options: GatewayOptions = {}): Promise<OauthGateway> {
  const provider = startIdentityProvider()
  const { url, clientId, clientSecret } = provider
  const gateway = await startGateway({
    ...options,
    env: {
      ...NO_LIMITS,
      GW_GITHUB_URL: url,
      GW_GITHUB_API_URL: url,
      GW_LINUXDO_URL: url,
      ...options.env,
    },
    options: {
      ServerAddress: 'http://localhost:3000',
      GitHubClientId: clientId,
      GitHubClientSecret: clientSecret,
      GitHubOAuthEnabled: true,
      LinuxDOClientId: clientId,
      LinuxDOClientSecret: clientSecret,
      LinuxDOOAuthEnabled: true,
      'oidc.client_id': clientId,
      'oidc.client_secret': clientSecret,
      'oidc.well_known': `${url}/.well-known/openid-configuration`,
      'oidc.enabled': true,
      ...options.options,
    },
  })
  return {
    gateway,
    provider,
    async [Symbol.asyncDispose]() {
      await gateway[Symbol.asyncDispose]()
      await provider[Symbol.asyncDispose]()
    },
  }
}

export interface Departed {
  readonly state: string
  /** `oauth_state=…` */
  readonly cookie: string
  /** "" when the front end makes the link by itself. */
  readonly link: string
}

export interface Leave {
  /** Somebody who is logged in. */
  readonly by?: ApiCaller
  readonly aff?: string
  /** Of the journey; logging in or binding unless given. */
  readonly purpose?: 'renew'
}

/** The browser leaves; `name` "" is how older front ends ask. */
export async function leave(
  { gateway }: OauthGateway,
  name: ProviderName,
  { by, aff = '', purpose }: Leave = {},
): Promise<Departed> {
  const query = new URLSearchParams({ provider: name, aff, ...(purpose && { purpose }) })
  const { body, headers } = await (by ?? apiClient(gateway)).get(`/api/oauth/state?${query}`)
  return {
    state: body.data,
    cookie: headers.get('set-cookie')?.split(';')[0] ?? '',
    link: body.authorize_url ?? '',
  }
}

export interface Return {
  readonly state: string
  readonly cookie: string
  readonly code: string
  readonly by?: ApiCaller
}

/** The browser comes back and the page asks the gateway to go on. */
export async function comeBack(
  { gateway }: OauthGateway,
  name: ProviderName,
  { state, cookie, code, by }: Return,
): Promise<ApiAnswer> {
  const caller = by ?? apiClient(gateway)
  const cookies = [caller.cookie, cookie].filter((each) => each !== '').join('; ')
  const query = new URLSearchParams({ code, state })
  return await caller.get(`/api/oauth/${name}?${query}`, { headers: { cookie: cookies } })
}

/** All of it: leave, agree, come back. */
export async function logInElsewhere(
  place: OauthGateway,
  name: ProviderName,
  person: Person & Leave,
): Promise<ApiAnswer> {
  const departed = await leave(place, name, person)
  const code = place.provider.authorize(person, departed.link)
  return await comeBack(place, name, { ...departed, code, ...(person.by && { by: person.by }) })
}
