import { oauthEndpoints } from '../../domain/endpoints/oauth'
import { GatewayError } from '../../domain/errors/gateway-error'
import type { Entered } from '../../services/login/enter'
import { reply } from '../envelope'
import { requireOwnPage } from '../guards/origin'
import { type Call, handlers } from '../handlers'
import { type LoginJson, loginReply } from './login-reply'

const STATE_COOKIE = 'oauth_state'
const STATE_COOKIE_SECONDS = 600

interface Callback {
  readonly code?: string
  readonly state?: string
  readonly error?: string
}

export const oauthRoutes = handlers(oauthEndpoints, {
  'oauth.state': async (call) => {
    const { query, services, actor } = call
    const { aff: affCode = '', provider = '', purpose = 'enter' } = query
    const issued = await services.logins.issueState(actor, { provider, affCode, purpose })
    return reply({
      data: issued.state,
      extra: provider === '' ? {} : { authorize_url: issued.authorizeUrl },
      headers: { 'set-cookie': stateCookie(call, issued.sealed, STATE_COOKIE_SECONDS) },
    })
  },
  'oauth.github': (call) => comeBack(call, 'github'),
  'oauth.linuxdo': (call) => comeBack(call, 'linuxdo'),
  'oauth.oidc': (call) => comeBack(call, 'oidc'),
  'oauth.provider': (call) => comeBack(call, call.params.provider),
  'oauth.provider_logout': async ({ params, body, services, actor }) => {
    const { provider } = params
    await services.logins.outByProvider(actor, { provider, token: body.logout_token })
  },
  'oauth.bindings': async ({ services, viewer }) => await services.logins.bindings(viewer.user.id),
  'oauth.bindings_of': async ({ services, params }) => await services.logins.bindings(params.id),
  'oauth.wechat': async (call) => {
    const { code = '', aff: affCode, purpose } = call.query
    const given = { code, affCode, purpose, browser: browserOf(call) }
    return entered(await call.services.logins.byWechat(call.actor, given))
  },
  'oauth.wechat_bind': async (call) => {
    const given = { code: call.query.code ?? '', browser: browserOf(call) }
    await call.services.logins.bindWechat(call.actor, given)
  },
  'oauth.telegram': async (call) => {
    const { purpose, ...facts } = call.query
    const given = { facts, purpose, browser: browserOf(call) }
    return entered(await call.services.logins.byTelegram(call.actor, given))
  },
  'oauth.telegram_bind': async (call) => {
    requireOwnPage(call.request)
    const given = { facts: call.query, browser: browserOf(call) }
    await call.services.logins.bindTelegram(call.actor, given)
    // Navigations cannot send the header; a page that calls by itself reads the answer.
    if (call.request.headers.has('new-api-user')) return reply<undefined>({ message: 'bind' })
    return new Response(null, { status: 302, headers: { location: '/setting' } })
  },
  'oauth.unbind': async ({ params, services, actor, viewer }) => {
    await services.logins.unbind(actor, { method: params.method, viewer })
  },
})

/** The state is used up whatever comes of it, so its cookie goes as well. */
async function comeBack(call: Call<object, Callback, object>, provider: string) {
  const { query, services, actor } = call
  const { code = '', state = '', error = '' } = query
  const outcome = await services.logins.byOauth(actor, {
    provider,
    code,
    state,
    error,
    sealed: stateIn(call.request),
    browser: browserOf(call),
  })
  return entered(outcome, { 'set-cookie': stateCookie(call, '', 0) })
}

/** By the message a page knows what came of it; a login has none. */
function entered(outcome: Entered, headers: Readonly<Record<string, string>> = {}) {
  if (outcome.kind === 'bound') return reply<LoginJson | undefined>({ message: 'bind', headers })
  return reply<LoginJson | undefined>({
    ...loginReply(outcome.signedIn).parts,
    ...(outcome.kind === 'renewed' && { message: 'renew' }),
    headers,
  })
}

function browserOf({ viewer, ip, userAgent, sessionId }: Call<object, object, object>) {
  if (viewer?.via === 'access_token') throw new GatewayError('access_token.refused')
  return { ip, userAgent, replacing: sessionId, viewer }
}

function stateCookie(
  { publicAddress }: Call<object, object, object>,
  value: string,
  seconds: number,
): string {
  const secure = publicAddress.startsWith('https://') ? '; Secure' : ''
  const facts = `Path=/api/oauth; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`
  return `${STATE_COOKIE}=${value}; ${facts}`
}

function stateIn(request: Request): string {
  const cookies = (request.headers.get('cookie') ?? '').split(';').map((text) => text.trim())
  const found = cookies.find((text) => text.startsWith(`${STATE_COOKIE}=`))
  return found?.slice(STATE_COOKIE.length + 1) ?? ''
}
