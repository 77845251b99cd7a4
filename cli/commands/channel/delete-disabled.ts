import { defineCommand } from '../../command/command'
import { DRY_RUN_FLAG, isAgreed, YES_FLAG } from '../careful-flags'

export const channelDeleteDisabled = defineCommand({
  path: ['channel', 'delete-disabled'],
  summary: 'delete every channel that is disabled, by hand or by the gateway',
  flags: { ...YES_FLAG, ...DRY_RUN_FLAG },
  examples: ['gw channel delete-disabled --dry-run', 'gw channel delete-disabled --yes'],
  json: { deleted: 'number' },
  run: async (context, { flags }) => {
    await context.confirm(isAgreed(flags), 'Delete every disabled channel?')
    const deleted = await context.attempt(flags, ({ channels }) =>
      channels.removeDisabled(context.actor),
    )
    context.output.value(String(deleted), { deleted })
  },
})
