import { defineCommand } from '../../command'
import { PAGE_FLAGS, pageOf } from '../page-flags'
import { roleOf } from './role'
import { USER_FIELDS, USER_VIEW } from './view'

export const userList = defineCommand({
  path: ['user', 'list'],
  summary: 'list users, newest first',
  flags: {
    search: { kind: 'text', summary: 'part of username, display name or e-mail, or an id' },
    group: { kind: 'text', summary: 'only this group' },
    role: { kind: 'text', value: 'user|admin', summary: 'only this role' },
    deleted: { kind: 'switch', summary: 'deregistered users too' },
    ...PAGE_FLAGS,
  },
  examples: ['gw user list --search ann', 'gw user list --json | jq ".[].quota"'],
  json: USER_FIELDS,
  run: async (context, { flags }) => {
    const role = flags.role === undefined ? undefined : roleOf(flags.role)
    const services = await context.services()
    const { items } = await services.users.list({
      ...pageOf(flags),
      keyword: flags.search,
      group: flags.group,
      role,
      withDeleted: flags.deleted === true,
    })
    context.output.list(items, USER_VIEW)
  },
})
