/** Everything an agent needs to know, from the request and what the gateway has. */
import type { AdminApi } from '../admin/api'
import type { CommandContext } from '../command/context'
import { CommandFailure } from '../exit'
import { words } from '../words'
import type { Agent, Place } from './agent'
import { modelsOfKey } from './by-key'
import { agentUrl, withApi } from './gateway'
import { canChat, chooseModels } from './models'

/** The most models that agents are given: their pickers are short lists. */
const MOST_MODELS = 40

export interface Wish {
  readonly agent: Agent
  readonly url: string | undefined
  /** Whose token it is, on this machine. */
  readonly user: string | undefined
  readonly group: string | undefined
  readonly model: string | undefined
  readonly smallModel: string | undefined
  /** With `sk-`; then no token is looked for. */
  readonly key: string | undefined
}

export interface Ready<Token> {
  readonly place: Place
  /** Absent where a key was given. */
  readonly token: Token | undefined
}

interface Named {
  readonly key: string
}

/** `tokenOf` makes or finds the token, last of all: nothing else can fail then. */
export async function prepare<Token extends Named>(
  context: CommandContext,
  wish: Wish,
  tokenOf: (api: AdminApi) => Promise<Token>,
): Promise<Ready<Token>> {
  const { key, user, group } = wish
  const url = await agentUrl(context, wish.url)
  if (key !== undefined) {
    const offered = (await modelsOfKey({ url, key })).filter(canChat)
    return { place: placeOf(context, wish, { url, key, offered }), token: undefined }
  }
  return await withApi(context, user, async (api) => {
    const { data: offered } = await api.call('user.models', { query: { group, operation: 'chat' } })
    const place = placeOf(context, wish, { url, key: '', offered })
    const token = await tokenOf(api)
    return { place: { ...place, key: `sk-${token.key}` }, token }
  })
}

interface Found {
  readonly url: string
  readonly key: string
  readonly offered: readonly string[]
}

function placeOf(context: CommandContext, wish: Wish, { url, key, offered }: Found): Place {
  const chosen = chooseModels(wish.agent, offered)
  const model = wish.model ?? chosen?.model
  if (model === undefined) {
    const said = words`no model of the gateway can be chatted with; name one with --model`
    throw new CommandFailure('model.none', said)
  }
  const smallModel = wish.smallModel ?? chosen?.smallModel ?? model
  for (const name of new Set([model, smallModel])) {
    if (!offered.includes(name)) context.output.warn(words`the gateway does not list ${name}`)
  }
  const models = offered.filter(canChat).slice(0, MOST_MODELS)
  const now = new Date(context.clock.nowMs()).toISOString()
  return { url, key, model, smallModel, models, now }
}
