import { defineCommand } from '../../command'
import { OPTION_FIELDS, OPTION_VIEW } from './view'

export const optionList = defineCommand({
  path: ['option', 'list'],
  summary: 'list every option with its value; secrets are never printed',
  flags: {
    section: { kind: 'text', summary: 'only this section' },
    changed: { kind: 'switch', summary: 'only options that were set' },
  },
  examples: ['gw option list --changed', 'gw option list --section quota --json'],
  json: OPTION_FIELDS,
  run: async (context, { flags }) => {
    const services = await context.services()
    const options = (await services.options.list()).filter(
      (option) =>
        (flags.section === undefined || option.section === flags.section) &&
        (flags.changed !== true || option.is_set),
    )
    context.output.list(options, OPTION_VIEW)
  },
})
