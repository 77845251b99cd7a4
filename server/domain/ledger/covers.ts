/**
 * What subscriptions pay for. A subscription covers a call: its account pays into the balance of
 * its user what the call then takes from there, so a call is held, charged and given back like any
 * other, and what of it was covered is an entry of its own.
 */
import {
  type CounterChange,
  joinedMarks,
  LimitCounters,
  type LimitRefusal,
  type UsedCounters,
} from '../limits/counters'
import type { LimitAmounts } from '../limits/kinds'
import { isRate, type LimitUsage, type Mark } from '../limits/limit'
import {
  budgetLimit,
  isPaying,
  isWindowId,
  type SubscriptionAccount,
} from '../plans/subscription-account'
import { cheaperThan, paysFor } from '../plans/terms'
import type { LedgerEntry, SubscriptionChange } from './book'
import type { Held } from './held-text'
import type { Cover, Reservation, ReserveOrder, SettleOrder } from './orders'

/** A subscription that pays for a call, and how much of it. */
export interface Pot {
  readonly account: SubscriptionAccount
  readonly room: LimitAmounts
  /** Whether the wallet pays what the subscription does not. */
  readonly overflows: boolean
}

/** Of a call that begins one, of what it goes on with none. */
interface Covering {
  readonly calls: number
  readonly tokens: number
  readonly atMs: number
}

type Paid = Omit<Cover, 'overflows'>

interface Wanted extends Covering {
  readonly leastTokens: number
  readonly credits: number
  readonly leastCredits: number
}

export interface CoversParts {
  readonly accounts: ReadonlyMap<number, SubscriptionAccount>
  readonly counters: UsedCounters
  /** Pays credits into a balance, or takes them back. */
  readonly credit: (userId: number, amount: number) => void
  readonly write: (entry: LedgerEntry) => void
}

const NOTHING: LimitAmounts = { calls: 0, tokens: 0, credits: 0 }

export const NO_SUBSCRIPTIONS: ReadonlyMap<number, SubscriptionAccount> = new Map()

export class Covers {
  readonly #parts: CoversParts
  readonly #changes = new Map<number, SubscriptionChange>()
  readonly #windows: LimitCounters
  /** Subscriptions that calls used or checked, by the last of them. */
  readonly #touched = new Map<number, Touch>()

  constructor(parts: CoversParts) {
    this.#parts = parts
    this.#windows = new LimitCounters(parts.counters)
  }

  /**
   * The first subscription that pays for all of a call, else the first that pays for a part;
   * `undefined` where none does, and what is in the way where the wallet may not.
   */
  potFor(order: ReserveOrder): Pot | LimitRefusal | undefined {
    if (this.#parts.accounts.size === 0) return undefined
    const { userId, model, group, nowMs: atMs, amount: credits } = order
    // The place of a socket is no call.
    if (group === undefined) return undefined
    const all = [...this.#parts.accounts.values()].filter(
      (each) => each.userId === userId && isPaying(each, atMs) && paysFor(each.terms, model, group),
    )
    const overflows = all.every(({ terms }) => terms.overflow === 'wallet')
    const { tokens, leastTokens } = order.expected ?? { tokens: 0, leastTokens: 0 }
    const leastCredits = Math.min(credits, overflows ? 1 : order.atLeast)
    const wanted = { calls: 1, tokens, leastTokens, credits, leastCredits, atMs }
    let part: Pot | undefined
    let refusal: LimitRefusal | undefined
    let isUsedUp = true
    for (const account of all) {
      const room = this.#roomOf(account, wanted)
      if ('limit' in room) {
        this.#touched.set(account.id, { atMs, leastPercent: REFUSED_PERCENT })
        refusal = earlier(refusal, room)
        isUsedUp &&= !isRate(room.limit)
        continue
      }
      const pot = { account, room, overflows }
      if (room.credits >= credits && room.tokens >= tokens) return pot
      part ??= pot
    }
    if (part !== undefined || overflows || refusal === undefined) return part
    return isUsedUp ? { ...refusal, ...cheaperOf(all, model) } : refusal
  }

  /** The subscription that a running call is covered by, for what it wants in addition. */
  openPot(
    cover: Cover | undefined,
    order: {
      readonly amount: number
      readonly tokens?: number | undefined
      readonly nowMs: number
    },
  ): Pot | LimitRefusal | undefined {
    const account = cover && this.#parts.accounts.get(cover.subscriptionId)
    if (cover === undefined || account === undefined) return undefined
    const { amount: credits, tokens = 0, nowMs: atMs } = order
    const { overflows } = cover
    const least = { leastTokens: Math.min(1, tokens), leastCredits: Math.min(1, credits) }
    const room = isPaying(account, atMs)
      ? this.#roomOf(account, { calls: 0, tokens, credits, ...least, atMs })
      : this.#spent(account)
    if (!('limit' in room)) return { account, room, overflows }
    return overflows ? undefined : room
  }

  /** Pays for credits that are about to be held; what the call then holds in addition. */
  pay(call: Reservation, pot: Pot, { calls, tokens, atMs }: Covering): Held {
    const { account, room, overflows } = pot
    const amount = Math.min(call.amount, room.credits)
    const taken = { calls, tokens: Math.min(tokens, room.tokens), credits: amount }
    const marks = this.#windows.take(account.windows, taken, atMs)
    const { id: subscriptionId } = account
    this.#transfer(call, { subscriptionId, amount }, atMs)
    const paid = amount + (call.cover?.amount ?? 0)
    return {
      marks: joinedMarks(call.marks, marks),
      cover: { subscriptionId, amount: paid, overflows },
    }
  }

  /** What pays for a charge beyond what is held; `undefined` where the wallet alone does. */
  beyond({ charge, nowMs }: SettleOrder, { amount, cover }: Reservation): Pot | undefined {
    const account = cover && this.#parts.accounts.get(cover.subscriptionId)
    if (account === undefined || charge <= amount) return undefined
    const pot = this.openPot(cover, { amount: charge - amount, nowMs })
    return pot !== undefined && 'limit' in pot ? { account, room: NOTHING, overflows: false } : pot
  }

  /** Credits of a charge that the subscription pays; the rest of its part goes back to it. */
  settle(order: SettleOrder, held: Reservation, charge: number): number {
    const { cover, marks = [] } = held
    if (cover === undefined) return 0
    const { subscriptionId, amount } = cover
    const beyond = this.beyond({ ...order, charge }, held)?.room.credits ?? 0
    const covered = Math.min(charge, amount + beyond)
    this.#transfer(held, { subscriptionId, amount: covered - amount }, order.nowMs)
    this.#changeOf(subscriptionId).usedDelta += covered
    const { tokens = 0, isUnused = false } = order
    const ofWindows = marks.filter(({ limitId }) => isWindowId(limitId))
    this.#windows.settle(ofWindows, { tokens, credits: covered, isUnused })
    this.#touched.set(subscriptionId, { atMs: order.nowMs, leastPercent: SPENT_PERCENT })
    return covered
  }

  /** Exhausted allowances, of the subscriptions that calls were settled from. */
  spent(): readonly LimitUsage[] {
    return [...this.#touched].flatMap(([id, { atMs, leastPercent }]) => {
      const account = this.#parts.accounts.get(id)
      if (account === undefined) return []
      return this.#usagesOf(account, atMs).filter((usage) => isSpent(usage, leastPercent))
    })
  }

  #usagesOf(account: SubscriptionAccount, nowMs: number): readonly LimitUsage[] {
    const { windows, terms, endMs } = account
    const usages = windows.map((limit) => this.#windows.usageOf(limit, nowMs))
    if (terms.budget !== null) {
      const limit = budgetLimit(account)
      usages.push({ limit, used: limit.amount - this.#leftOf(account), resetMs: undefined })
    }
    // What would count anew after the plan has ended does not.
    return usages.map((usage) =>
      (usage.resetMs ?? 0) < endMs ? usage : { ...usage, resetMs: undefined },
    )
  }

  /** In the order of ids, in which every writer takes them. */
  changes(): readonly SubscriptionChange[] {
    return [...this.#changes.values()].sort((a, b) => a.id - b.id)
  }

  counters(): readonly CounterChange[] {
    return this.#windows.changes()
  }

  /** How much of a call an account and its windows have room for. */
  #roomOf(account: SubscriptionAccount, wanted: Wanted): LimitAmounts | LimitRefusal {
    const { calls, tokens, leastTokens, credits, leastCredits, atMs: nowMs } = wanted
    const remaining = Math.max(0, this.#leftOf(account))
    if (remaining < leastCredits) return this.#spent(account)
    return this.#windows.roomFor({
      limits: account.windows,
      wanted: { calls, tokens, credits: Math.min(credits, remaining) },
      least: { calls, tokens: leastTokens, credits: leastCredits },
      nowMs,
    })
  }

  #spent(account: SubscriptionAccount): LimitRefusal {
    const limit = budgetLimit(account)
    return { limit, used: limit.amount - this.#leftOf(account), needed: 1, resetMs: account.endMs }
  }

  #leftOf({ id, remain, terms }: SubscriptionAccount): number {
    if (terms.budget === null) return Number.POSITIVE_INFINITY
    return remain + (this.#changes.get(id)?.remainDelta ?? 0)
  }

  /** Moves credits from a subscription into the balance; a negative amount goes back. */
  #transfer({ userId, callId }: Reservation, { subscriptionId, amount }: Paid, atMs: number) {
    if (amount === 0) return
    this.#changeOf(subscriptionId).remainDelta -= amount
    this.#parts.credit(userId, amount)
    this.#parts.write({
      atMs,
      kind: 'cover',
      userId,
      tokenId: 0,
      userDelta: amount,
      tokenDelta: 0,
      charge: 0,
      reference: callId,
      subscriptionId,
      subscriptionDelta: -amount,
    })
  }

  #changeOf(id: number): SubscriptionChange {
    const known = this.#changes.get(id)
    if (known !== undefined) return known
    const change = { id, remainDelta: 0, usedDelta: 0 }
    this.#changes.set(id, change)
    return change
  }
}

/** Tokens that a subscription allows a call where the wallet may not pay for more. */
export function boundOf(pot: Pot | undefined): { readonly tokens?: number } {
  if (pot === undefined || pot.overflows) return {}
  const counts = pot.account.terms.allowances.some(({ kind }) => kind === 'tokens')
  return counts ? { tokens: pot.room.tokens } : {}
}

interface Touch {
  readonly atMs: number
  /** What counts as used up. */
  readonly leastPercent: number
}

/** So little is left that hardly a call is paid from it. */
const SPENT_PERCENT = 99
/** Likewise where a call was refused for want of more. */
const REFUSED_PERCENT = 90

function isSpent({ limit, used }: LimitUsage, leastPercent: number): boolean {
  return !isRate(limit) && limit.amount > 0 && used * 100 >= leastPercent * limit.amount
}

/** Marks of limits, without those of plans. */
export function marksOfLimits(marks: readonly Mark[]): readonly Mark[] {
  return marks.filter(({ limitId }) => !isWindowId(limitId))
}

/** The model that the first plan names which names one. */
function cheaperOf(accounts: readonly SubscriptionAccount[], model: string) {
  for (const { terms } of accounts) {
    const cheaper = cheaperThan(terms, model)
    if (cheaper !== undefined) return { cheaper }
  }
  return {}
}

/** Of refusals by several subscriptions the one that passes first. */
function earlier(one: LimitRefusal | undefined, other: LimitRefusal): LimitRefusal {
  if (one === undefined) return other
  const never = Number.POSITIVE_INFINITY
  return (other.resetMs ?? never) < (one.resetMs ?? never) ? other : one
}
