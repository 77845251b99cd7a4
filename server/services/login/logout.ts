/** Logging out here and at the provider that somebody has come by. */
import { endProviderSessions } from '../../../db/tables/sessions'
import { GatewayError } from '../../domain/errors/gateway-error'
import { recordAudit } from '../audit/record'
import { optionValues } from '../options/current'
import { openSecret } from '../options/secret'
import { type Actor, type ServiceDeps, SYSTEM_ACTOR } from '../service-deps'
import { transact } from '../work'
import { checkLogoutToken } from './id-token'
import { oidcSettings } from './providers'
import { endpointsOf } from './providers/oidc'

/** Where a browser logs out of a provider (RP-Initiated Logout 1.0); "" where it does not. */
export async function logoutAddress({ db }: ServiceDeps, slug: string): Promise<string> {
  const options = await optionValues(db.reader)
  const settings = await oidcSettings(db.reader, options, slug)
  if (settings?.isSingleLogout !== true) return ''
  // Who logs out is logged out, whether the provider can be reached or not.
  const { endSession } = await endpointsOf(settings).catch(() => ({ endSession: '' }))
  if (!URL.canParse(endSession)) return ''
  const url = new URL(endSession)
  url.searchParams.set('client_id', settings.clientId)
  if (options.ServerAddress !== '') {
    url.searchParams.set('post_logout_redirect_uri', `${options.ServerAddress}/login`)
  }
  return url.href
}

export interface BackChannelLogout {
  readonly provider: string
  readonly token: string
}

/**
 * A provider says that somebody has logged out there (Back-Channel Logout 1.0): the logins that
 * came of it end. Throws `oauth.logout_invalid`.
 */
export async function logOutByProvider(
  deps: ServiceDeps,
  actor: Actor,
  { provider, token }: BackChannelLogout,
): Promise<void> {
  const options = await optionValues(deps.db.reader)
  const settings = await oidcSettings(deps.db.reader, options, provider)
  if (settings?.isOpen !== true) throw new GatewayError('oauth.logout_invalid')
  try {
    const { keys, issuer } = await endpointsOf(settings)
    const { sub = '', sid } = await checkLogoutToken(token, {
      issuer,
      clientId: settings.clientId,
      clientSecret: openSecret(deps.sealer, settings.clientSecretSealed),
      keysUrl: keys,
      nowMs: deps.clock.nowMs(),
    })
    const session = typeof sid === 'string' ? sid : ''
    const by: Actor = { ...SYSTEM_ACTOR, ip: actor.ip, requestId: actor.requestId }
    await transact(deps, by, async (work) => {
      const ended = await endProviderSessions(work.trx, { provider, subject: sub, session })
      for (const userId of new Set(ended)) {
        await recordAudit(work, {
          action: 'session.end_by_provider',
          target: `user:${userId}`,
          after: { provider },
        })
      }
    })
  } catch (cause) {
    throw new GatewayError('oauth.logout_invalid', {}, { cause })
  }
}
