import type { Services } from '../../../server/services/create-services'
import { defineList } from '../../command/list-command'
import type { View } from '../../output/output'
import { USER_ARGUMENT } from '../user/argument'

type ShownSession = Awaited<ReturnType<Services['sessions']['list']>>[number]

export const SESSION_FIELDS = [
  'id',
  'ip',
  'user_agent',
  'created_at',
  'last_seen_at',
  'expires_at',
] as const satisfies readonly (keyof ShownSession)[]

const SESSION_VIEW: View<ShownSession> = {
  columns: [
    { title: 'ID', value: 'id' },
    { title: 'IP', value: 'ip' },
    { title: 'SIGNED IN', value: 'created_at', kind: 'time_ms' },
    { title: 'LAST SEEN', value: 'last_seen_at', kind: 'time_ms' },
    { title: 'EXPIRES', value: 'expires_at', kind: 'time_ms' },
    { title: 'PROGRAM', value: 'user_agent' },
  ],
  fields: SESSION_FIELDS,
  quiet: ({ id }) => id,
}

export const sessionList = defineList({
  path: ['session', 'list'],
  summary: "list a user's sign-ins, newest first",
  args: [USER_ARGUMENT],
  examples: ['gw session list ann'],
  view: SESSION_VIEW,
  rows: async (context, { args }) => {
    const services = await context.services()
    const { id: userId } = await services.users.show(args.user)
    return await services.sessions.list({ userId, currentKey: '' })
  },
})
