import { defineCommand } from '../../command'

export const channelDeleteDisabled = defineCommand({
  path: ['channel', 'delete-disabled'],
  summary: 'delete every channel that is disabled, by hand or by the gateway',
  flags: { yes: { kind: 'switch', summary: 'do not ask' } },
  examples: ['gw channel delete-disabled --yes'],
  run: async (context, { flags }) => {
    await context.confirm(flags.yes, 'Delete every disabled channel?')
    const services = await context.services()
    const deleted = await services.channels.removeDisabled(context.actor)
    context.output.value(String(deleted), { deleted })
  },
})
