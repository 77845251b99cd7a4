/** Getting an account, proving an address, getting back in, and one's own choices. */
import { Type } from '@sinclair/typebox'
import { endpoint, Nothing, OptionalFlag, OptionalInteger, OptionalText } from './endpoint'
import { EXAMPLE_STATEMENT, Statement, StatementQuery } from './statement-shape'
import { EXAMPLE_USER, UserJson } from './user'

const entry = [
  endpoint({
    id: 'account.register',
    method: 'POST',
    path: '/api/user/register',
    role: 'anonymous',
    limit: 'critical',
    botCheck: true,
    marksBrowser: true,
    body: Type.Object({
      username: OptionalText,
      password: OptionalText,
      password2: OptionalText,
      email: OptionalText,
      verification_code: OptionalText,
      aff_code: OptionalText,
      terms_version: OptionalText,
    }),
    data: UserJson,
    summary:
      'Opens an account with a password and signs it in; sets the cookie `session`. Where ' +
      'addresses are verified, `email` and its code are needed. `aff_code` names who invited. ' +
      'Where there are terms to accept, `terms_version` says which ones were.',
    example: EXAMPLE_USER,
  }),
  endpoint({
    id: 'account.verification',
    method: 'GET',
    path: '/api/verification',
    role: 'anonymous',
    limit: 'critical',
    botCheck: true,
    changes: true,
    query: Type.Object({ email: OptionalText }),
    data: Nothing,
    summary:
      'Mails a code that proves an address, for registering or, when logged in, for binding. ' +
      'The answer does not tell visitors whether the address has an account.',
    example: undefined,
  }),
  endpoint({
    id: 'account.reset_request',
    method: 'GET',
    path: '/api/reset_password',
    role: 'anonymous',
    limit: 'critical',
    botCheck: true,
    changes: true,
    query: Type.Object({ email: OptionalText }),
    data: Nothing,
    summary: 'Mails a link to set a new password. The answer is the same for unknown addresses.',
    example: undefined,
  }),
  endpoint({
    id: 'account.reset',
    method: 'POST',
    path: '/api/user/reset',
    role: 'anonymous',
    limit: 'critical',
    body: Type.Object({
      email: OptionalText,
      token: OptionalText,
      password: OptionalText,
      password2: OptionalText,
    }),
    data: Type.String(),
    summary:
      'Sets a new password by the mailed link, once, and ends every session. Without ' +
      '`password` one is made and shown; otherwise the answer is an empty text.',
    example: 'kT9wQ2mZ7xLp4RvB',
  }),
] as const

const own = [
  endpoint({
    id: 'account.accept_terms',
    method: 'POST',
    path: '/api/user/terms',
    role: 'user',
    session: 'required',
    secondFactor: 'not_asked',
    terms: 'not_asked',
    demo: 'allowed',
    body: Type.Object({ version: Type.String() }),
    data: Nothing,
    summary: 'Accepts the terms of use, by the version that is in force.',
    example: undefined,
  }),
  endpoint({
    id: 'account.email_bind',
    method: 'GET',
    path: '/api/oauth/email/bind',
    role: 'user',
    session: 'required',
    limit: 'critical',
    changes: true,
    query: Type.Object({ email: OptionalText, code: OptionalText }),
    data: Nothing,
    summary: 'Binds an address by its code. Needs a login of the last 15 minutes.',
    example: undefined,
  }),
  endpoint({
    id: 'account.email_bind_post',
    method: 'POST',
    path: '/api/oauth/email/bind',
    role: 'user',
    session: 'required',
    limit: 'critical',
    body: Type.Object({ email: OptionalText, code: OptionalText, original_password: OptionalText }),
    data: Nothing,
    summary:
      'Binds an address by its code. Needs `original_password`, or a login of the last ' +
      '15 minutes.',
    example: undefined,
  }),
  endpoint({
    id: 'account.aff_transfer',
    method: 'POST',
    path: '/api/user/aff_transfer',
    role: 'user',
    body: Type.Object({ quota: OptionalInteger }),
    data: Nothing,
    summary: 'Moves invite earnings, at least one unit of credits, into the balance.',
    example: undefined,
  }),
  endpoint({
    id: 'account.invites',
    method: 'GET',
    path: '/api/user/invites',
    role: 'user',
    heavy: true,
    data: Type.Object({
      /** Users who came by the own code, and those of them who have paid. */
      invited: Type.Integer(),
      paying: Type.Integer(),
      /** Credits that their payments have earned, less what was taken back. */
      rewards: Type.Integer(),
    }),
    summary: "Tells what the caller's invitations have brought.",
    example: { invited: 12, paying: 3, rewards: 1_500_000 },
  }),
  endpoint({
    id: 'account.check_in',
    method: 'POST',
    path: '/api/user/check_in',
    role: 'user',
    marksBrowser: true,
    data: Type.Integer(),
    summary: 'Adds the credit of a check-in to the own balance, once a day; answers the credits.',
    example: 5000,
  }),
  endpoint({
    id: 'account.check_in_state',
    method: 'GET',
    path: '/api/user/check_in',
    role: 'user',
    data: Type.Object({
      /** Credits of a check-in; 0 where there is none. */
      credit: Type.Integer(),
      /** In the time zone of check-ins. */
      day: Type.String(),
      checked_in: Type.Boolean(),
    }),
    summary: 'Tells what a check-in is worth, and whether the user has checked in today.',
    example: { credit: 5000, day: '2026-11-28', checked_in: false },
  }),
  endpoint({
    id: 'account.setting',
    method: 'PUT',
    path: '/api/user/setting',
    role: 'user',
    organisation: 'pay',
    body: Type.Object({
      notify_type: OptionalText,
      quota_warning_threshold: Type.Optional(Type.Number()),
      webhook_url: OptionalText,
      webhook_secret: OptionalText,
      notification_email: OptionalText,
      notify_fields: Type.Optional(Type.Record(Type.String(), Type.String())),
      accept_unset_model_ratio_model: OptionalFlag,
    }),
    data: Nothing,
    summary:
      'Chooses how to be warned. `notify_type` is `email`, `webhook` (https only) or another ' +
      'service, whose fields are in `notify_fields`; a secret of `***` stays as it is.',
    example: undefined,
  }),
  endpoint({
    id: 'account.statement',
    method: 'GET',
    path: '/api/user/statement',
    role: 'user',
    organisation: 'read',
    heavy: true,
    query: StatementQuery,
    data: Statement,
    summary:
      'What came into the own balance and what left it, 93 days at most: bookings of the ' +
      'ledger one by one, calls by the hour. Times are taken down to the hour.',
    example: EXAMPLE_STATEMENT,
  }),
] as const

export const accountEndpoints = [...entry, ...own] as const
