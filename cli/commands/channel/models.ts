import { DEFAULT_CHANNEL_TYPE } from '../../../server/domain/channel-types'
import { defineCommand } from '../../command/command'
import { UsageError } from '../../exit'
import { CHANNEL_ARGUMENT, channelInput, FIELD_FLAGS } from './flags'

export const channelModels = defineCommand({
  path: ['channel', 'models'],
  summary: 'list the models that the upstream offers, of a channel or before there is one',
  args: [{ ...CHANNEL_ARGUMENT, optional: true }],
  flags: {
    type: FIELD_FLAGS.type,
    'base-url': FIELD_FLAGS.base_url,
    key: FIELD_FLAGS.key,
    other: FIELD_FLAGS.other,
  },
  examples: [
    'gw channel models main | grep mini',
    'gw channel models --type openai --base-url http://127.0.0.1:11434 --key - < key.txt',
  ],
  run: async (context, { args, flags }) => {
    const services = await context.services()
    if (args.channel !== undefined) {
      const { id } = await services.channels.show(args.channel)
      const offered = await services.channels.upstreamModels(id)
      context.output.value(offered.join('\n'), offered)
      return
    }
    const key = await context.secret(flags.key, 'GW_CHANNEL_KEY')
    if (key === undefined) throw new UsageError('name a channel, or give --key and --type')
    const { type = DEFAULT_CHANNEL_TYPE, base_url = '' } = channelInput(context, flags)
    const draft = { type, base_url, key, other: flags.other ?? '' }
    const offered = await services.channels.draftModels(context.actor, draft)
    context.output.value(offered.join('\n'), offered)
  },
})
