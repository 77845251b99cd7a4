/**
 * What the log's query line can name: `model:gpt-5 status:429 cost:>0.01`. One row is one field,
 * for the API, the console, the terminal and the CLI alike.
 */
import type { LogTypeName } from '../../status'
import { LOG_TYPE } from '../../status'

/** Columns of the log that hold texts. */
export type TextColumn =
  | 'model_name'
  | 'token_name'
  | 'username'
  | 'group'
  | 'request_id'
  | 'ip'
  | 'client'
  | 'session'
  | 'tags'

/** Columns that hold numbers; `tokens` is prompt and completion together. */
export type NumberColumn =
  | 'type'
  | 'channel_id'
  | 'quota'
  | 'tokens'
  | 'use_time'
  | 'duration_ms'
  | 'is_stream'

type FieldShape =
  | { readonly kind: 'text'; readonly column: TextColumn }
  /** `usd`: typed in dollars, stored in credits. */
  | { readonly kind: 'number'; readonly column: NumberColumn; readonly unit: 'usd' | 'plain' }
  | { readonly kind: 'flag'; readonly column: 'is_stream' | 'retries' }
  | { readonly kind: 'type' | 'status' | 'error' | 'tag' | 'project' | 'member' }

export type LogField = FieldShape & {
  /** What concerns the operator's channels and other users. */
  readonly adminOnly: boolean
  /** Names of the same in older addresses and in rows. */
  readonly aliases: readonly string[]
}

const text = (column: TextColumn, ...aliases: readonly string[]): LogField => ({
  kind: 'text',
  column,
  adminOnly: false,
  aliases,
})

const number = (column: NumberColumn, unit: 'usd' | 'plain' = 'plain'): LogField => ({
  kind: 'number',
  column,
  unit,
  adminOnly: false,
  aliases: [],
})

const flag = (column: 'is_stream' | 'retries'): LogField => ({
  kind: 'flag',
  column,
  adminOnly: false,
  aliases: [],
})

const named = (kind: 'type' | 'status' | 'error' | 'tag' | 'project' | 'member'): LogField => ({
  kind,
  adminOnly: false,
  aliases: [],
})

const forAdmins = (field: LogField): LogField => ({ ...field, adminOnly: true })

/** In the order in which they are offered. */
export const LOG_QUERY_FIELDS = {
  model: text('model_name', 'model_name'),
  status: named('status'),
  cost: number('quota', 'usd'),
  user: forAdmins(text('username', 'username')),
  token: text('token_name', 'token_name', 'key'),
  channel: forAdmins(number('channel_id')),
  type: named('type'),
  error: named('error'),
  time: number('use_time'),
  tokens: number('tokens'),
  retried: flag('retries'),
  stream: flag('is_stream'),
  group: text('group'),
  request: text('request_id', 'request_id'),
  ip: text('ip'),
  client: text('client'),
  session: text('session'),
  tag: named('tag'),
  project: named('project'),
  member: named('member'),
  latency: number('duration_ms'),
  credits: number('quota'),
} as const satisfies Readonly<Record<string, LogField>>

export type LogFieldName = keyof typeof LOG_QUERY_FIELDS

export const LOG_FIELD_NAMES = Object.keys(LOG_QUERY_FIELDS) as LogFieldName[]

/** `undefined` for what no field is called. */
export function logFieldNamed(name: string): LogFieldName | undefined {
  const wanted = name.toLowerCase()
  return LOG_FIELD_NAMES.find((field) => {
    const { aliases }: LogField = LOG_QUERY_FIELDS[field]
    return field === wanted || aliases.includes(wanted)
  })
}

export const LOG_TYPE_NAMES = Object.keys(LOG_TYPE) as LogTypeName[]

/** What `type:` can be followed by. */
export const LOG_TYPE_WORDS = [
  'answered',
  'failed',
  'refused',
  'unknown',
  ...LOG_TYPE_NAMES,
] as const
