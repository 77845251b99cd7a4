import { accountEndpoints } from '../../domain/endpoints/account'
import { translate } from '../../domain/i18n/translate'
import { reply } from '../envelope'
import { handlers } from '../handlers'
import { statementJson } from './statement-json'
import { userJson } from './user-json'

export const accountRoutes = handlers(accountEndpoints, {
  'account.register': async ({ body, services, actor, ip, userAgent, sessionId }) => {
    const { username = '', password = '' } = body
    const user = await services.accounts.register(actor, { ...body, username, password })
    const input = { userId: user.id, username: user.username, ip, userAgent, replacing: sessionId }
    const { sessionId: session } = await services.sessions.start(actor, input)
    return reply({ data: userJson(user), session })
  },
  'account.verification': async ({ query, services, actor, language }) => {
    await services.accounts.requestEmailCode(actor, { email: query.email ?? '', language })
  },
  'account.reset_request': async ({ query, services, actor, language }) => {
    await services.accounts.requestReset(actor, { email: query.email ?? '', language })
  },
  'account.reset': async ({ body, services, actor }) => {
    const { email = '', token = '' } = body
    return await services.accounts.resetPassword(actor, { ...body, email, token })
  },
  'account.email_bind': async ({ query, services, actor, viewer }) => {
    const { email = '', code = '' } = query
    await services.accounts.bindEmail(actor, { email, code, viewer })
  },
  'account.email_bind_post': async ({ body, services, actor, viewer }) => {
    const { email = '', code = '', original_password: password } = body
    await services.accounts.bindEmail(actor, { email, code, viewer, password })
  },
  'account.accept_terms': async ({ body, services, actor }) => {
    await services.accounts.acceptTerms(actor, body.version)
  },
  'account.aff_transfer': async ({ body, services, actor, language }) => {
    await services.accounts.transferEarnings(actor, body.quota ?? 0)
    return reply<undefined>({ message: translate(language, 'reply.transferred') })
  },
  'account.invites': async ({ services, viewer }) =>
    await services.promotion.invitesOf(viewer.user.id),
  'account.check_in': async ({ services, actor }) => await services.promotion.checkIn(actor),
  'account.check_in_state': async ({ services, viewer }) =>
    await services.promotion.checkInOf(viewer.user.id),
  'account.setting': async ({ body, services, actor, language }) => {
    const { notify_type = '' } = body
    const input = { ...body, notify_type, language }
    const unreachable = await services.notifications.setSetting(actor, input)
    if (unreachable === undefined) {
      return reply<undefined>({ message: translate(language, 'reply.setting_saved') })
    }
    const message = translate(language, `reply.setting_${unreachable}`)
    return reply<undefined>({ message, extra: { unreachable } })
  },
  'account.statement': async ({ query, services, viewer }) => {
    const { start_timestamp: from, end_timestamp: to } = query
    const { id: userId } = viewer.user
    return statementJson(await services.wallet.statement({ userId, from, to }))
  },
})
