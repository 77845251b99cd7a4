import { roleName } from '../../../server/domain/accounts/roles'
import type { RoleView } from '../../../server/services/roles/roles'
import { defineList } from '../../command/list-command'
import type { View } from '../../output/output'

const ROLE_FIELDS = [
  'id',
  'name',
  'base',
  'scopes',
  'users',
] as const satisfies readonly (keyof RoleView)[]

export const ROLE_VIEW: View<RoleView> = {
  columns: [
    { title: 'ID', value: 'id' },
    { title: 'NAME', value: 'name' },
    { title: 'BASE', value: ({ base }) => roleName(base) },
    { title: 'USERS', value: 'users' },
    { title: 'SCOPES', value: ({ scopes }) => scopes.join(' ') },
  ],
  kinds: { base: 'number', scopes: 'list' },
  fields: ROLE_FIELDS,
  quiet: ({ id }) => String(id),
}

export const roleList = defineList({
  path: ['role', 'list'],
  summary: 'list custom roles: sets of scopes for some users or administrators',
  examples: ['gw role list'],
  view: ROLE_VIEW,
  rows: async (context) => await (await context.services()).roles.list(),
})
