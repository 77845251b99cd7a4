import type { Services } from '../../../server/services/create-services'
import { defineList } from '../../command/list-command'
import type { View } from '../../output/output'

type Session = Awaited<ReturnType<Services['usage']['sessions']>>['items'][number]

const FIELDS = [
  ...(['session', 'user_id', 'username', 'token_id', 'client', 'first_at', 'last_at'] as const),
  ...(['calls', 'failed', 'quota', 'uncollected', 'prompt_tokens', 'cached_tokens'] as const),
  ...(['completion_tokens', 'models', 'channels'] as const),
] as const satisfies readonly (keyof Session)[]

const VIEW: View<Session> = {
  columns: [
    { title: 'SESSION', value: 'session' },
    { title: 'USER', value: 'username' },
    { title: 'CLIENT', value: 'client' },
    { title: 'CALLS', value: 'calls', kind: 'number' },
    { title: 'MODELS', value: ({ models }) => models.join(', ') },
    { title: 'INPUT', value: 'prompt_tokens', kind: 'number' },
    { title: 'CACHED', value: 'cached_tokens', kind: 'number' },
    { title: 'USD', value: 'quota', kind: 'credits' },
    { title: 'LAST', value: 'last_at', kind: 'time_s' },
  ],
  kinds: {
    user_id: 'number',
    token_id: 'number',
    failed: 'number',
    models: 'list',
    channels: 'list',
    uncollected: 'credits',
  },
  fields: FIELDS,
  quiet: ({ session }) => session,
}

const PAGE = 100
const MOST_PAGES = 10

export const statsSessions = defineList({
  path: ['stats', 'sessions'],
  summary: 'conversations that clients name, the newest first; the newest thousand',
  flags: {
    user: { kind: 'text', summary: 'only those of this user', completes: 'user' },
    client: { kind: 'text', summary: 'only those of this client, such as claude-code' },
  },
  examples: ['gw stats sessions --user ann', 'gw stats sessions --client codex --json'],
  view: VIEW,
  rows: async (context, { flags }) => {
    const services = await context.services()
    const { client, user } = flags
    const userId = user === undefined ? undefined : (await services.users.show(user)).id
    const rows: Session[] = []
    for (let page = 1; page <= MOST_PAGES; page += 1) {
      const { items } = await services.usage.sessions({ userId, client, page, page_size: PAGE })
      rows.push(...items)
      if (items.length < PAGE) break
    }
    return rows
  },
})
