import { defineList } from '../../command/list-command'
import { OPTION_VIEW } from './view'

export const optionList = defineList({
  path: ['option', 'list'],
  summary: 'list every option with its value; secrets are never printed',
  flags: {
    section: { kind: 'text', summary: 'only this section' },
    changed: { kind: 'switch', summary: 'only options that were set' },
  },
  examples: ['gw option list --changed', 'gw option list --section quota --json'],
  view: OPTION_VIEW,
  rows: async (context, { flags }) => {
    const services = await context.services()
    return (await services.options.list()).filter(
      (option) =>
        (flags.section === undefined || option.section === flags.section) &&
        (flags.changed !== true || option.is_set),
    )
  },
})
