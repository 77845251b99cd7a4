/**
 * What the relay orders of the ledger for one call, and what comes of it: hold credits, hold
 * more while the call goes on, charge it and give back the rest. Amounts are whole credits,
 * never negative.
 */

import type { ClientId } from '../calls/clients'
import type { JobEnd } from '../jobs/job-end'
import type { LimitRefusal } from '../limits/counters'
import type { Limit, LimitUsage, Mark } from '../limits/limit'
import type { HoldTerms } from './hold-terms'

/** What a call wants of limits, in addition to the credits. Absent where the site has no limit. */
export interface LimitedTokens {
  readonly limits: readonly Limit[]
  /** Tokens wanted, of prompt and answer. */
  readonly tokens: number
  /** Smallest acceptable number of them. */
  readonly leastTokens: number
}

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
  readonly limited?: LimitedTokens | undefined
  /** Of the token, for subscriptions that pay for some groups only. */
  readonly group?: string | undefined
  /** Tokens wanted and the fewest that will do, for subscriptions that count them. */
  readonly expected?: { readonly tokens: number; readonly leastTokens: number } | undefined
  readonly nowMs: number
}

/** What a subscription has paid towards what a call holds. */
export interface Cover {
  readonly subscriptionId: number
  /** Credits. */
  readonly amount: number
  /** Whether the wallet pays what the subscription does not. */
  readonly overflows: boolean
}

export interface Reservation {
  readonly callId: string
  readonly userId: number
  readonly tokenId: number | undefined
  /** Credits held. */
  readonly amount: number
  /** What it has counted of limits; absent for none. */
  readonly marks?: readonly Mark[] | undefined
  /** Absent where no subscription pays for it. */
  readonly cover?: Cover | undefined
}

/** A call that goes on wants more than it holds. */
export interface ExtendOrder {
  readonly callId: string
  readonly userId: number
  readonly tokenId: number | undefined
  /** Further credits wanted; what is available is taken when that is less. */
  readonly amount: number
  readonly limited?: Omit<LimitedTokens, 'leastTokens'> | undefined
  /** Further tokens, for subscriptions that count them. */
  readonly tokens?: number | undefined
  readonly nowMs: number
}

/** A call goes on at another channel, which has limits of its own or whose predecessor had. */
export interface MoveOrder {
  readonly callId: string
  /** Of the channel that it leaves. */
  readonly from: readonly Limit[]
  /** Of the channel that it goes to. */
  readonly to: readonly Limit[]
  /** Tokens held. */
  readonly tokens: number
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
  /** As requested; where the log is switched off nothing else says it. */
  readonly model?: string | undefined
  readonly log: LogFacts | undefined
  /** Counts the call in the user's request count. */
  readonly counted: boolean
  /** Adds the call to the hourly usage; needs `log`, which names model and user. */
  readonly hourly: boolean
  /** Tokens of prompt and answer, for the limits that count them. */
  readonly tokens?: number | undefined
  /** Limits of the call. Budgets of token and user bound what is charged beyond the hold. */
  readonly limits?: readonly Limit[] | undefined
  /** No upstream was called, so not even a request is counted. */
  readonly isUnused?: boolean | undefined
  readonly nowMs: number
  /** Ended in the same transaction, by whoever settles it first. */
  readonly job?: JobEnd | undefined
  /** Absent for what is no call, such as the place of a socket. */
  readonly figures?: CallFigures | undefined
}

/** What a settled call counts as in sums of usage, in addition to what it was charged. */
export interface CallFigures {
  readonly group: string
  readonly client: ClientId
  /** "" for calls of no known conversation. */
  readonly session: string
  /** Comma separated; absent in orders of before there were any. */
  readonly tags?: string | undefined
  readonly isFailed: boolean
  /** Everything that was read, cached or not. */
  readonly promptTokens: number
  readonly cachedTokens: number
  readonly cacheWriteTokens: number
  readonly completionTokens: number
  /** Credits at list prices, times what the channel costs against them. */
  readonly cost: number
  /** Milliseconds until the first byte of the answer; `undefined` where there was none. */
  readonly waitMs: number | undefined
}

/** What a settlement took, once it is written; also of a call that came to nothing. */
export interface Charged {
  readonly userId: number
  readonly tokenId: number | undefined
  readonly channelId: number | undefined
  /** "" where nobody said it. */
  readonly model: string
  /** Credits. */
  readonly charge: number
  readonly uncollected: number
  readonly figures: CallFigures | undefined
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
  readonly client?: string
  readonly session?: string
  /** Comma separated. */
  readonly tags?: string
  readonly duration_ms?: number
  /** JSON text. */
  readonly other: string
}

export type HotOrder =
  | { readonly kind: 'reserve'; readonly order: ReserveOrder }
  | { readonly kind: 'extend'; readonly order: ExtendOrder }
  | { readonly kind: 'move'; readonly order: MoveOrder }
  | { readonly kind: 'settle'; readonly order: SettleOrder }

export interface LimitedOutcome extends LimitRefusal {
  readonly kind: 'limited'
}

export interface ReservedOutcome {
  readonly kind: 'reserved'
  readonly reservation: Reservation
  /** Tokens that the call may have; absent where no limit counts them. */
  readonly tokens?: number
  /** How its limits stand with it. */
  readonly limitUsages?: readonly LimitUsage[]
}

/** An account that does not pay for it. */
export interface ShortOutcome {
  readonly kind: 'user_short' | 'token_short'
  readonly balance: number
  /** Credits that running calls hold, where it is short only for them. */
  readonly held?: number
}

export type ReserveOutcome = ReservedOutcome | LimitedOutcome | ShortOutcome

/** Why an account may spend nothing more, whatever is left on it. */
export type AccountEnd =
  | 'user_banned'
  | 'user_gone'
  | 'token_disabled'
  | 'token_frozen'
  | 'token_expired'
  | 'token_gone'

export type ExtendOutcome =
  /** At least one credit more is held, or one token more may come. */
  | { readonly kind: 'extended'; readonly amount: number; readonly tokens?: number }
  | LimitedOutcome
  | ShortOutcome
  | { readonly kind: 'ended'; readonly why: AccountEnd }

export type MoveOutcome = { readonly kind: 'moved' } | LimitedOutcome

export type OrderOutcome =
  | ReserveOutcome
  | ExtendOutcome
  | MoveOutcome
  /** The call id is already open in this batch: a defect of the caller, nothing is taken. */
  | { readonly kind: 'duplicate_call' }
  | { readonly kind: 'settled'; readonly charge: number }
  /** The call is not open: it was settled or released before. Nothing changes. */
  | { readonly kind: 'already_settled' }
