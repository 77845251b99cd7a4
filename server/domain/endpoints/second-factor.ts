/** The second factor: authenticator apps, passkeys and recovery codes. Paths are new-api's. */
import { Type } from '@sinclair/typebox'
import { endpoint, IdParams, Nothing, OptionalText, oneOf } from './endpoint'
import { EXAMPLE_USER, UserJson } from './user'

/** What a login answers that waits for its second step. */
export const SecondStepJson = Type.Object({ require_2fa: Type.Literal(true) })

export const UserOrSecondStep = Type.Union([UserJson, SecondStepJson])

const Passkey = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  /** Epoch milliseconds, as the next. */
  created_at: Type.Integer(),
  last_used_at: Type.Union([Type.Integer(), Type.Null()]),
})

/** Made by `navigator.credentials`; every binary field is base64url. */
const CREDENTIAL = {
  id: Type.String(),
  rawId: Type.String(),
  type: Type.Literal('public-key'),
  clientExtensionResults: Type.Optional(Type.Object({})),
}

const MadeCredential = Type.Object({
  ...CREDENTIAL,
  response: Type.Object({
    clientDataJSON: Type.String(),
    attestationObject: Type.String(),
    transports: Type.Optional(Type.Array(Type.String())),
  }),
  /** The owner's name for it. */
  name: OptionalText,
})

const SignedCredential = Type.Object({
  ...CREDENTIAL,
  response: Type.Object({
    clientDataJSON: Type.String(),
    authenticatorData: Type.String(),
    signature: Type.String(),
    userHandle: OptionalText,
  }),
})

/** For `navigator.credentials`, as its JSON form has it. */
const BrowserOptions = Type.Object({ options: Type.Object({ publicKey: Type.Unknown() }) })

const BackupCodes = Type.Object({ backup_codes: Type.Array(Type.String()) })

const EXAMPLE_OPTIONS = {
  options: { publicKey: { challenge: '5QkVx3dO0kzq9oVQb1mYcQ', rpId: 'gateway.example.com' } },
}

const CodeBody = Type.Object({ code: OptionalText })

/** Of the own account; whoever has to add a factor may call them without one. */
const OWN = {
  role: 'user',
  session: 'required',
  secondFactor: 'not_asked',
} as const

const LOGIN = {
  method: 'POST',
  role: 'anonymous',
  limit: 'critical',
  demo: 'allowed',
} as const

const login = [
  endpoint({
    ...LOGIN,
    id: 'second_factor.login',
    path: '/api/user/login/2fa',
    // Its own attempt, and the password's before it.
    successGivesBack: 2,
    body: CodeBody,
    data: UserJson,
    summary: 'Second step of a login that answered `require_2fa`: a code of the app, or recovery.',
    example: EXAMPLE_USER,
  }),
  endpoint({
    ...LOGIN,
    id: 'passkey.login_begin',
    path: '/api/user/passkey/login/begin',
    data: BrowserOptions,
    summary: 'Begins a login by passkey, alone or as the second step.',
    example: EXAMPLE_OPTIONS,
  }),
  endpoint({
    ...LOGIN,
    id: 'passkey.login_finish',
    path: '/api/user/passkey/login/finish',
    successGivesBack: 2,
    body: SignedCredential,
    data: UserJson,
    summary: 'Ends a login by passkey; sets the cookie `session`.',
    example: EXAMPLE_USER,
  }),
] as const

const app = [
  endpoint({
    ...OWN,
    id: 'second_factor.status',
    method: 'GET',
    path: '/api/user/2fa/status',
    data: Type.Object({
      /** Whether an authenticator app was added. */
      enabled: Type.Boolean(),
      backup_codes_remaining: Type.Integer(),
      passkeys: Type.Array(Passkey),
      /** Whether the settings ask this user for one. */
      required: Type.Boolean(),
      /** From this day on, `2026-01-31`; "" for at once. */
      required_from: Type.String(),
      /** Whether it was proved within 15 minutes. */
      fresh: Type.Boolean(),
    }),
    summary: 'Tells which second factors the own account has.',
    example: {
      enabled: true,
      backup_codes_remaining: 10,
      passkeys: [{ id: 3, name: 'Laptop', created_at: 1_712_800_000_000, last_used_at: null }],
      required: false,
      required_from: '',
      fresh: true,
    },
  }),
  endpoint({
    ...OWN,
    id: 'second_factor.setup',
    method: 'POST',
    path: '/api/user/2fa/setup',
    data: Type.Object({
      secret: Type.String(),
      /** `otpauth://…`, for the picture that apps scan. */
      qr_code_data: Type.String(),
      backup_codes: Type.Array(Type.String()),
    }),
    summary:
      'Begins adding an authenticator app. Its secret, and recovery codes where there are none, ' +
      'are shown this once. Needs a login of the last 15 minutes.',
    example: {
      secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
      qr_code_data: 'otpauth://totp/gw:root?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=gw',
      backup_codes: ['k4mz-9wqt', 'p7xe-2hbn'],
    },
  }),
  endpoint({
    ...OWN,
    id: 'second_factor.enable',
    method: 'POST',
    path: '/api/user/2fa/enable',
    body: CodeBody,
    data: Nothing,
    summary: 'Ends adding the app by its first code; the other sign-ins end.',
    example: undefined,
  }),
  endpoint({
    ...OWN,
    id: 'second_factor.disable',
    method: 'POST',
    path: '/api/user/2fa/disable',
    body: CodeBody,
    data: Nothing,
    summary: 'Takes the app off, by a code of it or a recovery code.',
    example: undefined,
  }),
  endpoint({
    ...OWN,
    id: 'second_factor.codes',
    method: 'POST',
    path: '/api/user/2fa/backup_codes',
    body: CodeBody,
    data: BackupCodes,
    summary:
      'Makes ten new recovery codes, by a code of the app; without one when a second factor was ' +
      'proved within 15 minutes. The old ones end.',
    example: { backup_codes: ['k4mz-9wqt', 'p7xe-2hbn'] },
  }),
  endpoint({
    ...OWN,
    id: 'second_factor.verify',
    method: 'POST',
    demo: 'allowed',
    path: '/api/verify',
    body: Type.Object({ method: Type.Optional(oneOf(['2fa', 'passkey'])), code: OptionalText }),
    data: Type.Object({ verified: Type.Boolean() }),
    summary:
      'Proves the second factor once more, for 15 minutes: by `code`; with `method` `passkey` it ' +
      'tells whether `/api/user/passkey/verify/finish` has done so.',
    example: { verified: true },
  }),
] as const

const passkeys = [
  endpoint({
    ...OWN,
    id: 'passkey.status',
    method: 'GET',
    path: '/api/user/passkey',
    data: Type.Object({
      enabled: Type.Boolean(),
      last_used_at: Type.Union([Type.String(), Type.Null()]),
    }),
    summary: 'Tells whether the own account has a passkey.',
    example: { enabled: true, last_used_at: '2026-01-31T12:00:00.000Z' },
  }),
  endpoint({
    ...OWN,
    id: 'passkey.register_begin',
    method: 'POST',
    path: '/api/user/passkey/register/begin',
    data: BrowserOptions,
    summary: 'Begins adding a passkey. Needs a login of the last 15 minutes.',
    example: EXAMPLE_OPTIONS,
  }),
  endpoint({
    ...OWN,
    id: 'passkey.register_finish',
    method: 'POST',
    path: '/api/user/passkey/register/finish',
    body: MadeCredential,
    data: BackupCodes,
    summary:
      'Ends adding a passkey; the other sign-ins end. The first second factor comes with ' +
      'recovery codes, shown this once.',
    example: { backup_codes: [] },
  }),
  endpoint({
    ...OWN,
    id: 'passkey.verify_begin',
    method: 'POST',
    demo: 'allowed',
    path: '/api/user/passkey/verify/begin',
    data: BrowserOptions,
    summary: 'Begins proving a passkey once more.',
    example: EXAMPLE_OPTIONS,
  }),
  endpoint({
    ...OWN,
    id: 'passkey.verify_finish',
    method: 'POST',
    demo: 'allowed',
    path: '/api/user/passkey/verify/finish',
    body: SignedCredential,
    data: Nothing,
    summary: 'Ends proving a passkey: the second factor counts as proved for 15 minutes.',
    example: undefined,
  }),
  endpoint({
    ...OWN,
    id: 'passkey.rename',
    method: 'PUT',
    path: '/api/user/passkey/:id',
    params: IdParams,
    body: Type.Object({ name: OptionalText }),
    data: Nothing,
    summary: 'Names a passkey.',
    example: undefined,
  }),
  endpoint({
    ...OWN,
    id: 'passkey.remove',
    method: 'DELETE',
    path: '/api/user/passkey/:id',
    params: IdParams,
    data: Nothing,
    summary: 'Takes a passkey off. Needs a second factor proved within 15 minutes.',
    example: undefined,
  }),
  endpoint({
    ...OWN,
    id: 'passkey.remove_all',
    method: 'DELETE',
    path: '/api/user/passkey',
    data: Nothing,
    summary: 'Takes every own passkey off. Needs a second factor proved within 15 minutes.',
    example: undefined,
  }),
] as const

const OF_OTHERS = { role: 'admin', resource: 'user', params: IdParams } as const

const admin = [
  endpoint({
    id: 'second_factor.stats',
    method: 'GET',
    path: '/api/user/2fa/stats',
    role: 'admin',
    resource: 'user',
    heavy: true,
    data: Type.Object({
      total_users: Type.Integer(),
      /** Those with an app or a passkey. */
      enabled_users: Type.Integer(),
      passkey_users: Type.Integer(),
      enabled_rate: Type.String(),
    }),
    summary: 'Tells how many users have a second factor.',
    example: { total_users: 40, enabled_users: 10, passkey_users: 4, enabled_rate: '25.0%' },
  }),
  endpoint({
    ...OF_OTHERS,
    id: 'second_factor.show',
    method: 'GET',
    path: '/api/user/:id/2fa',
    data: Type.Object({
      enabled: Type.Boolean(),
      passkeys: Type.Integer(),
      backup_codes_remaining: Type.Integer(),
    }),
    summary: "Tells which second factors a user has whom one's role is above.",
    example: { enabled: true, passkeys: 1, backup_codes_remaining: 9 },
  }),
  endpoint({
    ...OF_OTHERS,
    id: 'second_factor.reset',
    method: 'DELETE',
    secondFactor: 'fresh',
    path: '/api/user/:id/2fa',
    data: Nothing,
    summary:
      'Takes every second factor off a user who has lost them; ends the sign-ins and the access ' +
      'tokens of the user, who is told.',
    example: undefined,
  }),
  endpoint({
    ...OF_OTHERS,
    id: 'passkey.reset',
    method: 'DELETE',
    secondFactor: 'fresh',
    path: '/api/user/:id/reset_passkey',
    data: Nothing,
    summary: 'The same for passkeys alone.',
    example: undefined,
  }),
] as const

export const secondFactorEndpoints = [...login, ...app, ...passkeys, ...admin] as const
