/** Programs log in by a browser elsewhere: the device authorization grant (RFC 8628). */
import { type Static, Type } from '@sinclair/typebox'
import { SCOPES } from '../accounts/scopes'
import { endpoint, Nothing, OptionalText, oneOf } from './endpoint'

const WaitingJson = Type.Object({
  /** As the program calls itself, which proves nothing; nor does the next. */
  client: Type.String(),
  device_name: Type.String(),
  /** Where the request came from. */
  ip: Type.String(),
  /** Whether that is where who reads this is, too. */
  is_near: Type.Boolean(),
  /** What it may do once it is let in; null for everything that who lets it in may do. */
  scopes: Type.Union([Type.Array(oneOf(SCOPES)), Type.Null()]),
  /** Epoch milliseconds, as the next. */
  created_at: Type.Integer(),
  expires_at: Type.Integer(),
})

const EXAMPLE_WAITING = {
  client: 'gw 1.4.0',
  device_name: 'laptop',
  ip: '203.0.113.9',
  is_near: true,
  scopes: null,
  created_at: 1_712_800_000_000,
  expires_at: 1_712_800_600_000,
}

export type WaitingDeviceJson = Static<typeof WaitingJson>

export const deviceLoginEndpoints = [
  endpoint({
    id: 'device_login.begin',
    method: 'POST',
    path: '/api/oauth/device/code',
    role: 'anonymous',
    limit: 'critical',
    takesForm: true,
    bare: 'application/json',
    body: Type.Object({
      /** Name of the program. */
      client_id: OptionalText,
      /** Separated by blanks; everything that who lets it in may do, without. */
      scope: OptionalText,
      /** Name of the machine. */
      device_name: OptionalText,
    }),
    data: Nothing,
    summary:
      'Begins a login of a program by a browser elsewhere (RFC 8628): answers `device_code`, ' +
      '`user_code`, `verification_uri`, `verification_uri_complete`, `expires_in` and `interval`.',
    example: undefined,
  }),
  endpoint({
    id: 'device_login.redeem',
    method: 'POST',
    path: '/api/oauth/device/token',
    role: 'anonymous',
    takesForm: true,
    bare: 'application/json',
    body: Type.Object({
      /** `urn:ietf:params:oauth:grant-type:device_code`. */
      grant_type: OptionalText,
      device_code: OptionalText,
      client_id: OptionalText,
    }),
    data: Nothing,
    summary:
      'Asks whether the program was let in: `error` is `authorization_pending`, `slow_down`, ' +
      '`access_denied`, `expired_token` or `invalid_grant` with status 400; else it is ' +
      '`access_token`, once, with `user_id` and `username`.',
    example: undefined,
  }),
  endpoint({
    id: 'device_login.show',
    method: 'GET',
    path: '/api/oauth/device/login',
    role: 'user',
    session: 'required',
    query: Type.Object({ user_code: Type.String() }),
    data: WaitingJson,
    summary: 'Which program waits under the code that somebody has typed.',
    example: EXAMPLE_WAITING,
  }),
  endpoint({
    id: 'device_login.decide',
    method: 'POST',
    path: '/api/oauth/device/login',
    role: 'user',
    session: 'required',
    body: Type.Object({ user_code: Type.String(), approve: Type.Boolean() }),
    data: Nothing,
    summary:
      'Lets a program in, or does not. Letting it in gives it an access token, and needs a login ' +
      'of the last 15 minutes.',
    example: undefined,
  }),
] as const
