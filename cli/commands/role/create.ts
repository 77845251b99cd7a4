import { defineCommand } from '../../command/command'
import { SCOPE_FLAGS, scopesOf } from '../../command/scope-flags'
import { ROLE_NAMES, roleOf } from '../user/role'
import { ROLE_VIEW } from './list'

export const roleCreate = defineCommand({
  path: ['role', 'create'],
  summary: 'make a role of scopes; "role assign" gives it to users',
  args: [{ name: 'name', summary: 'name of the role' }],
  flags: {
    base: { kind: 'text', summary: 'whom it narrows (default admin)', choices: ROLE_NAMES },
    ...SCOPE_FLAGS,
  },
  examples: ['gw role create Auditor --preset read-only'],
  json: ROLE_VIEW,
  run: async (context, { args, flags }) => {
    const services = await context.services()
    const base = roleOf(flags.base ?? 'admin') ?? 0
    const scopes = scopesOf(flags) ?? []
    const role = await services.roles.create(context.actor, { name: args.name, base, scopes })
    context.output.one(role, ROLE_VIEW)
  },
})
