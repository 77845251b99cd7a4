import { messageOf } from '../../../server/domain/errors/message'
import type { Services } from '../../../server/services/create-services'
import { defineCommand } from '../../command/command'
import { CommandFailure } from '../../exit'
import { type Words, words } from '../../words'

type Found = Awaited<ReturnType<Services['channels']['testState']>>
type Failure = Omit<Found['failures'][number], 'error'>

interface Summary extends Pick<Found, 'tested' | 'failed' | 'skipped'> {
  readonly failures: readonly Failure[]
}

/** Which failed, one a line, below the sum. */
function linesOf({ tested, failed, skipped, failures }: Summary): readonly Words[] {
  const sum =
    skipped > 0
      ? words`${tested} tested, ${failed} failed, ${skipped} cannot be tested yet`
      : words`${tested} tested, ${failed} failed`
  const lines = failures.map(
    ({ id, name, model, message }) => words`channel ${id} ${name}, ${model}: ${message}`,
  )
  return [sum, ...lines]
}

export const channelTestAll = defineCommand({
  path: ['channel', 'test-all'],
  summary: 'test every channel, with what the monitoring options say; exits 1 if one fails',
  examples: ['gw channel test-all --json'],
  json: { tested: 'number', failed: 'number', skipped: 'number', failures: 'json' },
  run: async (context) => {
    const signal = context.interruption()
    const services = await context.services()
    const summary = await context.progress('testing channels', async (progress) => {
      const sweep = await services.channels.testAll(context.actor, { signal, progress })
      return await sweep.finished
    })
    const failures = summary.failures.map(({ error, message, ...failure }) => ({
      ...failure,
      message: error === undefined ? message : messageOf(error, context.language),
    }))
    const lines = linesOf({ ...summary, failures }).map(context.translate)
    context.output.value(lines.join('\n'), { ...summary, failures })
    signal.throwIfAborted()
    if (summary.failed > 0) {
      throw new CommandFailure('channel.test_failed', words`${summary.failed} channels failed`)
    }
  },
})
