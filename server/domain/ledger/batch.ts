/**
 * The one place where it is decided who may spend what. A batch of orders is judged in
 * sequence against the balances read in the same transaction; the storage engines only fetch
 * the balances before and write the outcome after. Pure, so that tests can prove it.
 */

import type { EndedJob } from '../jobs/job-end'
import {
  joinedMarks,
  LEFT_UNUSED,
  LimitCounters,
  staysCounted,
  type UsedCounters,
} from '../limits/counters'
import { LIMIT_KIND_ROWS } from '../limits/kinds'
import type { Mark } from '../limits/limit'
import { endOfAccounts } from './account-end'
import { affordable, isOfPayer, leftOf, statusAfter } from './account-room'
import type {
  BalanceBook,
  BatchOutcome,
  LedgerEntry,
  OpenedCall,
  TokenChange,
  UserChange,
} from './book'
import { CallLog } from './call-log'
import { boundOf, Covers, marksOfLimits, NO_SUBSCRIPTIONS, type Pot } from './covers'
import type { Held } from './held-text'
import type {
  ExtendOrder,
  HotOrder,
  LimitedTokens,
  MoveOrder,
  OrderOutcome,
  Reservation,
  ReserveOrder,
  ReserveOutcome,
  SettleOrder,
} from './orders'

interface Move {
  readonly kind: LedgerEntry['kind']
  readonly call: Reservation
  /** Credits, signed; the same for user and token. */
  readonly delta: number
  readonly charge: number
  readonly atMs: number
}

/** What a running call is given in addition to what it holds. */
interface Growth {
  readonly order: ExtendOrder
  readonly pot: Pot | undefined
  readonly marks?: readonly Mark[]
}

const MS_PER_SECOND = 1000
const NO_COUNTERS: UsedCounters = new Map()

export function decideBatch(orders: readonly HotOrder[], book: BalanceBook): BatchOutcome {
  const batch = new Batch(book)
  const outcomes: OrderOutcome[] = []
  for (const each of orders) {
    if (each.kind === 'settle') outcomes.push(batch.settle(each.order))
    else if (each.kind === 'extend') outcomes.push(batch.extend(each.order))
    else if (each.kind === 'move') outcomes.push(batch.move(each.order))
    else outcomes.push(batch.reserve(each.order))
  }
  return batch.close(outcomes)
}

/** Running state of one batch; its own copies, so the book stays as it was read. */
class Batch {
  readonly #book: BalanceBook
  readonly #users = new Map<number, UserChange>()
  readonly #tokens = new Map<number, TokenChange>()
  readonly #channels = new Map<number, number>()
  readonly #entries: LedgerEntry[] = []
  readonly #opened = new Map<string, OpenedCall>()
  readonly #grown = new Map<string, number>()
  readonly #marked = new Map<string, Held>()
  readonly #limits: LimitCounters
  readonly #covers: Covers
  readonly #settled = new Set<string>()
  readonly #log = new CallLog()
  readonly #jobs: EndedJob[] = []

  constructor(book: BalanceBook) {
    this.#book = book
    const counters = book.counters ?? NO_COUNTERS
    this.#limits = new LimitCounters(counters)
    this.#covers = new Covers({
      accounts: book.subscriptions ?? NO_SUBSCRIPTIONS,
      counters,
      credit: (userId, amount) => this.#credit(userId, amount),
      write: (entry) => this.#entries.push(entry),
    })
  }

  reserve(order: ReserveOrder): OrderOutcome {
    const { callId, userId, tokenId } = order
    if (this.#opened.has(callId) || this.#book.held.has(callId) || this.#settled.has(callId)) {
      return { kind: 'duplicate_call' }
    }
    const user = this.#userOf(userId)
    const token = tokenId === undefined ? undefined : this.#tokenOf(tokenId)
    const pot = this.#covers.potFor(order)
    if (pot !== undefined && 'limit' in pot) return { kind: 'limited', ...pot }
    const amount = affordable(order, { user, token, pot })
    if (typeof amount !== 'number') return amount
    if (order.limited !== undefined) {
      return this.#reserveLimited(order, order.limited, { affordable: amount, pot })
    }
    const reservation = this.#open(order, { callId, userId, tokenId, amount }, pot)
    return { kind: 'reserved', reservation, ...boundOf(pot) }
  }

  /** `affordable` credits are there; what of them is held, the limits decide. */
  #reserveLimited(
    order: ReserveOrder,
    { limits, tokens, leastTokens }: LimitedTokens,
    { affordable, pot }: { readonly affordable: number; readonly pot: Pot | undefined },
  ): ReserveOutcome {
    const { callId, userId, tokenId, nowMs } = order
    const wanted = { calls: 1, tokens, credits: affordable }
    const least = { calls: 1, tokens: leastTokens, credits: Math.min(order.amount, order.atLeast) }
    const room = this.#limits.roomFor({ limits, wanted, least, nowMs })
    if ('limit' in room) return { kind: 'limited', ...room }
    const marks = this.#limits.take(limits, room, nowMs)
    const held = { callId, userId, tokenId, amount: room.credits, marks }
    const reservation = this.#open(order, held, pot)
    const inHeaders = limits.filter(({ kind }) => LIMIT_KIND_ROWS[kind].header !== undefined)
    const limitUsages = inHeaders.map((limit) => this.#limits.usageOf(limit, nowMs))
    const hasTokens = limits.some(({ kind }) => LIMIT_KIND_ROWS[kind].counts === 'tokens')
    const bounded = leastBound(hasTokens ? room.tokens : undefined, pot)
    return { kind: 'reserved', reservation, ...bounded, limitUsages }
  }

  #open(order: ReserveOrder, held: Reservation, pot: Pot | undefined): Reservation {
    const { model, terms, nowMs: atMs } = order
    const covering = { calls: 1, tokens: order.expected?.tokens ?? 0, atMs }
    const reservation = pot ? { ...held, ...this.#covers.pay(held, pot, covering) } : held
    this.#move({ kind: 'reserve', call: held, delta: -held.amount, charge: 0, atMs })
    this.#opened.set(held.callId, { reservation, model, terms, atMs })
    return reservation
  }

  extend(order: ExtendOrder): OrderOutcome {
    const { callId, userId, tokenId } = order
    const open = this.#openCall(callId)
    if (open === undefined) return { kind: 'already_settled' }
    const end = endOfAccounts({
      ...order,
      user: this.#book.users.get(userId),
      token: this.#book.tokens.get(tokenId ?? 0),
    })
    if (end !== undefined) return { kind: 'ended', why: end }
    const user = this.#userOf(userId)
    const token = tokenId === undefined ? undefined : this.#tokenOf(tokenId)
    const pot = this.#covers.openPot(open.cover, order)
    if (pot !== undefined && 'limit' in pot) return { kind: 'limited', ...pot }
    const amount = affordable({ ...order, atLeast: 1 }, { user, token, pot })
    if (typeof amount !== 'number') return amount
    if (order.limited === undefined) {
      this.#grow(open, amount, { order, pot })
      return { kind: 'extended', amount, ...boundOf(pot) }
    }
    const { limits, tokens } = order.limited
    const wanted = { calls: 0, tokens, credits: amount }
    const least = { calls: 0, tokens: Math.min(1, tokens), credits: Math.min(1, amount) }
    const room = this.#limits.roomFor({ limits, wanted, least, nowMs: order.nowMs })
    if ('limit' in room) return { kind: 'limited', ...room }
    this.#grow(open, room.credits, {
      order,
      pot,
      marks: this.#limits.take(limits, room, order.nowMs),
    })
    return { kind: 'extended', amount: room.credits, ...leastBound(room.tokens, pot) }
  }

  #grow(open: Reservation, amount: number, { order, pot, marks = [] }: Growth): void {
    const { callId, cover } = open
    const { nowMs: atMs, tokens = 0 } = order
    const held = { ...open, amount, marks: joinedMarks(open.marks, marks) }
    const covering = { calls: 0, tokens, atMs }
    const extras = pot ? this.#covers.pay(held, pot, covering) : { marks: held.marks, cover }
    if (pot !== undefined || marks.length > 0) this.#note(open, extras)
    this.#move({ kind: 'reserve', call: open, delta: -amount, charge: 0, atMs })
    const opened = this.#opened.get(callId)
    if (opened === undefined) this.#grown.set(callId, (this.#grown.get(callId) ?? 0) + amount)
    else {
      const reservation = { ...opened.reservation, amount: opened.reservation.amount + amount }
      this.#opened.set(callId, { ...opened, reservation })
    }
  }

  /** What an open call holds in addition to credits of its accounts. */
  #note({ callId }: Reservation, extras: Held): void {
    const opened = this.#opened.get(callId)
    if (opened === undefined) this.#marked.set(callId, extras)
    else {
      const reservation = { ...opened.reservation, ...extras }
      this.#opened.set(callId, { ...opened, reservation })
    }
  }

  /** All that is held is counted at the new channel, and at the old one nothing but a request. */
  move({ callId, from, to, tokens, nowMs }: MoveOrder): OrderOutcome {
    const open = this.#openCall(callId)
    if (open === undefined) return { kind: 'already_settled' }
    const all = { calls: 1, tokens, credits: open.amount }
    const room = this.#limits.roomFor({ limits: to, wanted: all, least: all, nowMs })
    if ('limit' in room) return { kind: 'limited', ...room }
    const released = new Set(from.map(({ id }) => id))
    const { marks = [], cover } = open
    const atOld = marks.filter(({ limitId }) => released.has(limitId))
    this.#limits.settle(atOld, LEFT_UNUSED)
    const remaining = marks.filter((mark) => !released.has(mark.limitId) || staysCounted(mark))
    this.#note(open, { marks: joinedMarks(remaining, this.#limits.take(to, all, nowMs)), cover })
    return { kind: 'moved' }
  }

  settle(order: SettleOrder): OrderOutcome {
    const { callId } = order.reservation
    const open = this.#openCall(callId)
    const held = open ?? this.#releasedCall(callId)
    if (held === undefined) {
      // Its money is settled; that it has ended may still have to be written.
      if (order.job !== undefined) this.#jobs.push({ end: order.job, charge: 0 })
      return { kind: 'already_settled' }
    }
    this.#opened.delete(callId)
    this.#grown.delete(callId)
    this.#marked.delete(callId)
    this.#settled.add(callId)

    const charge = this.#collectable(order, held)
    const covered = this.#covers.settle(order, held, charge)
    if (held.marks !== undefined) this.#count(held.marks, order, charge)
    // What was released already is not released again.
    const isSettled = charge > 0 || order.counted || open === undefined
    const kind = isSettled ? 'settle' : 'release'
    const delta = held.amount - charge
    this.#move({ kind, call: held, delta, charge, atMs: order.nowMs })
    const user = this.#userOf(held.userId)
    if (user !== undefined && order.counted) user.requestDelta += 1
    if (order.channelId !== undefined && charge > 0) {
      this.#channels.set(order.channelId, (this.#channels.get(order.channelId) ?? 0) + charge)
    }
    this.#log.write(order, held, { charge, covered })
    if (order.job !== undefined) this.#jobs.push({ end: order.job, charge })
    return { kind: 'settled', charge }
  }

  /** An open call with what it holds by now. */
  #openCall(callId: string): Reservation | undefined {
    if (this.#settled.has(callId)) return undefined
    const opened = this.#opened.get(callId)?.reservation
    if (opened !== undefined) return opened
    const stored = this.#book.held.get(callId) ?? this.#book.open.get(callId)
    const grown = this.#grown.get(callId)
    const marked = this.#marked.get(callId)
    if (stored === undefined || (grown === undefined && marked === undefined)) return stored
    return { ...stored, ...marked, amount: stored.amount + (grown ?? 0) }
  }

  #count(marks: readonly Mark[], order: SettleOrder, credits: number): void {
    const { tokens = 0, isUnused = false, limits = [], nowMs } = order
    this.#limits.settle(marksOfLimits(marks), { tokens, credits, isUnused })
    this.#limits.notice(limits, nowMs)
  }

  #releasedCall(callId: string): Reservation | undefined {
    return this.#settled.has(callId) ? undefined : this.#book.released.get(callId)
  }

  /** The charge, or as much of it as accounts and their budgets can pay. */
  #collectable(order: SettleOrder, held: Reservation): number {
    const { charge, withinBalance } = order
    if (!withinBalance || charge <= held.amount) return charge
    const { userId, tokenId } = held
    const token = tokenId === undefined ? undefined : this.#tokenOf(tokenId)
    const pot = this.#covers.beyond(order, held)
    const isNamed = token !== undefined
    const { ofUser, ofToken } = leftOf({ user: this.#userOf(userId), token, pot }, isNamed)
    const ofBudgets = this.#leftOfBudgets(order)
    return Math.min(charge, held.amount + Math.max(0, Math.min(ofUser, ofToken, ofBudgets)))
  }

  /** What the payer's own budgets leave; those of groups and channels are no business of theirs. */
  #leftOfBudgets({ limits = [], nowMs }: SettleOrder): number {
    let remaining = Number.POSITIVE_INFINITY
    for (const limit of limits) {
      if (!isOfPayer(limit)) continue
      remaining = Math.min(remaining, limit.amount - this.#limits.usedOf(limit, nowMs))
    }
    return remaining
  }

  close(outcomes: readonly OrderOutcome[]): BatchOutcome {
    for (const token of this.#tokens.values()) token.status = statusAfter(token)
    return {
      outcomes,
      users: [...this.#users.values()],
      tokens: [...this.#tokens.values()],
      channels: this.#channels,
      entries: this.#entries,
      opened: [...this.#opened.values()],
      grown: this.#grown,
      marked: this.#marked,
      subscriptions: this.#covers.changes(),
      counters: [...this.#covers.counters(), ...this.#limits.changes()],
      limits: [...this.#limits.usages(), ...this.#covers.spent()],
      logs: this.#log.rows,
      hours: this.#log.hours(),
      jobs: this.#jobs,
    }
  }

  /** Moves credits of user and token and writes the ledger entry that says so. */
  #move({ kind, call, delta, charge, atMs }: Move): void {
    const { callId, userId, tokenId } = call
    const user = this.#userOf(userId)
    if (user !== undefined) {
      user.quota += delta
      user.quotaDelta += delta
      user.used_quota += charge
      user.usedDelta += charge
    }
    const token = tokenId === undefined ? undefined : this.#tokenOf(tokenId)
    if (token !== undefined) {
      token.remain_quota += delta
      token.remainDelta += delta
      token.used_quota += charge
      token.usedDelta += charge
      token.accessedSeconds = Math.max(token.accessedSeconds, Math.floor(atMs / MS_PER_SECOND))
    }
    this.#entries.push({
      atMs,
      kind,
      userId,
      tokenId: tokenId ?? 0,
      userDelta: delta,
      tokenDelta: tokenId === undefined ? 0 : delta,
      charge,
      reference: callId,
    })
  }

  #credit(userId: number, amount: number): void {
    const user = this.#userOf(userId)
    if (user === undefined) return
    user.quota += amount
    user.quotaDelta += amount
  }

  #userOf(id: number): UserChange | undefined {
    const known = this.#users.get(id)
    if (known !== undefined) return known
    const read = this.#book.users.get(id)
    if (read === undefined) return undefined
    const { quota, used_quota } = read
    const change = { id, quota, used_quota, quotaDelta: 0, usedDelta: 0, requestDelta: 0 }
    this.#users.set(id, change)
    return change
  }

  #tokenOf(id: number): TokenChange | undefined {
    const known = this.#tokens.get(id)
    if (known !== undefined) return known
    const read = this.#book.tokens.get(id)
    if (read === undefined) return undefined
    const { remain_quota, used_quota, status, unlimited } = read
    const deltas = { remainDelta: 0, usedDelta: 0, accessedSeconds: 0 }
    const change = { id, unlimited, remain_quota, used_quota, status, ...deltas }
    this.#tokens.set(id, change)
    return change
  }
}

/** The fewest tokens that limits and subscription allow. */
function leastBound(ofLimits: number | undefined, pot: Pot | undefined) {
  const { tokens: ofPot } = boundOf(pot)
  const known = [ofLimits, ofPot].filter((each) => each !== undefined)
  return known.length === 0 ? {} : { tokens: Math.min(...known) }
}
