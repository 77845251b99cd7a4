import type { Services } from '../../../server/services/create-services'
import { defineList } from '../../command/list-command'
import type { View } from '../../output/output'

type Turn = Awaited<ReturnType<Services['usage']['session']>>['turns'][number]

const FIELDS = [
  ...(['id', 'created_at', 'request_id', 'model', 'channel', 'channel_name', 'client'] as const),
  ...(['quota', 'prompt_tokens', 'cached_tokens', 'completion_tokens', 'duration_ms'] as const),
  ...(['failed', 'attempts', 'changed', 'lost_tokens', 'lost_credits'] as const),
] as const satisfies readonly (keyof Turn)[]

const VIEW: View<Turn> = {
  columns: [
    { title: 'TIME', value: 'created_at', kind: 'time_s' },
    { title: 'MODEL', value: 'model' },
    { title: 'CHANNEL', value: 'channel_name' },
    { title: 'CHANGED', value: ({ changed }) => changed.join(', ') },
    { title: 'INPUT', value: 'prompt_tokens', kind: 'number' },
    { title: 'CACHED', value: 'cached_tokens', kind: 'number' },
    { title: 'OUTPUT', value: 'completion_tokens', kind: 'number' },
    { title: 'MS', value: 'duration_ms', kind: 'number' },
    { title: 'USD', value: 'quota', kind: 'credits' },
    { title: 'LOST CACHE USD', value: 'lost_credits', kind: 'credits' },
  ],
  kinds: { id: 'number', channel: 'number', failed: 'flag', attempts: 'number', changed: 'list' },
  fields: FIELDS,
  quiet: ({ request_id }) => request_id,
}

export const statsSession = defineList({
  path: ['stats', 'session'],
  summary: 'the turns of a conversation, and what a lost cache cost; the first 500',
  args: [{ name: 'session', summary: 'its id, as gw stats sessions lists it' }],
  flags: {
    user: { kind: 'text', summary: 'whose it is', completes: 'user', required: true },
  },
  examples: ['gw stats session 0b8e6a52-4a7f --user ann'],
  view: VIEW,
  rows: async (context, { args, flags }) => {
    const services = await context.services()
    const { id: userId } = await services.users.show(flags.user)
    return (await services.usage.session({ session: args.session, userId })).turns
  },
})
