import { NOTICE_STATE } from '../../../server/domain/status'
import type { Services } from '../../../server/services/create-services'
import { defineList } from '../../command/list-command'
import type { View } from '../../output/output'

type ShownNotice = Awaited<ReturnType<Services['notifications']['list']>>['items'][number]

const NOTICE_VIEW: View<ShownNotice> = {
  columns: [
    { title: 'ID', value: 'id', kind: 'number' },
    { title: 'TIME', value: 'created_at', kind: 'time_ms' },
    { title: 'TO', value: ({ contact_point, username }) => contact_point || username },
    { title: 'NOTICE', value: 'title' },
    { title: 'STATE', value: 'state', kind: 'word' },
    { title: 'BY', value: 'way' },
    { title: 'ATTEMPTS', value: 'attempts', kind: 'number' },
    { title: 'WHY NOT', value: 'failure' },
  ],
  kinds: { user_id: 'number' },
  fields: [
    'id',
    'user_id',
    'username',
    'contact_point',
    'type',
    'title',
    'state',
    'way',
    'attempts',
    'failure',
    'created_at',
    'next_at',
    'done_at',
  ],
  quiet: ({ id }) => String(id),
}

export const noticeList = defineList({
  path: ['notice', 'list'],
  summary: 'list notifications and their delivery status, newest first',
  flags: {
    state: { kind: 'text', choices: Object.values(NOTICE_STATE), summary: 'only in this state' },
  },
  examples: ['gw notice list --state given_up', 'gw notice list --output ndjson'],
  view: NOTICE_VIEW,
  indexed: { state: 'state' },
  rows: async (context, { flags: { state } }) => {
    const { notifications } = await context.services()
    const { language } = context
    return (wish) => notifications.list({ ...wish, state, language })
  },
})
