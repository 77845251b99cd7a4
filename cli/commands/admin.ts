import type { Environment } from '../../server/configuration-values'
import { ApiError } from '../../server/domain/api-calls/answer'
import { failureText } from '../../server/domain/api-calls/failure'
import { translate } from '../../server/domain/i18n/translate'
import { type AdminApi, openAdminApi, type Transport } from '../admin/api'
import { httpTransport } from '../admin/http'
import { openLocal } from '../admin/local'
import { defineCommand } from '../command/command'
import type { CommandContext } from '../command/context'
import { CommandFailure, UsageError } from '../exit'
import { readLogin } from '../runtime/stored-login'
import { words } from '../words'

const ROOT_ID = 1

interface AdminFlags {
  readonly url: string | undefined
  readonly 'access-token': string | undefined
  readonly user: number | undefined
}

export const admin = defineCommand({
  path: ['admin'],
  summary: 'administer the gateway on a full terminal screen, here or elsewhere',
  flags: {
    url: { kind: 'text', summary: 'a gateway elsewhere (default: what "gw login" remembered)' },
    'access-token': {
      kind: 'text',
      summary: 'for --url; better in $GW_ACCESS_TOKEN, or stored by "gw login"',
    },
    user: { kind: 'integer', value: 'ID', summary: 'whose access token it is (default 1, root)' },
  },
  examples: ['gw admin', 'gw admin --url https://gateway.example.com', 'gw --lang zh admin'],
  async run(context, { flags }) {
    if (!process.stdin.isTTY || !process.stdout.isTTY) {
      throw new UsageError('this needs a terminal; in scripts use e.g. "gw user list --json"')
    }
    if (context.env.TERM === 'dumb') {
      throw new UsageError('this terminal (TERM=dumb) cannot draw screens; use "gw user list"')
    }
    const transport = remote(context, flags) ?? (await openLocal(context))
    try {
      const api = await opened(context, transport)
      const env = withColorChoice(context.env)
      const { runScreens } = await import('../tui/run')
      await runScreens({ api, language: context.language, clock: context.clock, env })
    } finally {
      await transport.close()
    }
  },
})

/** The library that draws knows `--no-color` and FORCE_COLOR, read when it is loaded. */
function withColorChoice(env: Environment): Environment {
  const isPlain = Boolean(env.NO_COLOR) || process.argv.includes('--no-color')
  if (isPlain) process.env.FORCE_COLOR = '0'
  return isPlain ? { ...env, NO_COLOR: '1' } : env
}

/** A database that is named is meant, whatever is remembered. */
function remote(context: CommandContext, flags: AdminFlags): Transport | undefined {
  const stored = readLogin(context.env)
  const remembered = context.namesDatabase ? undefined : stored?.url
  const url = (flags.url ?? remembered)?.replace(/\/+$/, '')
  if (url === undefined) return undefined
  const known = stored?.url === url ? stored : undefined
  if (flags['access-token'] === '-') {
    throw new UsageError('stdin is the keyboard here: give the token to "gw login" instead')
  }
  const token = flags['access-token'] ?? context.env.GW_ACCESS_TOKEN ?? known?.access_token
  if (token === undefined) {
    throw new UsageError(words`log in first: gw login ${url}`)
  }
  const userId = flags.user ?? known?.user_id ?? ROOT_ID
  return httpTransport({ url, userId, credential: { authorization: `Bearer ${token}` } })
}

async function opened(context: CommandContext, transport: Transport): Promise<AdminApi> {
  try {
    return await openAdminApi(transport, context.language)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { language } = context
    const reason = failureText(error, (key, params) => translate(language, key, params))
    throw new CommandFailure(
      error.code || 'server.unreachable',
      words`${transport.place}: ${reason}`,
    )
  }
}
