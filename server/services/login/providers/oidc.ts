import type { IdentityPlace } from '../../../../db/tables/identities'
import type { IdentityProviderRow } from '../../../../db/tables/identity-providers'
import type { OptionValues } from '../../../domain/options'
import { type ClaimMaps, claimValues } from '../claims'
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
import { textsByName } from './maps'

const SCOPES = ['openid', 'profile', 'email']

/** What an operator has said of a provider; what is "" comes from its discovery document. */
export interface OidcSettings {
  readonly slug: string
  readonly title: string
  readonly place: IdentityPlace
  readonly isOpen: boolean
  readonly clientId: string
  readonly clientSecretSealed: string
  readonly wellKnown: string
  readonly authorization: string
  readonly token: string
  readonly userInfo: string
  readonly keys: string
  readonly scopes: readonly string[]
  readonly groupsClaim: string
  readonly maps: ClaimMaps
  /** `undefined` leaves it to the site whether a first sign-in makes an account. */
  readonly registers: boolean | undefined
  /** Its people are those whom a directory has provisioned. */
  readonly linksScim: boolean
  readonly isSingleLogout: boolean
}

/** The one that the options `oidc.*` describe. */
export function optionSettings(options: OptionValues): OidcSettings {
  return {
    slug: 'oidc',
    title: 'OIDC',
    place: 'oidc_id',
    isOpen: options['oidc.enabled'],
    clientId: options['oidc.client_id'],
    clientSecretSealed: options['oidc.client_secret'],
    wellKnown: options['oidc.well_known'],
    authorization: options['oidc.authorization_endpoint'],
    token: options['oidc.token_endpoint'],
    userInfo: options['oidc.user_info_endpoint'],
    keys: options['oidc.jwks_uri'],
    scopes: SCOPES,
    groupsClaim: options['oidc.groups_claim'],
    maps: optionMaps(options),
    registers: undefined,
    linksScim: options['oidc.links_scim'],
    isSingleLogout: options['oidc.single_logout'],
  }
}

/** For groups that a directory reports, too. */
export function optionMaps(options: OptionValues): ClaimMaps {
  return {
    groups: options['oidc.group_map'],
    organisations: options['oidc.organisation_map'],
    roles: options['oidc.role_map'],
  }
}

export function rowSettings(row: IdentityProviderRow): OidcSettings {
  return {
    slug: row.slug,
    title: row.name,
    place: row.id,
    isOpen: row.enabled === 1,
    clientId: row.client_id,
    clientSecretSealed: row.client_secret_sealed,
    wellKnown: row.well_known,
    authorization: '',
    token: '',
    userInfo: '',
    keys: '',
    scopes: row.scopes === '' ? SCOPES : row.scopes.split(/\s+/),
    groupsClaim: row.groups_claim,
    maps: {
      groups: textsByName(row.group_map),
      organisations: textsByName(row.organisation_map),
      roles: textsByName(row.role_map),
    },
    registers: row.registers === 1,
    linksScim: row.links_scim === 1,
    isSingleLogout: row.single_logout === 1,
  }
}

export interface OidcEndpoints {
  readonly authorization: string
  readonly token: string
  readonly userInfo: string
  /** Where the keys of its signatures are; "" when it names none. */
  readonly keys: string
  /** "" when there is no discovery document to tell it. */
  readonly issuer: string
  /** Where a browser logs out; "" when it names none. */
  readonly endSession: string
}

/** What the operator typed; the discovery document fills in the rest. Throws `PeerError`. */
export async function endpointsOf(settings: OidcSettings): Promise<OidcEndpoints> {
  const { wellKnown: url } = settings
  const found = url === '' ? {} : await requestJson({ url })
  return {
    authorization: settings.authorization || textOf(found.authorization_endpoint),
    token: settings.token || textOf(found.token_endpoint),
    userInfo: settings.userInfo || textOf(found.userinfo_endpoint),
    keys: settings.keys || textOf(found.jwks_uri),
    issuer: textOf(found.issuer),
    endSession: textOf(found.end_session_endpoint),
  }
}

export function oidcProvider(settings: OidcSettings): OauthProvider {
  const clientOf = ({ options, reveal }: ProviderPlace): OauthClient => {
    const { ServerAddress } = options
    const redirect = ServerAddress === '' ? undefined : `${ServerAddress}/oauth/${settings.slug}`
    return { clientId: settings.clientId, secret: reveal(settings.clientSecretSealed), redirect }
  }
  return {
    name: settings.slug,
    title: settings.title,
    place: settings.place,
    defaultDisplayName: `${settings.title} User`,
    isOpen: () => settings.isOpen,
    registers: settings.registers,
    linksScim: settings.linksScim,
    async authorizationUrl(place, departure) {
      const { authorization: endpoint } = await endpointsOf(settings)
      const { scopes } = settings
      const url = await authorizationUrl(clientOf(place), { endpoint, departure, scopes })
      url.searchParams.set('nonce', departure.nonce)
      if (departure.isRenewal) url.searchParams.set('prompt', 'login')
      return url
    },
    async identify(place, { code, departure }) {
      const { token: endpoint, userInfo, keys, issuer } = await endpointsOf(settings)
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
      const { groupsClaim, maps } = settings
      return {
        id,
        username: textOf(user.preferred_username),
        displayName: textOf(user.name),
        email: user.email_verified === true ? textOf(user.email) : '',
        claims: { values: claimValues(user[groupsClaim] ?? claims[groupsClaim]), maps },
        session: textOf(claims.sid),
      }
    },
  }
}
