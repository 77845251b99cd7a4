import { defineCommand } from '../../command/command'
import { ORGANISATION_ARGUMENT, ORGANISATION_VIEW, organisationNamed } from './view'

export const organisationSet = defineCommand({
  path: ['organisation', 'set'],
  summary: 'change an organisation; group, balance and status are those of "user set"',
  args: [ORGANISATION_ARGUMENT],
  flags: {
    'display-name': { kind: 'text', summary: 'name that people read' },
    'join-domain': {
      kind: 'texts',
      summary: 'whose people may ask to join; may be repeated, "" for none',
    },
  },
  examples: ['gw organisation set acme --join-domain acme.example'],
  json: ORGANISATION_VIEW,
  run: async (context, { args, flags }) => {
    const services = await context.services()
    const { id } = await organisationNamed(services, args.organisation)
    await services.organisations.change(context.actor, {
      id,
      display_name: flags['display-name'],
      join_domains: flags['join-domain'],
    })
    context.output.one(await organisationNamed(services, String(id)), ORGANISATION_VIEW)
  },
})
