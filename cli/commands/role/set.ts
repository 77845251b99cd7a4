import { defineCommand } from '../../command/command'
import { SCOPE_FLAGS, scopesOf } from '../../command/scope-flags'
import { ROLE_VIEW } from './list'
import { ROLE_ARGUMENT, roleNamed } from './named'

export const roleSet = defineCommand({
  path: ['role', 'set'],
  summary: 'change name or scopes of a role; counts at once for everybody who has it',
  args: [ROLE_ARGUMENT],
  flags: { name: { kind: 'text', summary: 'new name' }, ...SCOPE_FLAGS },
  examples: ['gw role set Auditor --scope log:read --scope audit:read'],
  json: ROLE_VIEW,
  run: async (context, { args, flags }) => {
    const services = await context.services()
    const { id, ...before } = await roleNamed(services, args.role)
    const name = flags.name ?? before.name
    const scopes = scopesOf(flags) ?? before.scopes
    await services.roles.change(context.actor, { id, name, scopes })
    context.output.one(await roleNamed(services, String(id)), ROLE_VIEW)
  },
})
