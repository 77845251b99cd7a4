import { defineList } from '../../list-command'
import { ROLE_NAMES, roleOf } from './role'
import { USER_VIEW } from './view'

export const userList = defineList({
  path: ['user', 'list'],
  summary: 'list users, newest first',
  flags: {
    search: { kind: 'text', summary: 'part of username, display name or e-mail, or an id' },
    group: { kind: 'text', summary: 'only this group', completes: 'group' },
    role: { kind: 'text', choices: ROLE_NAMES, summary: 'only this role' },
    deleted: { kind: 'switch', summary: 'deregistered users too' },
  },
  examples: [
    'gw user list --search ann',
    'gw user list --json | jq ".[].quota"',
    "gw user list --filter 'quota<0' --sort used_quota:desc --limit 20",
  ],
  view: USER_VIEW,
  indexed: { group: 'group' },
  rows: async (context, { flags }) => {
    const role = flags.role === undefined ? undefined : roleOf(flags.role)
    const services = await context.services()
    return (page) =>
      services.users.list({
        ...page,
        keyword: flags.search,
        group: flags.group,
        role,
        withDeleted: flags.deleted === true,
      })
  },
})
