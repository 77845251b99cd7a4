import { defineCommand } from '../../command'
import { CommandFailure } from '../../exit'

export const channelTestAll = defineCommand({
  path: ['channel', 'test-all'],
  summary: 'test every channel, with what the monitoring options say; exits 1 if one fails',
  examples: ['gw channel test-all --json'],
  json: ['tested', 'failed'],
  run: async (context) => {
    const signal = context.interruption()
    const services = await context.services()
    const summary = await context.progress('testing channels', async (progress) => {
      const sweep = await services.channels.testAll(context.actor, { signal, progress })
      return await sweep.finished
    })
    context.output.value(`${summary.tested} tested, ${summary.failed} failed`, summary)
    signal.throwIfAborted()
    if (summary.failed > 0) {
      throw new CommandFailure('channel.test_failed', `${summary.failed} channels failed`)
    }
  },
})
