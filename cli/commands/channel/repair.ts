import { defineCommand } from '../../command/command'

export const channelRepair = defineCommand({
  path: ['channel', 'repair'],
  summary: 'rebuild routing rows that are missing, wrong or too many',
  examples: ['gw channel repair'],
  json: { repaired: 'number' },
  run: async (context) => {
    const services = await context.services()
    const repaired = await services.channels.repair(context.actor)
    context.output.value(String(repaired), { repaired })
  },
})
