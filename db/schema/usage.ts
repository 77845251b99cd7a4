import type { Generated } from 'kysely'
import type { LatencyColumn } from './rollups'

type Slots = { readonly [Column in LatencyColumn]: Generated<number> }

/** What calls used, by everything that distinguishes them. */
export interface UsageFactsTable extends Slots {
  /** Seconds that a row is about: a minute, an hour or a day. */
  step: number
  /** Epoch seconds at which they began; days are those of UTC. */
  at: number
  user_id: number
  /** 0 for the playground. */
  token_id: number
  /** 0 for calls that were sent to no channel. */
  channel_id: number
  model: string
  group: string
  client: string
  calls: Generated<number>
  failed: Generated<number>
  refused: Generated<number>
  /** Credits charged, used and not paid, and what the provider takes. */
  quota: Generated<number>
  uncollected: Generated<number>
  cost: Generated<number>
  /** All that was read, cached or not. */
  prompt_tokens: Generated<number>
  cached_tokens: Generated<number>
  cache_write_tokens: Generated<number>
  completion_tokens: Generated<number>
}

/** The same of calls with tags, a row for each tag of a call. */
export interface UsageTagsTable extends UsageFactsTable {
  tag: string
}

/** The calls of one conversation of a user's. */
export interface CallSessionsTable {
  user_id: number
  session: string
  /** Of the newest call. */
  token_id: Generated<number>
  first_at: Generated<number>
  last_at: Generated<number>
  calls: Generated<number>
  failed: Generated<number>
  quota: Generated<number>
  uncollected: Generated<number>
  prompt_tokens: Generated<number>
  cached_tokens: Generated<number>
  cache_write_tokens: Generated<number>
  completion_tokens: Generated<number>
  client: Generated<string>
  /** Names and ids in the order in which they came, with lines between them. */
  models: Generated<string>
  channels: Generated<string>
}

/** Named questions of users to the page Explore. */
export interface ChartsTable {
  id: Generated<number>
  user_id: number
  name: string
  /** Of the page's address, without the question mark. */
  query: string
  /** 1 for all administrators to see. */
  shared: 0 | 1
  /** 1 for the overview of its owner. */
  pinned: 0 | 1
  created_at: number
}
