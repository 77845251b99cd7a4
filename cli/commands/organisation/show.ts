import { defineCommand } from '../../command/command'
import { ORGANISATION_ARGUMENT, ORGANISATION_VIEW, organisationNamed } from './view'

export const organisationShow = defineCommand({
  path: ['organisation', 'show'],
  summary: 'show an organisation; "member list" and "project list" show what is in it',
  args: [ORGANISATION_ARGUMENT],
  examples: ['gw organisation show acme'],
  json: ORGANISATION_VIEW,
  reads: true,
  run: async (context, { args }) => {
    const found = await organisationNamed(await context.services(), args.organisation)
    context.output.one(found, ORGANISATION_VIEW)
  },
})
