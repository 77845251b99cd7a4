import type { Generated } from 'kysely'

/** Calls, top-ups and what was done to an account. */
export interface LogsTable {
  id: Generated<number>
  user_id: number
  created_at: number
  type: number
  content: string
  username: string
  token_name: string
  model_name: string
  quota: number
  prompt_tokens: number
  completion_tokens: number
  use_time: number
  is_stream: 0 | 1
  channel_id: number
  token_id: number
  group: string
  ip: string
  request_id: string
  other: string
  /** A row of `server/domain/calls/clients.ts`; "" where it is not known. */
  client: Generated<string>
  /** Id of the conversation, as its client names it; "" for none. */
  session: Generated<string>
  /** With commas between them; "" for none. */
  tags: Generated<string>
  /** 0 in rows of before it was written. */
  duration_ms: Generated<number>
  /** How many calls the row stands for: refusals that flood share one. */
  calls: Generated<number>
}
