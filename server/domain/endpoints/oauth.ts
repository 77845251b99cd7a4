/** Logging in, registering and binding by accounts at other services. */
import { Type } from '@sinclair/typebox'
import { endpoint, IdParams, Nothing, OptionalText } from './endpoint'
import { SecondStepJson } from './second-factor'
import { EXAMPLE_USER, UserJson } from './user'

/**
 * No `data`, and the message "bind", when the account was bound to who is logged in; the message
 * "renew" when it proved again who that is.
 */
const LoginOutcome = Type.Union([UserJson, SecondStepJson, Nothing])

/** `renew` makes the login of who is logged in count as recent; nothing is bound. */
const Purpose = Type.Optional(Type.Union([Type.Literal('enter'), Type.Literal('renew')]))

const Callback = Type.Object({
  code: OptionalText,
  state: OptionalText,
  /** Instead of a code when the person or the provider refused. */
  error: OptionalText,
  error_description: OptionalText,
})

const CALLBACK = {
  method: 'GET',
  role: 'anonymous',
  limit: 'critical',
  // The state, too, was asked for by who has now come in.
  successGivesBack: 2,
  changes: true,
  marksBrowser: true,
  demo: 'allowed',
  query: Callback,
  data: LoginOutcome,
  example: EXAMPLE_USER,
} as const

const TelegramQuery = Type.Object({
  id: OptionalText,
  first_name: OptionalText,
  last_name: OptionalText,
  username: OptionalText,
  photo_url: OptionalText,
  auth_date: OptionalText,
  lang: OptionalText,
  hash: OptionalText,
})

const codeFlow = [
  endpoint({
    id: 'oauth.state',
    method: 'GET',
    path: '/api/oauth/state',
    role: 'anonymous',
    limit: 'critical',
    demo: 'allowed',
    query: Type.Object({ aff: OptionalText, provider: OptionalText, purpose: Purpose }),
    data: Type.String(),
    summary:
      'Begins a login elsewhere: answers a state that this browser can use once within ten ' +
      'minutes. With `provider` the link to go to stands beside it as `authorize_url`. With ' +
      '`purpose=renew` coming back makes the login of who asks count as recent.',
    example: 'c2H8vQ0tYw5LkX3nBz7Rd1Fj6Pm4Sa9E',
  }),
  endpoint({
    ...CALLBACK,
    id: 'oauth.github',
    path: '/api/oauth/github',
    summary: 'Logs in, registers or binds by GitHub.',
  }),
  endpoint({
    ...CALLBACK,
    id: 'oauth.linuxdo',
    path: '/api/oauth/linuxdo',
    summary: 'Logs in, registers or binds by LinuxDO.',
  }),
  endpoint({
    ...CALLBACK,
    id: 'oauth.oidc',
    path: '/api/oauth/oidc',
    summary: 'Logs in, registers or binds by an OpenID Connect provider.',
  }),
  endpoint({
    ...CALLBACK,
    id: 'oauth.provider',
    path: '/api/oauth/:provider',
    params: Type.Object({ provider: Type.String() }),
    summary: 'Logs in, registers or binds by an OpenID Connect provider that was added.',
  }),
  endpoint({
    id: 'oauth.provider_logout',
    method: 'POST',
    path: '/api/oauth/:provider/logout',
    role: 'anonymous',
    limit: 'critical',
    demo: 'allowed',
    takesForm: true,
    params: Type.Object({ provider: Type.String() }),
    body: Type.Object({ logout_token: Type.String() }),
    data: Nothing,
    summary:
      'A provider says that somebody has logged out there (OpenID Connect Back-Channel Logout): ' +
      'the logins that came of it end.',
    example: undefined,
  }),
] as const

const Bound = Type.Array(
  Type.Object({ slug: Type.String(), name: Type.String(), subject: Type.String() }),
)
const EXAMPLE_BOUND = [{ slug: 'acme', name: 'Acme', subject: '00u1a2b3c4' }]

const bindings = [
  endpoint({
    id: 'oauth.bindings',
    method: 'GET',
    path: '/api/user/oauth/bindings',
    role: 'user',
    data: Bound,
    summary: 'Own accounts at OpenID Connect providers that were added.',
    example: EXAMPLE_BOUND,
  }),
  endpoint({
    id: 'oauth.bindings_of',
    method: 'GET',
    path: '/api/user/:id/oauth/bindings',
    role: 'admin',
    params: IdParams,
    data: Bound,
    summary: 'Those of somebody else.',
    example: EXAMPLE_BOUND,
  }),
] as const

const otherWays = [
  endpoint({
    ...CALLBACK,
    successGivesBack: 1,
    id: 'oauth.wechat',
    path: '/api/oauth/wechat',
    query: Type.Object({ code: OptionalText, aff: OptionalText, purpose: Purpose }),
    summary:
      'Logs in or registers by a code from the WeChat account, invited by `aff`; with ' +
      '`purpose=renew` makes the login of who asks count as recent.',
  }),
  endpoint({
    id: 'oauth.wechat_bind',
    method: 'GET',
    path: '/api/oauth/wechat/bind',
    role: 'user',
    session: 'required',
    limit: 'critical',
    changes: true,
    query: Type.Object({ code: OptionalText }),
    data: Nothing,
    summary: 'Binds WeChat by a code. Needs a login of the last 15 minutes.',
    example: undefined,
  }),
  endpoint({
    ...CALLBACK,
    successGivesBack: 1,
    id: 'oauth.telegram',
    path: '/api/oauth/telegram/login',
    query: Type.Composite([TelegramQuery, Type.Object({ purpose: Purpose })]),
    summary:
      'Logs in by the facts that the Telegram widget signed; registers nobody. With ' +
      '`purpose=renew` it makes the login of who asks count as recent.',
  }),
  endpoint({
    id: 'oauth.telegram_bind',
    method: 'GET',
    path: '/api/oauth/telegram/bind',
    role: 'user',
    session: 'required',
    userHeader: 'optional',
    limit: 'critical',
    changes: true,
    query: TelegramQuery,
    data: Nothing,
    summary:
      'Binds Telegram. Answers calls that carry the user header; a navigation, which must come ' +
      'from our own page, is redirected to /setting. Needs a login of the last 15 minutes.',
    example: undefined,
  }),
  endpoint({
    id: 'oauth.unbind',
    method: 'DELETE',
    path: '/api/user/bindings/:method',
    role: 'user',
    session: 'required',
    params: Type.Object({ method: Type.String() }),
    data: Nothing,
    summary:
      'Takes an account at another service off the own one, unless it is the only way in. ' +
      'Needs a login of the last 15 minutes.',
    example: undefined,
  }),
] as const

export const oauthEndpoints = [...codeFlow, ...bindings, ...otherWays] as const
