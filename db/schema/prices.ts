import type { Generated } from 'kysely'
import type { PriceChangeState } from '../../server/domain/prices/sources/change-states'

/** Where prices are read from. Times are epoch ms, 0 for never. */
export interface PriceSourcesTable {
  id: Generated<number>
  name: string
  /** One that a later version may not know any more. */
  kind: string
  url: string
  allow_private: 0 | 1
  /** JSON list. */
  providers: string
  seller_group: string
  factor: number
  /** JSON: `MarginRules`. */
  margins: string
  /** 0 for by hand only. */
  every_hours: number
  prices_new: 0 | 1
  /** Of the last fetch, as JSON of an error; "" for none. */
  failure: Generated<string>
  fetched_at: Generated<number>
  /** When it is due; only where it is read by itself. */
  next_at: Generated<number>
  created_at: number
  updated_at: number
}

/** Prices of a source that a person should see before they hold, at most one a model. */
export interface PriceReviewsTable {
  id: Generated<number>
  /** Its name. */
  source: string
  model: string
  /** `dismissed` is not shown again for as long as the source says the same. */
  state: 'waiting' | 'dismissed'
  /** JSON, as the next two: fields to set, the price that they change, what moves in dollars. */
  price: string
  was: string
  moves: string
  /** Separated by blanks. */
  reasons: string
  created_at: number
}

/** Prices that were set at once, or will be. Times are epoch ms, 0 for not yet. */
export interface PriceChangesTable {
  id: Generated<number>
  state: PriceChangeState
  /** "" for what somebody typed. */
  source: string
  actor: string
  /** JSON: what a scheduled change will set; "" once it has. */
  prices: Generated<string>
  /** JSON: rows of `prices` as they were and became, of the models of the change. */
  before: Generated<string>
  after: Generated<string>
  /** JSON of the error for which a scheduled change was not made; "" for none. */
  failure: Generated<string>
  models: number
  begins_at: number
  created_at: number
  /** When it was made, undone or cancelled. */
  ended_at: Generated<number>
}

/** What the source that was read last has reported of a model, in tokens; 0 for nothing. */
export interface ModelLengthsTable {
  model: string
  /** Its name. */
  source: string
  context_tokens: number
  output_tokens: number
  /** Epoch ms. */
  fetched_at: number
}
