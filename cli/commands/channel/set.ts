import { defineCommand } from '../../command'
import { UsageError } from '../../exit'
import { CHANNEL_ARGUMENT, CHANNEL_FLAGS, channelFields } from './flags'
import { CHANNEL_FIELDS, CHANNEL_VIEW } from './view'

export const channelSet = defineCommand({
  path: ['channel', 'set'],
  summary: 'change a channel; what is not given stays',
  args: [CHANNEL_ARGUMENT],
  flags: { name: { kind: 'text', summary: 'new name' }, ...CHANNEL_FLAGS },
  examples: [
    'gw channel set main --priority 10 --weight 5',
    `gw channel set 3 --setting '{"cut_policy":"drain"}'`,
  ],
  json: CHANNEL_FIELDS,
  run: async (context, { args, flags }) => {
    if (Object.values(flags).every((value) => value === undefined)) {
      throw new UsageError('give at least one flag with a new value')
    }
    // Only a flag changes the key: a variable left in the environment must not.
    const key = flags.key === undefined ? undefined : await context.secret(flags.key, '')
    const services = await context.services()
    const { id } = await services.channels.show(args.channel)
    const channel = await services.channels.set(context.actor, {
      ...channelFields(flags),
      id,
      name: flags.name,
      key,
    })
    context.output.one(channel, CHANNEL_VIEW)
  },
})
