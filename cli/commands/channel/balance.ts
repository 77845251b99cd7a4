import { defineCommand } from '../../command/command'
import { CommandFailure, UsageError } from '../../exit'
import { words } from '../../words'
import { CHANNEL_ARGUMENT } from './flags'

export const channelBalance = defineCommand({
  path: ['channel', 'balance'],
  summary: 'read the upstream balance; exits 1 if one cannot be read',
  args: [{ ...CHANNEL_ARGUMENT, optional: true }],
  flags: {
    all: {
      kind: 'switch',
      summary: 'all enabled channels that report one; empty ones are disabled',
    },
  },
  examples: ['gw channel balance main', 'gw channel balance --all'],
  json: { id: 'number', balance: 'usd', refreshed: 'number', failed: 'number', failures: 'json' },
  run: async (context, { args, flags }) => {
    const isAll = flags.all === true
    if (isAll === (args.channel !== undefined)) {
      throw new UsageError('name one channel, or give --all')
    }
    const services = await context.services()
    if (args.channel !== undefined) {
      const { id } = await services.channels.show(args.channel)
      const balance = await services.channels.refreshBalance(context.actor, id)
      context.output.value(String(balance), { id, balance })
      return
    }
    const signal = context.interruption()
    const { actor, language, output } = context
    const summary = await context.progress('reading balances', async (progress) => {
      const watch = { signal, progress, language }
      const sweep = await services.channels.refreshAllBalances(actor, watch)
      return await sweep.finished
    })
    output.value(words`${summary.refreshed} refreshed, ${summary.failed} failed`, summary)
    signal.throwIfAborted()
    if (summary.failed === 0) return
    const failures = summary.failures.map(({ id, name, reason }) => `${name} (${id}): ${reason}`)
    throw new CommandFailure('channel.balance_failed', failures.join('; '))
  },
})
