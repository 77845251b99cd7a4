import type { Environment } from '../../server/configuration-values'
import { ApiError } from '../../server/domain/api-calls/answer'
import { failureText } from '../../server/domain/api-calls/failure'
import { translate } from '../../server/domain/i18n/translate'
import { type AdminApi, openAdminApi } from '../admin/api'
import type { Transport } from '../admin/gateway-transport'
import { openTransport, remoteTransport } from '../admin/transport'
import { defineCommand } from '../command/command'
import type { CommandContext } from '../command/context'
import { CommandFailure, UsageError } from '../exit'
import { ROOT_ID, storedFor, webAddress } from '../runtime/chosen-gateway'
import { nameOf } from '../runtime/contexts'
import { readOwnCommands } from '../runtime/own-commands'
import { words } from '../words'

interface AdminFlags {
  readonly url: string | undefined
  readonly 'access-token': string | undefined
  readonly user: number | undefined
}

export const admin = defineCommand({
  path: ['admin'],
  clientSide: true,
  summary: 'administer the gateway on a full terminal screen, here or elsewhere',
  flags: {
    url: { kind: 'text', summary: 'a gateway elsewhere (default: that of the context)' },
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
    const ownCommands = readOwnCommands(context.env)
    const transport = (await remote(context, flags)) ?? (await openTransport(context))
    try {
      const api = await opened(context, transport)
      const env = withColorChoice(context.env)
      const { runScreens } = await import('../tui/run')
      const { language, clock } = context
      await runScreens({ api, language, clock, env, ownCommands })
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

/** An address comes before whatever the context is. */
async function remote(context: CommandContext, flags: AdminFlags): Promise<Transport | undefined> {
  if (flags['access-token'] === '-') {
    throw new UsageError('stdin is the keyboard here: give the token to "gw login" instead')
  }
  const given = flags['access-token']
  if (flags.url === undefined) {
    const chosen = context.gateway()
    if (chosen === undefined) return undefined
    const user_id = flags.user ?? chosen.user_id
    return await remoteTransport({ ...chosen, user_id, access_token: given ?? chosen.access_token })
  }
  const url = webAddress(flags.url)
  const known = storedFor(context.env, url)
  const access_token = given ?? context.env.GW_ACCESS_TOKEN ?? known?.access_token
  if (access_token === undefined && known === undefined) {
    throw new UsageError(words`log in first: gw login ${url}`)
  }
  const { name, user_id } = known ?? { name: nameOf(url), user_id: ROOT_ID }
  return await remoteTransport({ name, url, user_id: flags.user ?? user_id, access_token })
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
