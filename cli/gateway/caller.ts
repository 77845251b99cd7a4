/** Who a command calls the relay as, and where: the flags of every such command. */
import { databaseFile } from '../../server/configuration'
import type { TokenJson } from '../../server/domain/endpoints/token'
import type { Language } from '../../server/domain/i18n/translate'
import { TOKEN_STATUS } from '../../server/domain/status'
import { announcedUrl } from '../../server/services/database-place'
import { openAdminApi } from '../admin/api'
import { remoteTransport } from '../admin/transport'
import type { FlagRows } from '../command/command-row'
import type { CommandContext } from '../command/context'
import { UsageError } from '../exit'
import type { ChosenGateway } from '../runtime/chosen-gateway'
import { words } from '../words'
import { placeOf } from './database-place'

export const CALLER_FLAGS = {
  model: {
    kind: 'text',
    required: true,
    summary: 'model name as clients write it',
    completes: 'model',
  },
  key: { kind: 'text', summary: 'token key; "-" reads stdin; default $GW_TOKEN_KEY' },
  url: {
    kind: 'text',
    summary: 'gateway address (default: the server of the data folder, else port $PORT or 3000)',
  },
} as const satisfies FlagRows

export interface CallerFlags {
  readonly key: string | undefined
  readonly url: string | undefined
}

export interface Caller {
  /** Without a trailing slash and without /v1. */
  readonly url: string
  readonly key: string
  /** Of messages that say why a call failed. */
  readonly language: Language
  readonly signal: AbortSignal
}

/** By a token's key, or as who the context says. Throws `UsageError` without either. */
export async function callerOf(context: CommandContext, flags: CallerFlags): Promise<Caller> {
  const signal = context.interruption()
  const { language } = context
  // GW_KEY is how the variable was called before.
  const key = (await context.secret(flags.key, 'GW_TOKEN_KEY')) || context.env.GW_KEY
  const login = context.gateway()
  if (key) {
    const elsewhere = login?.isNamed === true ? login.url : undefined
    const url = bare(flags.url ?? elsewhere ?? (await nearestServer(context)))
    return { url, key, language, signal }
  }
  // Another gateway than the one that was logged in to is not shown its key.
  if (login === undefined || (flags.url !== undefined && bare(flags.url) !== login.url)) {
    throw new UsageError('give --key or set GW_TOKEN_KEY')
  }
  return { url: login.url, key: await keyBehind(context, login), language, signal }
}

/** The first token of who is logged in that can be called with. */
async function keyBehind(context: CommandContext, login: ChosenGateway): Promise<string> {
  const api = await openAdminApi(await remoteTransport(login), context.language)
  const { data } = await api.call('token.list', { query: { p: 0, size: 100 } })
  const token = data.find(isUsable)
  if (token === undefined) throw new UsageError('give --key: the login has no token to call with')
  context.output.note(words`as ${login.username}, with the token ${token.name}`)
  return `sk-${token.key}`
}

function isUsable({ status, unlimited_quota, remain_quota }: TokenJson): boolean {
  return status === TOKEN_STATUS.enabled && (unlimited_quota || remain_quota > 0)
}

/** The address of the server of the data folder, or where one would usually be. */
export async function nearestServer(context: CommandContext): Promise<string> {
  const file = databaseFile(placeOf(context).databaseUrl)
  const announced = (await context.isServing()) ? announcedUrl(file) : undefined
  return announced ?? `http://127.0.0.1:${context.env.PORT || 3000}`
}

function bare(url: string): string {
  return url.replace(/\/+$/, '')
}

/** What is said, or piped in where nothing is. Throws `UsageError` for nothing at all. */
export async function inputText(
  given: string | undefined,
  key: string | undefined,
): Promise<string> {
  const isPiped = given === undefined || given === '-'
  if (isPiped && key === '-') throw new UsageError('stdin is the key already: write the message')
  const text = (isPiped ? await Bun.stdin.text() : given).trim()
  if (text === '') throw new UsageError('give a message, or pipe one in')
  return text
}
