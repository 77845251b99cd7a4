import { DEVICE_GRANT, shownUserCode } from '../../domain/accounts/device-codes'
import { deviceLoginEndpoints } from '../../domain/endpoints/device-login'
import { GatewayError } from '../../domain/errors/gateway-error'
import { messageOf } from '../../domain/errors/message'
import type { Language } from '../../domain/i18n/translate'
import { networkOf } from '../../services/limiter/network'
import { handlers } from '../handlers'

export const deviceLoginRoutes = handlers(deviceLoginEndpoints, {
  'device_login.begin': ({ body, services, actor, publicAddress, language }) =>
    answered(language, async () => {
      const { client_id: client = '', scope = '', device_name: deviceName = '' } = body
      const codes = await services.deviceLogins.begin(actor, { client, deviceName, scope })
      const userCode = shownUserCode(codes.userCode)
      const address = `${publicAddress.replace(/\/+$/, '')}/device`
      return {
        device_code: codes.deviceCode,
        user_code: userCode,
        verification_uri: address,
        verification_uri_complete: `${address}?code=${userCode}`,
        expires_in: codes.expiresInS,
        interval: codes.intervalS,
      }
    }),
  'device_login.redeem': ({ body, services, actor, language }) =>
    answered(language, async () => {
      const { grant_type: grant, device_code: code = '' } = body
      if (grant !== DEVICE_GRANT) return { error: 'unsupported_grant_type' }
      const outcome = await services.deviceLogins.redeem(actor, code)
      if ('error' in outcome) return outcome
      const { accessToken, userId, username, scopes } = outcome
      return {
        access_token: accessToken,
        token_type: 'Bearer',
        user_id: userId,
        username,
        ...(scopes !== undefined && { scope: [...scopes].join(' ') }),
      }
    }),
  'device_login.show': async ({ query, services, viewer, ip }) => {
    const typed = { viewer, userCode: query.user_code }
    const { scopes, network, ...shown } = await services.deviceLogins.show(typed)
    const isNear = networkOf(ip) === network
    return { ...shown, is_near: isNear, scopes: scopes === undefined ? null : [...scopes] }
  },
  'device_login.decide': async ({ body, services, actor, viewer }) => {
    const { user_code: userCode, approve: isApproved } = body
    await services.deviceLogins.decide(actor, { viewer, userCode, isApproved })
  },
})

/** Answers and refusals as RFC 6749 has them (5.1 and 5.2), without our envelope. */
async function answered(language: Language, run: () => Promise<object>): Promise<Response> {
  const body = await run().catch((error: unknown) => refusalOf(error, language))
  const status = 'error' in body ? 400 : 200
  return Response.json(body, { status, headers: { 'cache-control': 'no-store' } })
}

function refusalOf(error: unknown, language: Language): object {
  if (!(error instanceof GatewayError) || error.id === 'internal') throw error
  const name = error.id === 'access_token.scope_unknown' ? 'invalid_scope' : 'invalid_request'
  return { error: name, error_description: messageOf(error, language) }
}
