import { LOG_TYPE } from '../../../server/domain/status'
import type { LogView } from '../../../server/services/logs/list'
import type { View } from '../../output/output'

export const LOG_FIELDS = [
  'id',
  'created_at',
  'type',
  'user_id',
  'username',
  'token_id',
  'token_name',
  'model_name',
  'channel_id',
  'group',
  'quota',
  'prompt_tokens',
  'completion_tokens',
  'use_time',
  'duration_ms',
  'is_stream',
  'ip',
  'request_id',
  'client',
  'session',
  'tags',
  'content',
  'other',
  'calls',
] as const satisfies readonly (keyof LogView)[]

function typeText(log: LogView): string {
  return Object.entries(LOG_TYPE).find(([, type]) => type === log.type)?.[0] ?? String(log.type)
}

/** Fixed order of short columns first, so that a followed log stays readable line by line. */
export const LOG_VIEW: View<LogView> = {
  columns: [
    { title: 'ID', value: 'id', kind: 'number' },
    { title: 'TIME', value: 'created_at', kind: 'time_s' },
    { title: 'TYPE', field: 'type', value: typeText, kind: 'word' },
    { title: 'USER', value: 'username' },
    { title: 'TOKEN', value: 'token_name', isMinor: true },
    { title: 'MODEL', value: 'model_name' },
    { title: 'CHANNEL', value: 'channel_id', kind: 'number', isMinor: true },
    { title: 'PROMPT', value: 'prompt_tokens', kind: 'number' },
    { title: 'COMPLETION', value: 'completion_tokens', kind: 'number' },
    { title: 'SPENT', value: 'quota', kind: 'credits' },
    { title: 'S', value: 'use_time', kind: 'number', isMinor: true },
    { title: 'CONTENT', value: 'content', isMinor: true },
  ],
  kinds: {
    user_id: 'number',
    token_id: 'number',
    channel_id: 'number',
    calls: 'number',
    use_time: 'seconds',
    is_stream: 'flag',
    tags: 'list',
    other: 'json',
  },
  fields: LOG_FIELDS,
  quiet: (log) => String(log.id),
}

/** Filters of `list` and `tail`. */
export const LOG_FLAGS = {
  query: {
    kind: 'text',
    value: 'LINE',
    summary: "a query line as in the console, such as 'model:gpt-5* status:429 cost:>0.01'",
  },
  type: { kind: 'text', choices: Object.keys(LOG_TYPE), summary: 'only this type' },
  user: { kind: 'text', summary: 'username', completes: 'user' },
  token: { kind: 'text', summary: 'token name' },
  model: { kind: 'text', summary: 'model name', completes: 'model' },
  channel: { kind: 'integer', summary: 'channel id' },
  request: { kind: 'text', value: 'ID', summary: 'request id' },
} as const

export function logFilter(flags: {
  readonly type: string | undefined
  readonly user: string | undefined
  readonly token: string | undefined
  readonly model: string | undefined
  readonly channel: number | undefined
  readonly request: string | undefined
  readonly query: string | undefined
}) {
  const type = Object.entries(LOG_TYPE).find(([name]) => name === flags.type)?.[1]
  return {
    type,
    username: flags.user,
    tokenName: flags.token,
    model: flags.model,
    channelId: flags.channel,
    requestId: flags.request,
    line: flags.query,
  }
}
