import { CHANNEL_STATUS } from '../../../../server/domain/status'
import { defineCommand } from '../../../command/command'
import { CHANNEL_ARGUMENT } from '../flags'
import { KEY_ARGUMENT, KEY_VIEW, keyNumber } from './view'

export const channelKeyDisable = defineCommand({
  path: ['channel', 'key', 'disable'],
  summary: 'take one key of a channel out of use',
  args: [CHANNEL_ARGUMENT, KEY_ARGUMENT],
  examples: ['gw channel key disable main 2'],
  json: KEY_VIEW,
  run: async (context, { args }) => {
    const services = await context.services()
    const { id } = await services.channels.show(args.channel)
    const key = keyNumber(args.key)
    await services.channels.setKey(context.actor, { id, key, status: CHANNEL_STATUS.disabled })
    context.output.list((await services.channels.keys(id)).keys, KEY_VIEW)
  },
})
