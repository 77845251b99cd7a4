import { defineCommand } from '../../command'
import { UsageError } from '../../exit'
import { OPTION_FIELDS, OPTION_VIEW } from './view'

export const optionSet = defineCommand({
  path: ['option', 'set'],
  summary: 'change one option; a blank secret stays as it is',
  args: [
    { name: 'key', summary: 'name of the option', completes: 'option' },
    { name: 'value', summary: 'new value; "-" reads it from stdin', optional: true },
  ],
  flags: { reset: { kind: 'switch', summary: 'back to the built-in default' } },
  examples: [
    'gw option set RetryTimes 3',
    'gw option set ModelRatio - < ratios.json',
    'gw option set SMTPToken --reset',
  ],
  json: OPTION_FIELDS,
  run: async (context, { args, flags }) => {
    if ((args.value === undefined) !== (flags.reset === true)) {
      throw new UsageError('give either a value or --reset')
    }
    const value = await context.secret(args.value, '')
    const services = await context.services()
    const option =
      value === undefined
        ? await services.options.reset(context.actor, args.key)
        : await services.options.set(context.actor, { key: args.key, value })
    context.output.one(option, OPTION_VIEW)
  },
})
