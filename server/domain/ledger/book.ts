/** What a batch of orders is judged against, and what comes of it. Engines read and write it. */

import type { EndedJob } from '../jobs/job-end'
import type { CounterChange, UsedCounters } from '../limits/counters'
import type { LimitUsage } from '../limits/limit'
import type { SubscriptionAccount } from '../plans/subscription-account'
import type { Held } from './held-text'
import type { HoldTerms } from './hold-terms'
import type { LogFacts, OrderOutcome, Reservation } from './orders'

export interface UserBalance {
  readonly id: number
  readonly quota: number
  readonly used_quota: number
  readonly status: number
  readonly isDeleted: boolean
}

export interface TokenBalance {
  readonly id: number
  readonly remain_quota: number
  readonly used_quota: number
  readonly status: number
  readonly unlimited: boolean
  /** Epoch seconds, -1 for never. */
  readonly expired_time: number
  /** Epoch seconds, -1 for ever, 0 for not frozen. */
  readonly frozen_until: number
  readonly isDeleted: boolean
}

/** What the store holds of the accounts and calls that a batch names, before the batch. */
export interface BalanceBook {
  readonly users: ReadonlyMap<number, UserBalance>
  readonly tokens: ReadonlyMap<number, TokenBalance>
  /** Open calls by id. Every entry here is settled by the batch and leaves the store. */
  readonly held: ReadonlyMap<string, Reservation>
  /** Open calls that the batch extends; they stay in the store. */
  readonly open: ReadonlyMap<string, Reservation>
  /**
   * Calls that the batch settles though their hold was given back: whoever held it was taken for
   * dead. They hold nothing any more, and leave the store.
   */
  readonly released: ReadonlyMap<string, Reservation>
  /** What is used of the limits that the batch names; absent when it names none. */
  readonly counters?: UsedCounters
  /**
   * Those of the users that the batch names and those that its calls are covered by, in the order
   * in which they pay; absent when there are none.
   */
  readonly subscriptions?: ReadonlyMap<number, SubscriptionAccount>
}

/** Balances after the batch, and the net deltas that lead there. */
export interface UserChange {
  readonly id: number
  quota: number
  used_quota: number
  quotaDelta: number
  usedDelta: number
  requestDelta: number
}

export interface TokenChange {
  readonly id: number
  readonly unlimited: boolean
  remain_quota: number
  used_quota: number
  status: number
  remainDelta: number
  usedDelta: number
  /** Epoch seconds of the last accepted order; 0 when there was none. */
  accessedSeconds: number
}

/** What the account of a subscription changes by in a batch. */
export interface SubscriptionChange {
  readonly id: number
  remainDelta: number
  usedDelta: number
}

export interface LedgerEntry {
  readonly atMs: number
  readonly kind: 'reserve' | 'settle' | 'release' | 'cover'
  readonly userId: number
  /** 0 for none. */
  readonly tokenId: number
  readonly userDelta: number
  readonly tokenDelta: number
  readonly charge: number
  readonly reference: string
  /** Of an entry that a subscription has a side of. */
  readonly subscriptionId?: number
  readonly subscriptionDelta?: number
}

export interface OpenedCall {
  readonly reservation: Reservation
  readonly model: string
  readonly terms: HoldTerms
  readonly atMs: number
}

export interface LogRow {
  readonly facts: LogFacts
  readonly userId: number
  readonly tokenId: number
  readonly channelId: number
}

export interface HourlyUsage {
  readonly userId: number
  username: string
  readonly model: string
  /** Epoch seconds of the full hour. */
  readonly hourSeconds: number
  tokens: number
  count: number
  quota: number
}

export interface BatchOutcome {
  /** One per order, in the order given. */
  readonly outcomes: readonly OrderOutcome[]
  /** Every account an order named, changed or not. */
  readonly users: readonly UserChange[]
  readonly tokens: readonly TokenChange[]
  /** Used credits by channel id. */
  readonly channels: ReadonlyMap<number, number>
  readonly entries: readonly LedgerEntry[]
  /** Calls to remember as open; one settled in the same batch never reaches the store. */
  readonly opened: readonly OpenedCall[]
  /** Credits that calls which stay open in the store hold in addition, by call id. */
  readonly grown: ReadonlyMap<string, number>
  /** What calls that stay open in the store hold in addition to credits of accounts, by call id. */
  readonly marked: ReadonlyMap<string, Held>
  readonly subscriptions: readonly SubscriptionChange[]
  readonly counters: readonly CounterChange[]
  /** Limits that the batch named, after it. */
  readonly limits: readonly LimitUsage[]
  readonly logs: readonly LogRow[]
  readonly hours: readonly HourlyUsage[]
  /** To be ended unless they have been; nothing else of them changes then. */
  readonly jobs: readonly EndedJob[]
}
