import { sessionEndpoints } from '../../domain/endpoints/session'
import type { Viewer } from '../../services/sessions/identify'
import { reply } from '../envelope'
import { requireUserHeader } from '../guards/access'
import { type Call, handlers } from '../handlers'
import { loginReply } from './login-reply'

export const sessionRoutes = handlers(sessionEndpoints, {
  'session.login': async ({ body, services, actor, request, ip, userAgent, sessionId }) => {
    const { username = '', password = '' } = body
    const cookies = request.headers.get('cookie') ?? ''
    const input = { username, password, ip, userAgent, cookies, replacing: sessionId }
    return loginReply(await services.sessions.login(actor, input))
  },
  'session.logout': (call) => logOut(call),
  'session.logout_post': (call) => logOut(call),
  'session.confirm': async ({ body, services, actor, viewer, ip, userAgent, sessionId }) => {
    const { original_password: password = '' } = body
    const input = { viewer, password, ip, userAgent, replacing: sessionId }
    return reply<undefined>({ session: await services.sessions.renewLogin(actor, input) })
  },
  'session.list': async ({ services, viewer }) =>
    await services.sessions.list({ userId: viewer.user.id, currentKey: viewer.sessionKey }),
  'session.revoke': async ({ params, services, actor }) => {
    await services.sessions.revoke(actor, params.id)
  },
  'session.revoke_others': async ({ services, actor, viewer }) =>
    await services.sessions.revokeOthers(actor, viewer.sessionKey),
})

/** Works without a session too: a page that has lost its own still wants to be logged out. */
async function logOut({ request, services, actor, viewer }: Call<object, object, object>) {
  let address = ''
  if (viewer !== undefined && isBySession(viewer)) {
    requireUserHeader(viewer, request)
    const provider = await services.sessions.end(actor, viewer.sessionKey)
    address = await services.logins.logoutAddress(provider)
  }
  // Where the browser goes to log out of the provider, too.
  const extra = address === '' ? {} : { logout_url: address }
  return reply<undefined>({ session: '', extra })
}

function isBySession(viewer: Viewer): boolean {
  return viewer.via === 'session'
}
