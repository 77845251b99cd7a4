/** Flags that `gw setup` and `gw launch` share. */

import { CREDITS_PER_USD } from '../../../server/domain/money/quota'
import type { Agent } from '../../agents/agent'
import type { Wish } from '../../agents/prepare'
import type { FlagRows } from '../../command/command-row'
import type { CommandContext } from '../../command/context'
import { UsageError } from '../../exit'
import { words } from '../../words'

export const AGENT_FLAGS = {
  model: {
    kind: 'text',
    summary: 'model it works with (default: the best of the gateway for it)',
    completes: 'model',
  },
  'small-model': {
    kind: 'text',
    summary: 'model for small work, of agents that have one',
    completes: 'model',
  },
  budget: { kind: 'text', value: 'USD', summary: 'dollars that the token may spend (default 5)' },
  unlimited: { kind: 'switch', summary: 'as much as the account has, in the place of --budget' },
  key: { kind: 'text', summary: 'call with this key, and make no token; "-" reads stdin' },
  group: { kind: 'text', summary: 'group that the token calls in', completes: 'group' },
  user: {
    kind: 'text',
    summary: 'whose token it is, by id or username (default root, or who the context is)',
    completes: 'user',
  },
  url: {
    kind: 'text',
    summary: 'address that the agent calls (default: that of the context or the running server)',
  },
} as const satisfies FlagRows

interface AgentFlags {
  readonly model: string | undefined
  readonly 'small-model': string | undefined
  readonly key: string | undefined
  readonly group: string | undefined
  readonly user: string | undefined
  readonly url: string | undefined
}

/** Throws `UsageError` for flags that a key leaves without a meaning. */
export async function wishOf(
  context: CommandContext,
  agent: Agent,
  flags: AgentFlags & BudgetFlags,
): Promise<Wish> {
  const { model, group, user, url } = flags
  const without = { budget: flags.budget, unlimited: flags.unlimited, group, user }
  const [meaningless] = Object.entries(without).filter(([, value]) => value !== undefined)
  if (flags.key !== undefined && meaningless !== undefined) {
    throw new UsageError(words`--key and --${meaningless[0]} exclude each other`)
  }
  const key = flags.key === undefined ? undefined : await context.secret(flags.key, '')
  return { agent, url, user, group, model, smallModel: flags['small-model'], key: written(key) }
}

const written = (key: string | undefined) => key && `sk-${key.trim().replace(/^sk-/, '')}`

interface BudgetFlags {
  readonly budget: string | undefined
  readonly unlimited: boolean | undefined
}

/** In credits; nothing where nobody has said one. Throws `UsageError` for no amount. */
export function budgetOf({ budget, unlimited }: BudgetFlags): number | 'unlimited' | undefined {
  if (unlimited === true && budget !== undefined) {
    throw new UsageError(words`--budget and --unlimited exclude each other`)
  }
  if (unlimited === true) return 'unlimited'
  if (budget === undefined) return undefined
  const credits = /^\d{1,7}(?:\.\d{1,6})?$/.test(budget)
    ? Math.round(Number(budget) * CREDITS_PER_USD)
    : 0
  if (credits < 1) throw new UsageError(words`--budget must be dollars, as 5 or 0.50`)
  return credits
}
