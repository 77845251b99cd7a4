import type { ListedUser } from '../../../server/services/users/list'
import { defineList } from '../../command/list-command'
import type { View } from '../../output/output'
import { ROLE_NAMES, roleOf } from './role'
import { USER_VIEW } from './view'

/** With what they spent in the last day. */
const LISTED_VIEW: View<ListedUser> = {
  ...USER_VIEW,
  columns: [...USER_VIEW.columns, { title: 'USD 24H', value: 'spent_day', kind: 'credits' }],
  fields: [...USER_VIEW.fields, 'spent_day'],
}

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
    'gw user list --sort spent_day:desc --limit 10',
    "gw user list --filter 'quota<0' --sort used_quota:desc --limit 20",
  ],
  view: LISTED_VIEW,
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
