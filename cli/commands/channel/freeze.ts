import { defineCommand } from '../../command/command'
import { expiryFrom } from '../expiry'
import { CHANNEL_ARGUMENT } from './flags'
import { CHANNEL_VIEW } from './view'

export const channelFreeze = defineCommand({
  path: ['channel', 'freeze'],
  summary: 'keep a channel out of use; administrators cannot undo it',
  args: [CHANNEL_ARGUMENT],
  flags: {
    until: { kind: 'text', value: 'TIME', summary: '30d, 12h or a date; for good without' },
    reason: { kind: 'text', summary: 'shown next to the channel' },
  },
  examples: ['gw channel freeze main --until 7d --reason "contract under review"'],
  json: CHANNEL_VIEW,
  run: async (context, { args, flags }) => {
    const services = await context.services()
    const { id } = await services.channels.show(args.channel)
    const until = expiryFrom(context, flags.until ?? 'never')
    const freeze = { id, until, reason: flags.reason ?? '' }
    context.output.one(await services.channels.freeze(context.actor, freeze), CHANNEL_VIEW)
  },
})
