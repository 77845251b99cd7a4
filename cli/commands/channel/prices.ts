import { defineCommand } from '../../command/command'
import { CHANNEL_ARGUMENT } from './flags'

export const channelPrices = defineCommand({
  path: ['channel', 'prices'],
  summary: 'print what another gateway asks for its models, as "price import" reads it',
  args: [CHANNEL_ARGUMENT],
  examples: [
    'gw channel prices main > theirs.json',
    'gw channel prices main | gw price import - --dry-run',
  ],
  json: { data: 'json', group_ratio: 'json', usable_group: 'json' },
  run: async (context, { args }) => {
    const services = await context.services()
    const { id } = await services.channels.show(args.channel)
    const prices = await services.channels.upstreamPrices(id)
    context.output.value(JSON.stringify(prices), prices)
  },
})
