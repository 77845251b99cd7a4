import { defineCommand } from '../../command'

export const channelMend = defineCommand({
  path: ['channel', 'mend'],
  summary: 'rebuild routing rows that are missing, wrong or too many',
  examples: ['gw channel mend'],
  json: ['mended'],
  run: async (context) => {
    const services = await context.services()
    const mended = await services.channels.mend(context.actor)
    context.output.value(String(mended), { mended })
  },
})
