import { messageOf } from '../../../../server/domain/errors/message'
import type { WalkSummary } from '../../../../server/services/upstream-models/walk'
import { defineCommand } from '../../../command/command'
import { CommandFailure } from '../../../exit'
import { type Words, words } from '../../../words'
import { CHANNEL_ARGUMENT } from '../flags'

export const upstreamModelsWalk = defineCommand({
  path: ['channel', 'upstream-models', 'walk'],
  summary: 'read the model lists of upstreams and compare; exits 1 if one cannot be read',
  args: [{ ...CHANNEL_ARGUMENT, optional: true }],
  examples: ['gw channel upstream-models walk', 'gw channel upstream-models walk main --json'],
  json: {
    ...{ walked: 'number', skipped: 'number', waiting: 'number', fresh: 'number' },
    ...{ added: 'number', retired: 'number', mapped: 'number', failures: 'json' },
  },
  run: async (context, { args }) => {
    const signal = context.interruption()
    const services = await context.services()
    const only = args.channel === undefined ? undefined : await services.channels.show(args.channel)
    const summary = await context.progress('reading model lists', async (progress) => {
      const channels = only === undefined ? undefined : [only.id]
      const watch = { signal, progress }
      return await (await services.upstreamModels.walk(context.actor, { channels, watch })).finished
    })
    const { changed, failures, ...counts } = summary
    const failed = failures.map(({ error, ...channel }) => {
      return { ...channel, reason: messageOf(error, context.language) }
    })
    const done = { added: changed.add, retired: changed.retire, mapped: changed.map }
    const lines = linesOf(summary).map(context.translate)
    context.output.value(lines.join('\n'), { ...counts, ...done, failures: failed })
    signal.throwIfAborted()
    if (failed.length === 0) return
    const reasons = failed.map(({ id, name, reason }) => `${name} (${id}): ${reason}`)
    throw new CommandFailure('channel.models_unreadable', reasons.join('; '))
  },
})

function linesOf({ walked, waiting, fresh, changed }: WalkSummary): readonly Words[] {
  const sum = words`channels read: ${walked}; changes waiting: ${waiting}, of them new: ${fresh}`
  const { add, retire, map } = changed
  if (add + retire + map === 0) return [sum]
  return [sum, words`by rule: ${add} added, ${retire} retired, ${map} mapped`]
}
