/** Logging in to a gateway elsewhere: what `gw login` and `gw context add` share. */
import { hostname } from 'node:os'
import { ApiError } from '../../server/domain/api-calls/answer'
import { failureText } from '../../server/domain/api-calls/failure'
import { unreachableReason } from '../../server/domain/errors/unreachable-reason'
import { translate } from '../../server/domain/i18n/translate'
import type { FlagRows } from '../command/command-row'
import type { CommandContext } from '../command/context'
import { SCOPE_FLAGS, scopesOf } from '../command/scope-flags'
import { CommandFailure, UsageError } from '../exit'
import { openInBrowser } from '../runtime/browser'
import { ROOT_ID } from '../runtime/chosen-gateway'
import { LOCAL, type StoredContext } from '../runtime/contexts'
import { words } from '../words'
import { openAdminApi } from './api'
import { ask, askSecretly, tellPerson } from './ask'
import { accessByDevice, type DevicePlace } from './by-device'
import { httpTransport } from './http'
import { accessByPassword, type NewAccess } from './sign-in'

export const LOGIN_FLAGS = {
  'no-browser': { kind: 'switch', summary: 'only print the address that lets this machine in' },
  username: { kind: 'text', summary: 'user who logs in by password instead of a browser' },
  password: {
    kind: 'text',
    summary: '"-" reads stdin; default $GW_PASSWORD, otherwise prompted for',
  },
  code: {
    kind: 'text',
    summary: 'of the authenticator app, or a recovery code; prompted for where it is needed',
  },
  'access-token': {
    kind: 'text',
    summary: 'instead of a password; "-" reads stdin; default $GW_ACCESS_TOKEN',
  },
  user: { kind: 'integer', value: 'ID', summary: 'whose access token it is (default 1, root)' },
  ...SCOPE_FLAGS,
  'insecure-storage': {
    kind: 'switch',
    summary: 'keep the access token in a file, not in the keyring of the system',
  },
} as const satisfies FlagRows

export interface LoginFlags {
  readonly username: string | undefined
  readonly password: string | undefined
  readonly code: string | undefined
  readonly 'access-token': string | undefined
  readonly user: number | undefined
  readonly scope: readonly string[] | undefined
  readonly preset: string | undefined
  readonly 'no-browser': boolean | undefined
}

const MAX_TOKEN_NAME = 50
const CONTEXT_NAME = /^[\w.:-]{1,64}$/

/** Throws `UsageError` for what cannot be the name of a context. */
export function contextName(name: string): string {
  if (name === LOCAL) throw new UsageError('"local" always means the gateway of this machine')
  if (CONTEXT_NAME.test(name)) return name
  throw new UsageError('the name of a context has up to 64 letters, digits and . _ : -')
}

/** Tried before it is given back: the token is of who it says. Throws `CommandFailure`. */
export async function logIn(
  context: CommandContext,
  url: string,
  flags: LoginFlags,
): Promise<StoredContext> {
  try {
    const { userId, accessToken } = await newAccess(context, url, flags)
    const credential = { authorization: `Bearer ${accessToken}` }
    const api = await openAdminApi(httpTransport({ url, userId, credential }), context.language)
    const { id, username } = api.viewer
    return { url, user_id: id, username, access_token: accessToken }
  } catch (error) {
    throw asFailure(context, url, error)
  }
}

async function newAccess(
  context: CommandContext,
  url: string,
  flags: LoginFlags,
): Promise<NewAccess> {
  const scopes = scopesOf(flags)
  const given = await context.secret(flags['access-token'], 'GW_ACCESS_TOKEN')
  if (given !== undefined) {
    return { userId: flags.user ?? ROOT_ID, accessToken: given, isNamed: false }
  }
  const isByPassword = [flags.username, flags.password, context.env.GW_PASSWORD].some(Boolean)
  const access = isByPassword ? undefined : await byBrowser(context, url, { flags, scopes })
  return access ?? (await byPassword(context, url, { flags, scopes }))
}

interface Asked {
  readonly flags: LoginFlags
  readonly scopes: readonly string[] | undefined
}

/** `undefined` where the gateway has no such login. */
async function byBrowser(
  { env, language, translate: translateWords }: CommandContext,
  url: string,
  { flags, scopes }: Asked,
): Promise<NewAccess | undefined> {
  const isSeen = process.stderr.isTTY && flags['no-browser'] !== true
  const show = ({ address, code, link }: DevicePlace): void => {
    const isOpen = isSeen && openInBrowser(env, link)
    tellPerson(
      translateWords(
        isOpen
          ? words`your browser opens ${address}; the code there must be ${code}`
          : words`open ${link} in any browser; the code there must be ${code}`,
      ),
    )
  }
  return await accessByDevice({ url, language, scopes, show })
}

async function byPassword(
  context: CommandContext,
  url: string,
  { flags, scopes }: Asked,
): Promise<NewAccess> {
  const username =
    flags.username ??
    (await ask(context.translate('user name: '), 'give --username, or --access-token'))
  const password =
    (await context.secret(flags.password, 'GW_PASSWORD')) ??
    (await askSecretly(context.translate('password: '), 'give the password: --password -'))
  const { language } = context
  const askCode = async () =>
    flags.code ?? (await ask(context.translate('code of your authenticator app: '), 'give --code'))
  const access = await accessByPassword({
    ...{ url, username, password, language, scopes, askCode },
    tokenName: `gw login on ${hostname()}`.slice(0, MAX_TOKEN_NAME),
  })
  if (!access.isNamed) {
    context.output.note('a new access token was made; the former one of this user has ended')
  }
  return access
}

function asFailure({ language }: CommandContext, url: string, error: unknown): unknown {
  if (error instanceof CommandFailure || error instanceof UsageError) return error
  if (!(error instanceof ApiError) || error.status === 0) {
    const reason = translate(language, unreachableReason(error))
    return new CommandFailure('server.unreachable', words`${url}: ${reason}`, { cause: error })
  }
  const isOurs = error.message !== '' || error.code !== ''
  const message = isOurs
    ? failureText(error, (key, params) => translate(language, key, params))
    : words`${url} answered ${error.status}, but not as a gateway does; is it the right address?`
  return new CommandFailure('login.failed', message, { cause: error })
}
