/**
 * The one place where it is decided who may spend what. A batch of orders is judged in
 * sequence against the balances read in the same transaction; the storage engines only fetch
 * the balances before and write the outcome after. Pure, so that tests can prove it.
 */
import { endOfAccounts } from './account-end'
import type { HoldTerms } from './hold-terms'
import type { EndedJob } from './jobs/job-end'
import type {
  ExtendOrder,
  HotOrder,
  LogFacts,
  OrderOutcome,
  Reservation,
  ReserveOrder,
  ReserveOutcome,
  SettleOrder,
} from './ledger-orders'
import { withUncollected } from './log-details'
import { TOKEN_STATUS } from './status'

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

export interface LedgerEntry {
  readonly atMs: number
  readonly kind: 'reserve' | 'settle' | 'release'
  readonly userId: number
  /** 0 for none. */
  readonly tokenId: number
  readonly userDelta: number
  readonly tokenDelta: number
  readonly charge: number
  readonly reference: string
}

interface Move {
  readonly kind: LedgerEntry['kind']
  readonly call: Reservation
  /** Credits, signed; the same for user and token. */
  readonly delta: number
  readonly charge: number
  readonly atMs: number
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
  readonly logs: readonly LogRow[]
  readonly hours: readonly HourlyUsage[]
  /** To be ended unless they have been; nothing else of them changes then. */
  readonly jobs: readonly EndedJob[]
}

const MS_PER_SECOND = 1000
const HOUR_SECONDS = 3600

export function decideBatch(orders: readonly HotOrder[], book: BalanceBook): BatchOutcome {
  const batch = new Batch(book)
  const outcomes: OrderOutcome[] = []
  for (const each of orders) {
    if (each.kind === 'settle') outcomes.push(batch.settle(each.order))
    else if (each.kind === 'extend') outcomes.push(batch.extend(each.order))
    else outcomes.push(batch.reserve(each.order))
  }
  return batch.close(outcomes)
}

/** What user and token both have left; infinite where a token has no limit. */
function leftOf(user: UserChange | undefined, token: TokenChange | undefined, isNamed: boolean) {
  const ofToken = !isNamed || token?.unlimited ? Number.POSITIVE_INFINITY : token?.remain_quota
  return { ofUser: user?.quota ?? 0, ofToken: ofToken ?? Number.NEGATIVE_INFINITY }
}

/**
 * Credits that can be held for a call: all that is wanted, else everything the accounts have
 * left when that is at least `atLeast`.
 */
function affordable(
  order: Pick<ReserveOrder, 'amount' | 'atLeast' | 'tokenId'>,
  user: UserChange | undefined,
  token: TokenChange | undefined,
): number | ReserveOutcome {
  const { ofUser, ofToken } = leftOf(user, token, order.tokenId !== undefined)
  // An empty account may not even use free models.
  if (user === undefined || ofUser <= 0) return { kind: 'user_short', balance: ofUser }
  const amount = Math.min(order.amount, ofUser, ofToken)
  const least = Math.min(order.amount, order.atLeast)
  if (amount >= least) return amount
  if (ofUser < least) return { kind: 'user_short', balance: ofUser }
  return { kind: 'token_short', balance: token?.remain_quota ?? 0 }
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
  readonly #settled = new Set<string>()
  readonly #logs: LogRow[] = []
  readonly #hours = new Map<string, HourlyUsage>()
  readonly #jobs: EndedJob[] = []

  constructor(book: BalanceBook) {
    this.#book = book
  }

  reserve(order: ReserveOrder): OrderOutcome {
    const { callId, userId, tokenId } = order
    if (this.#opened.has(callId) || this.#book.held.has(callId) || this.#settled.has(callId)) {
      return { kind: 'duplicate_call' }
    }
    const user = this.#userOf(userId)
    const token = tokenId === undefined ? undefined : this.#tokenOf(tokenId)
    const amount = affordable(order, user, token)
    if (typeof amount !== 'number') return amount
    const reservation = { callId, userId, tokenId, amount }
    this.#move({ kind: 'reserve', call: reservation, delta: -amount, charge: 0, atMs: order.nowMs })
    const { model, terms, nowMs: atMs } = order
    this.#opened.set(callId, { reservation, model, terms, atMs })
    return { kind: 'reserved', reservation }
  }

  extend(order: ExtendOrder): OrderOutcome {
    const { callId, userId, tokenId } = order
    const open = this.#openCall(callId)
    if (open === undefined) return { kind: 'already_settled' }
    const { users, tokens } = this.#book
    const end = endOfAccounts({
      ...order,
      user: users.get(userId),
      token: tokens.get(tokenId ?? 0),
    })
    if (end !== undefined) return { kind: 'ended', why: end }
    const user = this.#userOf(userId)
    const token = tokenId === undefined ? undefined : this.#tokenOf(tokenId)
    const amount = affordable({ ...order, atLeast: 1 }, user, token)
    if (typeof amount !== 'number') return amount
    this.#move({ kind: 'reserve', call: open, delta: -amount, charge: 0, atMs: order.nowMs })
    const opened = this.#opened.get(callId)
    if (opened === undefined) this.#grown.set(callId, (this.#grown.get(callId) ?? 0) + amount)
    else {
      const reservation = { ...opened.reservation, amount: opened.reservation.amount + amount }
      this.#opened.set(callId, { ...opened, reservation })
    }
    return { kind: 'extended', amount }
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
    this.#settled.add(callId)

    const charge = this.#collectable(order, held)
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
    this.#write(order, held, charge)
    if (order.job !== undefined) this.#jobs.push({ end: order.job, charge })
    return { kind: 'settled' }
  }

  /** An open call with what it holds by now. */
  #openCall(callId: string): Reservation | undefined {
    if (this.#settled.has(callId)) return undefined
    const opened = this.#opened.get(callId)?.reservation
    if (opened !== undefined) return opened
    const stored = this.#book.held.get(callId) ?? this.#book.open.get(callId)
    const grown = this.#grown.get(callId)
    if (stored === undefined || grown === undefined) return stored
    return { ...stored, amount: stored.amount + grown }
  }

  #releasedCall(callId: string): Reservation | undefined {
    return this.#settled.has(callId) ? undefined : this.#book.released.get(callId)
  }

  /** The charge, or as much of it as the accounts can pay. */
  #collectable({ charge, withinBalance }: SettleOrder, held: Reservation): number {
    if (!withinBalance || charge <= held.amount) return charge
    const { userId, tokenId } = held
    const token = tokenId === undefined ? undefined : this.#tokenOf(tokenId)
    const { ofUser, ofToken } = leftOf(this.#userOf(userId), token, token !== undefined)
    return Math.min(charge, held.amount + Math.max(0, Math.min(ofUser, ofToken)))
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
      logs: this.#logs,
      hours: [...this.#hours.values()],
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

  #write(order: SettleOrder, held: Reservation, charge: number): void {
    if (order.log === undefined) return
    const facts = charge === order.charge ? order.log : partlyPaid(order.log, charge)
    const { userId } = held
    const channelId = order.channelId ?? 0
    this.#logs.push({ facts, userId, tokenId: held.tokenId ?? 0, channelId })
    if (!order.hourly) return
    const hourSeconds = facts.created_at - (facts.created_at % HOUR_SECONDS)
    const key = `${hourSeconds}:${userId}:${facts.model_name}`
    const model = facts.model_name
    let hour = this.#hours.get(key)
    if (hour === undefined) {
      hour = { userId, username: '', model, hourSeconds, tokens: 0, count: 0, quota: 0 }
      this.#hours.set(key, hour)
    }
    hour.username = facts.username
    hour.tokens += facts.prompt_tokens + facts.completion_tokens
    hour.count += 1
    hour.quota += charge
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

/** A limited token that is spent is marked so, and comes back when credits return to it. */
function statusAfter(token: TokenChange): number {
  const { enabled, exhausted } = TOKEN_STATUS
  if (token.status === exhausted && token.remain_quota > 0) return enabled
  if (token.status !== enabled || token.unlimited || token.remain_quota > 0) {
    return token.status
  }
  return exhausted
}

function partlyPaid(facts: LogFacts, charge: number): LogFacts {
  return { ...facts, quota: charge, other: withUncollected(facts.other, facts.quota - charge) }
}
