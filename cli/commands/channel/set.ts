import { defineCommand } from '../../command/command'
import { UsageError } from '../../exit'
import { DRY_RUN_FLAG } from '../careful-flags'
import { CHANNEL_ARGUMENT, CHANNEL_BODY, CHANNEL_FLAGS, channelInput } from './flags'
import { CHANNEL_VIEW } from './view'

export const channelSet = defineCommand({
  path: ['channel', 'set'],
  summary: 'change a channel; what is not given stays',
  args: [CHANNEL_ARGUMENT],
  flags: { name: { kind: 'text', summary: 'new name' }, ...CHANNEL_FLAGS, ...DRY_RUN_FLAG },
  examples: [
    'gw channel set main --priority 10 --weight 5',
    'gw channel show main --json --fields models,group | gw channel set spare -',
    `gw channel set 3 --setting '{"cut_policy":"drain"}'`,
  ],
  json: CHANNEL_VIEW,
  body: CHANNEL_BODY,
  run: async (context, { args, flags }) => {
    const { 'dry-run': _, ...wanted } = flags
    if (Object.values(wanted).every((value) => value === undefined)) {
      throw new UsageError('give at least one flag with a new value')
    }
    // Only a flag changes the key: a leftover environment variable must not.
    const key = flags.key === undefined ? undefined : await context.secret(flags.key, '')
    const services = await context.services()
    const { id, setting } = await services.channels.show(args.channel)
    const input = { ...channelInput(context, flags, setting), id, name: flags.name, key }
    const channel = await context.attempt(flags, ({ channels }) =>
      channels.set(context.actor, input),
    )
    context.output.one(channel, CHANNEL_VIEW)
  },
})
