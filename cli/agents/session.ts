/** One session of an agent on the gateway, of which no file of the user knows anything. */

import { ALPHANUMERIC } from '../../server/random'
import type { AdminApi } from '../admin/api'
import type { CommandContext } from '../command/context'
import { CommandFailure, EXIT } from '../exit'
import { words } from '../words'
import type { Agent, Place } from './agent'
import { programOf } from './found'
import { withApi } from './gateway'
import { prepare, type Wish } from './prepare'
import { runProgram } from './run'
import { openScratch } from './scratch'
import { costLines, costSince, type Mark, markOf } from './session-cost'
import { makeToken, type TokenWish } from './token'

export interface SessionWish extends Wish {
  readonly budget: TokenWish['budget']
  /** For the agent. */
  readonly words: readonly string[]
}

/** Of a token whose session could not end it. */
const DAY_S = 24 * 60 * 60
const SUFFIX_LENGTH = 6

/** Returns the exit code of the agent. Throws where it could not be started. */
export async function runSession(context: CommandContext, wish: SessionWish): Promise<number> {
  const { agent, user } = wish
  const program = programOf(agent, context.env)
  if (program === undefined) {
    const names = agent.binaries.join(', ')
    const said = words`${agent.name} is not installed: there is no ${names} on PATH`
    throw new CommandFailure('agent.missing', said, { exitCode: EXIT.notFound })
  }
  const { place, token } = await prepare(context, wish, (api) => sessionToken(context, api, wish))
  try {
    const mark = token === undefined ? await markOf(place) : markOfNew(wish)
    const exitCode = await start(context, { program, wish, place })
    await tellCost(context, { agent, place, mark })
    return exitCode
  } finally {
    if (token !== undefined) await revoke(context, token.id, user)
  }
}

async function sessionToken(context: CommandContext, api: AdminApi, wish: SessionWish) {
  const { agent, budget, group } = wish
  const name = `${agent.id}-${context.random.text(SUFFIX_LENGTH, ALPHANUMERIC)}`
  const expired_time = Math.floor(context.clock.nowMs() / 1000) + DAY_S
  return await makeToken(api, { name, expired_time, budget, group })
}

const markOfNew = ({ budget }: SessionWish): Mark => ({
  granted: budget === 'unlimited' ? 0 : budget,
  lastId: 0,
})

interface Started {
  readonly program: string
  readonly wish: SessionWish
  readonly place: Place
}

async function start(context: CommandContext, { program, wish, place }: Started): Promise<number> {
  const scratch = openScratch()
  try {
    const launch = wish.agent.launch?.(place, context.env, scratch)
    const { env = {}, args = [], modelArgs = [], without = [] } = launch ?? {}
    const isChosen = wish.words.some((word) => /^(?:-m|--model)(?:=|$)/.test(word))
    const inherited = Object.entries(context.env).filter(([name]) => !without.includes(name))
    return await runProgram({
      command: [program, ...args, ...(isChosen ? [] : modelArgs), ...wish.words],
      env: { ...Object.fromEntries(inherited), ...env },
    })
  } finally {
    scratch.remove()
  }
}

interface Ended {
  readonly agent: Agent
  readonly place: Place
  readonly mark: Mark
}

/** The agent has done its work: that its cost cannot be read is no failure of it. */
async function tellCost({ output }: CommandContext, { agent, place, mark }: Ended): Promise<void> {
  try {
    for (const line of costLines(agent.name, await costSince(place, mark))) output.note(line)
  } catch {
    output.warn(words`what it cost could not be read from ${place.url}`)
  }
}

async function revoke(context: CommandContext, id: number, user?: string): Promise<void> {
  try {
    await withApi(context, user, (api) => api.call('token.remove', { params: { id } }))
  } catch {
    context.output.warn(words`the token ${id} could not be revoked; it expires within a day`)
  }
}
