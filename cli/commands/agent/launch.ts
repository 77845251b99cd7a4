import { AGENTS } from '../../agents/rows'
import { defineCommand } from '../../command/command'
import { ProgramEnd } from '../../exit'
import { AGENT_FLAGS, budgetOf, wishOf } from './flags'

const LAUNCHED = AGENTS.filter(({ launch }) => launch !== undefined)

export const launch = defineCommand({
  path: ['launch'],
  clientSide: true,
  summary: 'run a coding agent on the gateway, and say at the end what the session cost',
  args: [
    { name: 'agent', summary: 'coding agent', choices: LAUNCHED.map(({ id }) => id) },
    { name: 'args', summary: 'arguments of the agent, after "--"', optional: true, rest: true },
  ],
  flags: AGENT_FLAGS,
  examples: [
    'gw launch claude',
    'gw launch codex --budget 2 --context prod -- exec "fix the tests"',
  ],
  run: async (context, { args, flags, rest = [] }) => {
    const agent = LAUNCHED.find(({ id }) => id === args.agent)
    if (agent === undefined) return
    const { USUAL_BUDGET } = await import('../../agents/setup')
    const { runSession } = await import('../../agents/session')
    const budget = budgetOf(flags) ?? USUAL_BUDGET
    const wish = { ...(await wishOf(context, agent, flags)), budget, words: rest }
    const exitCode = await runSession(context, wish)
    if (exitCode !== 0) throw new ProgramEnd(exitCode)
  },
})
