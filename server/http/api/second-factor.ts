import { secondFactorEndpoints } from '../../domain/endpoints/second-factor'
import { GatewayError } from '../../domain/errors/gateway-error'
import { refuseWithoutFactor } from '../../services/sessions/confirm'
import { reply } from '../envelope'
import { type Call, handlers } from '../handlers'
import { userJson } from './user-json'

export const secondFactorRoutes = handlers(secondFactorEndpoints, {
  'second_factor.login': async (call) => {
    const { code = '' } = call.body
    const step = { ...stepOf(call), code }
    const { user, sessionId } = await call.services.secondFactors.logInByCode(call.actor, step)
    return reply({ data: userJson(user), session: sessionId })
  },
  'passkey.login_begin': async (call) => {
    const { services, actor, sessionId } = call
    return offered(
      await services.secondFactors.beginPasskeyLogin(actor, { origin: originOf(call), sessionId }),
    )
  },
  'passkey.login_finish': async (call) => {
    const { services, actor } = call
    const signed = { step: stepOf(call), origin: originOf(call), response: credentialIn(call.body) }
    const { user, sessionId } = await services.secondFactors.logInByPasskey(actor, signed)
    return reply({ data: userJson(user), session: sessionId })
  },
  'second_factor.status': async ({ services, viewer }) => {
    const status = await services.secondFactors.status(viewer.user)
    return {
      enabled: status.hasApp,
      backup_codes_remaining: status.recoveryCodesLeft,
      passkeys: status.passkeys,
      required: status.isRequired,
      required_from: status.requiredFrom,
      fresh: viewer.secondFactor === 'fresh',
    }
  },
  'second_factor.setup': async ({ services, actor, viewer }) => {
    const { secret, uri, recoveryCodes } = await services.secondFactors.beginApp(actor, viewer)
    return { secret, qr_code_data: uri, backup_codes: recoveryCodes }
  },
  'second_factor.enable': async ({ services, actor, viewer, body: { code = '' } }) => {
    await services.secondFactors.enableApp(actor, { viewer, code })
  },
  'second_factor.disable': async ({ services, actor, viewer, body: { code = '' } }) => {
    await services.secondFactors.disableApp(actor, { viewer, code })
  },
  'second_factor.codes': async ({ services, actor, viewer, body: { code = '' } }) => ({
    backup_codes: await services.secondFactors.renewCodes(actor, { viewer, code }),
  }),
  'second_factor.verify': async ({ services, actor, viewer, body: { method, code = '' } }) => {
    if (method !== 'passkey') await services.secondFactors.verifyByCode(actor, { viewer, code })
    else if (viewer.secondFactor !== 'fresh') throw new GatewayError('session.factor_needed')
    return { verified: true }
  },
  'passkey.status': async ({ services, viewer }) => {
    const { passkeys } = await services.secondFactors.status(viewer.user)
    const last = Math.max(0, ...passkeys.map(({ last_used_at }) => last_used_at ?? 0))
    return {
      enabled: passkeys.length > 0,
      last_used_at: last === 0 ? null : new Date(last).toISOString(),
    }
  },
  'passkey.register_begin': async (call) => {
    const { services, actor, viewer } = call
    const input = { viewer, origin: originOf(call) }
    return offered(await services.secondFactors.beginPasskey(actor, input))
  },
  'passkey.register_finish': async (call) => {
    const { services, actor, viewer, body } = call
    const { name = '', ...response } = body
    const made = { viewer, name, response: credentialIn(response), origin: originOf(call) }
    return { backup_codes: await services.secondFactors.addPasskey(actor, made) }
  },
  'passkey.verify_begin': async (call) => {
    const { services, actor, viewer } = call
    const input = { viewer, origin: originOf(call) }
    return offered(await services.secondFactors.beginPasskeyProof(actor, input))
  },
  'passkey.verify_finish': async (call) => {
    const { services, actor, viewer, body } = call
    const signed = { viewer, origin: originOf(call), response: credentialIn(body) }
    await services.secondFactors.verifyByPasskey(actor, signed)
  },
  'passkey.rename': async ({ services, actor, params, body: { name = '' } }) => {
    await services.secondFactors.namePasskey(actor, { id: params.id, name })
  },
  'passkey.remove': async ({ services, actor, viewer, params }) => {
    await services.secondFactors.removePasskeys(actor, { viewer, id: params.id })
  },
  'passkey.remove_all': async ({ services, actor, viewer }) => {
    await services.secondFactors.removePasskeys(actor, { viewer })
  },
  'second_factor.stats': async ({ services }) => {
    const { users, withFactor, withPasskey } = await services.secondFactors.stats()
    const percent = users === 0 ? 0 : (withFactor / users) * 100
    return {
      total_users: users,
      enabled_users: withFactor,
      passkey_users: withPasskey,
      enabled_rate: `${percent.toFixed(1)}%`,
    }
  },
  'second_factor.show': async ({ services, actor, params }) => {
    const user = await services.users.showLower(actor, params.id)
    const { hasApp, passkeys, recoveryCodesLeft } = await services.secondFactors.status(user)
    return {
      enabled: hasApp,
      passkeys: passkeys.length,
      backup_codes_remaining: recoveryCodesLeft,
    }
  },
  'second_factor.reset': async ({ services, actor, viewer, params }) => {
    if (params.id === viewer.user.id) refuseWithoutFactor(viewer)
    await services.secondFactors.reset(actor, { userId: params.id })
  },
  'passkey.reset': async ({ services, actor, viewer, params }) => {
    if (params.id === viewer.user.id) refuseWithoutFactor(viewer)
    await services.secondFactors.reset(actor, { userId: params.id, kind: 'passkey' })
  },
})

type AnyCall = Call<object, object, object>

/**
 * Of the pages that passkeys are made and used on: the address of this site, where the settings
 * name it, because a program can send any Host and Origin. Else the page's own, on this host.
 */
function originOf({ request, publicAddress, siteAddress }: AnyCall): string {
  const fixed = URL.parse(siteAddress)?.origin
  if (fixed !== undefined) return fixed
  const origin = URL.parse(request.headers.get('origin') ?? '')
  const isOurs = origin !== null && origin.host === request.headers.get('host')
  return isOurs ? origin.origin : publicAddress
}

function stepOf({ sessionId, ip, userAgent }: AnyCall) {
  return { sessionId, ip, userAgent }
}

function offered(publicKey: object) {
  return { options: { publicKey } }
}

/** The library knows the fields that browsers may leave out as absent or full. */
function credentialIn<Given extends { readonly clientExtensionResults?: object | undefined }>(
  given: Given,
) {
  return { ...given, clientExtensionResults: given.clientExtensionResults ?? {} }
}
