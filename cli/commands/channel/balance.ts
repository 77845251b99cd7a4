import { defineCommand } from '../../command'
import { UsageError } from '../../exit'
import { CHANNEL_ARGUMENT } from './flags'

export const channelBalance = defineCommand({
  path: ['channel', 'balance'],
  summary: 'ask the upstream what is left; with --all, every enabled channel that can tell',
  args: [{ ...CHANNEL_ARGUMENT, optional: true }],
  flags: { all: { kind: 'switch', summary: 'every channel; empty ones are disabled' } },
  examples: ['gw channel balance main', 'gw channel balance --all'],
  json: ['id', 'balance', 'refreshed', 'failed'],
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
    const summary = await context.progress('reading balances', async (progress) => {
      const sweep = await services.channels.refreshAllBalances(context.actor, { signal, progress })
      return await sweep.finished
    })
    context.output.value(`${summary.refreshed} refreshed, ${summary.failed} failed`, summary)
    signal.throwIfAborted()
  },
})
