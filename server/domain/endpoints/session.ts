/** Logging in and out, and the list of one's own sign-ins. */
import { Type } from '@sinclair/typebox'
import { endpoint, Nothing, OptionalText } from './endpoint'
import { UserOrSecondStep } from './second-factor'
import { EXAMPLE_USER } from './user'

const SessionJson = Type.Object({
  /** Names the session in this list only; it cannot be used as a cookie. */
  id: Type.String(),
  /** Whether it is the one that asks. */
  current: Type.Boolean(),
  ip: Type.String(),
  user_agent: Type.String(),
  /** Epoch milliseconds, as the next two. */
  created_at: Type.Integer(),
  last_seen_at: Type.Integer(),
  expires_at: Type.Integer(),
})

export const sessionEndpoints = [
  endpoint({
    id: 'session.login',
    method: 'POST',
    path: '/api/user/login',
    role: 'anonymous',
    limit: 'critical',
    successGivesBack: 1,
    knownBrowsers: 'apart',
    botCheck: true,
    demo: 'allowed',
    body: Type.Object({ username: OptionalText, password: OptionalText }),
    data: UserOrSecondStep,
    summary:
      'Logs in by username or e-mail and password; sets the cookie `session`. Whoever has a ' +
      'second factor is answered `require_2fa` and goes on at `/api/user/login/2fa`.',
    example: EXAMPLE_USER,
  }),
  endpoint({
    id: 'session.logout',
    method: 'GET',
    path: '/api/user/logout',
    role: 'anonymous',
    changes: true,
    demo: 'allowed',
    data: Nothing,
    summary: 'Ends the session. Answers success without one, too.',
    example: undefined,
  }),
  endpoint({
    id: 'session.logout_post',
    method: 'POST',
    path: '/api/user/logout',
    role: 'anonymous',
    demo: 'allowed',
    data: Nothing,
    summary: 'Ends the session. Answers success without one, too.',
    example: undefined,
  }),
  endpoint({
    id: 'session.confirm',
    method: 'POST',
    path: '/api/user/confirm',
    role: 'user',
    session: 'required',
    secondFactor: 'not_asked',
    demo: 'allowed',
    body: Type.Object({ original_password: OptionalText }),
    data: Nothing,
    summary:
      'Makes the login count as recent, by `original_password`; a new session takes the place ' +
      'of this one. Without a password it only tells whether the login is recent.',
    example: undefined,
  }),
  endpoint({
    id: 'session.list',
    method: 'GET',
    path: '/api/user/sessions',
    role: 'user',
    data: Type.Array(SessionJson),
    summary: 'Lists the own sign-ins, the latest first.',
    example: [
      {
        id: '9f86d081884c7d65',
        current: true,
        ip: '192.0.2.1',
        user_agent: 'Mozilla/5.0',
        created_at: 1_712_800_000_000,
        last_seen_at: 1_712_800_000_000,
        expires_at: 1_715_392_000_000,
      },
    ],
  }),
  endpoint({
    id: 'session.revoke',
    method: 'DELETE',
    path: '/api/user/sessions/:id',
    role: 'user',
    params: Type.Object({ id: Type.String() }),
    data: Nothing,
    summary: 'Ends one of the own sign-ins.',
    example: undefined,
  }),
  endpoint({
    id: 'session.revoke_others',
    method: 'DELETE',
    path: '/api/user/sessions',
    role: 'user',
    data: Type.Integer(),
    summary: 'Ends every own sign-in but the one that asks; answers how many.',
    example: 2,
  }),
] as const
