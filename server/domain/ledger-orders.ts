/**
 * What the relay orders of the ledger for one call, and what comes of it: hold credits, hold
 * more while the call goes on, charge it and give back the rest. Amounts are whole credits,
 * never negative.
 */
import type { HoldTerms } from './hold-terms'
import type { JobEnd } from './jobs/job-end'

export interface ReserveOrder {
  readonly callId: string
  readonly userId: number
  /** `undefined` spends the user's balance only. */
  readonly tokenId: number | undefined
  /** Credits wanted. */
  readonly amount: number
  /** Smallest acceptable reservation when the balances do not cover `amount`. */
  readonly atLeast: number
  readonly model: string
  readonly terms: HoldTerms
  readonly nowMs: number
}

export interface Reservation {
  readonly callId: string
  readonly userId: number
  readonly tokenId: number | undefined
  /** Credits held. */
  readonly amount: number
}

/** A call that goes on wants more than it holds. */
export interface ExtendOrder {
  readonly callId: string
  readonly userId: number
  readonly tokenId: number | undefined
  /** Further credits wanted; what is left is taken when that is less. */
  readonly amount: number
  readonly nowMs: number
}

export interface SettleOrder {
  /** Only the call id is believed; what is held is read from the store. */
  readonly reservation: Reservation
  /** Final credits. */
  readonly charge: number
  /**
   * What the accounts cannot pay is not collected, so that no balance falls below zero; else
   * the whole charge is taken whatever is left.
   */
  readonly withinBalance: boolean
  readonly channelId: number | undefined
  readonly log: LogFacts | undefined
  /** Counts the call in the user's request count. */
  readonly counted: boolean
  /** Adds the call to the hourly usage; needs `log`, which names model and user. */
  readonly hourly: boolean
  readonly nowMs: number
  /** Ended in the same transaction, by whoever settles it first. */
  readonly job?: JobEnd | undefined
}

/** A row of the logs table without the ids that the reservation knows. */
export interface LogFacts {
  /** Epoch seconds. */
  readonly created_at: number
  readonly type: number
  readonly content: string
  readonly username: string
  readonly token_name: string
  readonly model_name: string
  readonly quota: number
  readonly prompt_tokens: number
  readonly completion_tokens: number
  /** Whole seconds. */
  readonly use_time: number
  readonly is_stream: boolean
  readonly group: string
  readonly ip: string
  readonly request_id: string
  /** JSON text. */
  readonly other: string
}

export type HotOrder =
  | { readonly kind: 'reserve'; readonly order: ReserveOrder }
  | { readonly kind: 'extend'; readonly order: ExtendOrder }
  | { readonly kind: 'settle'; readonly order: SettleOrder }

export type ReserveOutcome =
  | { readonly kind: 'reserved'; readonly reservation: Reservation }
  | { readonly kind: 'user_short'; readonly balance: number }
  | { readonly kind: 'token_short'; readonly balance: number }

/** Why an account may spend nothing more, whatever is left on it. */
export type AccountEnd =
  | 'user_banned'
  | 'user_gone'
  | 'token_disabled'
  | 'token_expired'
  | 'token_gone'

export type ExtendOutcome =
  /** At least one credit more is held. */
  | { readonly kind: 'extended'; readonly amount: number }
  | { readonly kind: 'user_short'; readonly balance: number }
  | { readonly kind: 'token_short'; readonly balance: number }
  | { readonly kind: 'ended'; readonly why: AccountEnd }

export type OrderOutcome =
  | ReserveOutcome
  | ExtendOutcome
  /** The call id is already open in this batch: a defect of the caller, nothing is taken. */
  | { readonly kind: 'duplicate_call' }
  | { readonly kind: 'settled' }
  /** The call is not open: it was settled or released before. Nothing changes. */
  | { readonly kind: 'already_settled' }
