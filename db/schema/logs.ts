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

/**
 * `copying`: its rows are being copied to the file and are read where they were. `moved`: they
 * are read from the file, and the table still has them. `alone`: only the file has them.
 */
export type LogMonthState = 'copying' | 'moved' | 'alone'

/** A past month in a file of its own. */
export interface LogMonthsTable {
  /** Of UTC: `2026-10`. */
  month: string
  /** Name of the file, which no other month and no other database ever has. */
  file: string
  state: LogMonthState
  /** Epoch seconds; the end is not included. */
  from_at: number
  before_at: number
  /** Rows with ids up to it are read from the file; 0 while there are none. */
  upto_id: number
  /** Last id of what is being copied; 0 for nothing. */
  planned_id: number
  rows: number
  bytes: number
  /** Epoch seconds since which the file is read. */
  moved_at: number
}
