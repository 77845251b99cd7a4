import { defineCommand } from '../../command'
import { CHANNEL_ARGUMENT } from './flags'

export const channelModels = defineCommand({
  path: ['channel', 'models'],
  summary: 'list the models that the upstream offers, one per line',
  args: [CHANNEL_ARGUMENT],
  examples: ['gw channel models main', 'gw channel models main | grep mini'],
  run: async (context, { args }) => {
    const services = await context.services()
    const { id } = await services.channels.show(args.channel)
    const models = await services.channels.upstreamModels(id)
    context.output.value(models.join('\n'), models)
  },
})
