import { defineCommand } from '../../command/command'
import { ORGANISATION_VIEW } from './view'

export const organisationCreate = defineCommand({
  path: ['organisation', 'create'],
  summary: 'create an organisation with an owner; "user set" gives it a balance',
  args: [{ name: 'name', summary: 'name, without blanks' }],
  flags: {
    owner: { kind: 'text', summary: 'who owns it (default root)', completes: 'user' },
    'display-name': { kind: 'text', summary: 'name that people read' },
    group: { kind: 'text', summary: 'group that it is billed by (default default)' },
  },
  examples: ['gw organisation create acme --owner ann --display-name "Acme Ltd."'],
  json: ORGANISATION_VIEW,
  run: async (context, { args, flags }) => {
    const services = await context.services()
    const owner = await services.users.show(flags.owner ?? 'root')
    const created = await services.organisations.create(context.actor, {
      name: args.name,
      displayName: flags['display-name'],
      group: flags.group,
      ownerId: owner.id,
    })
    context.output.one(created, ORGANISATION_VIEW)
  },
})
