import { hostname } from 'node:os'
import { ApiError } from '../../server/domain/api-calls/answer'
import { failureText } from '../../server/domain/api-calls/failure'
import { unreachableReason } from '../../server/domain/errors/unreachable-reason'
import { translate } from '../../server/domain/i18n/translate'
import { openAdminApi } from '../admin/api'
import { ask, askSecretly } from '../admin/ask'
import { httpTransport } from '../admin/http'
import { accessByPassword, type NewAccess } from '../admin/sign-in'
import { defineCommand } from '../command/command'
import type { CommandContext } from '../command/context'
import { CommandFailure, UsageError } from '../exit'
import { storeLogin } from '../runtime/stored-login'
import { words } from '../words'

interface LoginFlags {
  readonly username: string | undefined
  readonly password: string | undefined
  readonly code: string | undefined
  readonly 'access-token': string | undefined
  readonly user: number | undefined
}

const MAX_TOKEN_NAME = 50
/** Of the first user, who is root. */
const ROOT_ID = 1

export const login = defineCommand({
  path: ['login'],
  summary: 'remember a gateway for "gw admin": its address and an access token',
  args: [{ name: 'url', summary: 'address of the gateway' }],
  flags: {
    username: { kind: 'text', summary: 'user who logs in by password; prompted for if missing' },
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
  },
  examples: [
    'gw login https://gateway.example.com',
    'gw login https://gateway.example.com --access-token - --user 1 < token.txt',
  ],
  json: ['url', 'user_id', 'username', 'file'],
  async run(context, { args, flags }) {
    const url = webAddress(args.url)
    try {
      const { userId, accessToken } = await newAccess(context, url, flags)
      const credential = { authorization: `Bearer ${accessToken}` }
      const api = await openAdminApi(httpTransport({ url, userId, credential }), context.language)
      const { id, username } = api.viewer
      const file = storeLogin(context.env, {
        url,
        user_id: id,
        username,
        access_token: accessToken,
      })
      // A database that is named comes before what is remembered.
      const told = context.namesDatabase
        ? words`remembered ${url} as ${username}; here "gw admin" needs --url, for GW_DATA is set`
        : words`"gw admin" now works on ${url} as ${username}; "gw logout" removes it`
      context.output.note(words`all other commands keep working on ${context.dataDir}`)
      context.output.value(told, { url, user_id: id, username, file })
    } catch (error) {
      throw asFailure(context, url, error)
    }
  },
})

async function newAccess(
  context: CommandContext,
  url: string,
  flags: LoginFlags,
): Promise<NewAccess> {
  const given = await context.secret(flags['access-token'], 'GW_ACCESS_TOKEN')
  if (given !== undefined)
    return { userId: flags.user ?? ROOT_ID, accessToken: given, isNamed: false }
  const username =
    flags.username ?? (await ask(context.tell('user name: '), 'give --username, or --access-token'))
  const password =
    (await context.secret(flags.password, 'GW_PASSWORD')) ??
    (await askSecretly(context.tell('password: '), 'give the password: --password -'))
  const { language } = context
  const askCode = async () =>
    flags.code ?? (await ask(context.tell('code of your authenticator app: '), 'give --code'))
  const access = await accessByPassword({
    ...{ url, username, password, language, askCode },
    tokenName: `gw login on ${hostname()}`.slice(0, MAX_TOKEN_NAME),
  })
  if (!access.isNamed) {
    context.output.note('a new access token was made; the former one of this user has ended')
  }
  return access
}

function webAddress(given: string): string {
  const url = given.trim().replace(/\/+$/, '')
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) {
    throw new UsageError('the address must begin with http:// or https://')
  }
  return url
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
