import type { Agent } from '../../agents/agent'
import { AGENTS } from '../../agents/rows'
import { AGENT_VIEW } from '../../agents/view'
import { defineCommand } from '../../command/command'
import type { CommandContext } from '../../command/context'
import { UsageError } from '../../exit'
import { words } from '../../words'
import { AGENT_FLAGS, budgetOf, wishOf } from './flags'

export const setup = defineCommand({
  path: ['setup'],
  clientSide: true,
  summary: 'point a coding agent at the gateway; without one, list those of this machine',
  args: [
    {
      name: 'agent',
      summary: 'coding agent',
      optional: true,
      choices: AGENTS.map(({ id }) => id),
    },
  ],
  flags: {
    ...AGENT_FLAGS,
    print: {
      kind: 'switch',
      summary: 'only print what belongs into the files, and make the token',
    },
    'dry-run': { kind: 'switch', summary: 'only show what would change in the files' },
    undo: { kind: 'switch', summary: 'put the files back as they were, and revoke the token' },
    force: { kind: 'switch', summary: 'undo, though the files have been changed since' },
  },
  examples: [
    'gw setup',
    'gw setup claude --budget 5',
    'gw setup codex --context prod --model gpt-5-codex --dry-run',
    'gw setup claude --undo',
  ],
  json: AGENT_VIEW,
  run: async (context, { args, flags }) => {
    const { env, output } = context
    const { foundAgent } = await import('../../agents/found')
    const { runningUrl } = await import('../../agents/gateway')
    const budget = budgetOf(flags)
    const agent = AGENTS.find(({ id }) => id === args.agent)
    if (agent === undefined) {
      const [flag] = Object.entries(flags).filter(([, value]) => value !== undefined)
      if (flag !== undefined) throw new UsageError(words`--${flag[0]} goes with an agent`)
      const url = await runningUrl(context)
      return output.list(
        AGENTS.map((one) => foundAgent(one, env, url)),
        AGENT_VIEW,
      )
    }
    if (flags.undo === true) await undo(context, agent, flags.force === true)
    else if (flags.force === true) throw new UsageError('--force goes with --undo')
    else {
      const work = await import('../../agents/setup')
      const wish = { ...(await wishOf(context, agent, flags)), budget }
      if (flags['dry-run'] === true) return await work.showDifference(context, wish)
      if (flags.print === true) return await work.showFragments(context, wish)
      await work.setUp(context, wish)
    }
    output.one(foundAgent(agent, env, flags.url ?? (await runningUrl(context))), AGENT_VIEW)
  },
})

async function undo(context: CommandContext, agent: Agent, isForced: boolean): Promise<void> {
  const { undoSetup } = await import('../../agents/undo')
  await undoSetup(context, agent, isForced)
}
