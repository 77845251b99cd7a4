import { defineCommand } from '../../command/command'

export const optionGet = defineCommand({
  path: ['option', 'get'],
  summary: 'print the value of one option; secrets are refused',
  args: [{ name: 'key', summary: 'name of the option', completes: 'option' }],
  examples: ['gw option get RetryTimes', 'gw option get ModelRatio > ratios.json'],
  json: {
    key: 'text',
    value: 'json',
    section: 'text',
    type: 'text',
    secret: 'flag',
    is_set: 'flag',
  },
  reads: true,
  run: async (context, { args }) => {
    const services = await context.services()
    const option = await services.options.get(args.key)
    context.output.value(option.value, option)
  },
})
