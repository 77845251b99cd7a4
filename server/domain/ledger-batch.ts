/**
 * The one place where it is decided who may spend what. A batch of orders is judged in
 * sequence against the balances read in the same transaction; the storage engines only fetch
 * the balances before and write the outcome after. Pure, so that tests can prove it.
 *
 * Amounts are whole credits, never negative. The order shapes repeat those of the relay's
 * ports, because this folder imports nothing else of the product.
 */
import { TOKEN_STATUS } from './status'

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
  readonly nowMs: number
}

export interface Reservation {
  readonly callId: string
  readonly userId: number
  readonly tokenId: number | undefined
  /** Credits held. */
  readonly amount: number
}

export interface SettleOrder {
  /** Only the call id is believed; what is held is read from the store. */
  readonly reservation: Reservation
  /** Final credits; taken even when the balance then falls below zero. */
  readonly charge: number
  readonly channelId: number | undefined
  readonly log: LogFacts | undefined
  /** Counts the call in the user's request count. */
  readonly counted: boolean
  /** Adds the call to the hourly usage; needs `log`, which names model and user. */
  readonly hourly: boolean
  readonly nowMs: number
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
  | { readonly kind: 'settle'; readonly order: SettleOrder }

export type ReserveOutcome =
  | { readonly kind: 'reserved'; readonly reservation: Reservation }
  | { readonly kind: 'user_short'; readonly balance: number }
  | { readonly kind: 'token_short'; readonly balance: number }

export type OrderOutcome =
  | ReserveOutcome
  /** The call id is already open in this batch: a defect of the caller, nothing is taken. */
  | { readonly kind: 'duplicate_call' }
  | { readonly kind: 'settled' }
  /** The call is not open: it was settled or released before. Nothing changes. */
  | { readonly kind: 'already_settled' }

export interface UserBalance {
  readonly id: number
  readonly quota: number
  readonly used_quota: number
}

export interface TokenBalance {
  readonly id: number
  readonly remain_quota: number
  readonly used_quota: number
  readonly status: number
  readonly unlimited: boolean
}

/** What the store holds of the accounts and calls that a batch names, before the batch. */
export interface BalanceBook {
  readonly users: ReadonlyMap<number, UserBalance>
  readonly tokens: ReadonlyMap<number, TokenBalance>
  /** Open calls by id. Every entry here is settled by the batch and leaves the store. */
  readonly held: ReadonlyMap<string, Reservation>
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
  readonly logs: readonly LogRow[]
  readonly hours: readonly HourlyUsage[]
}

const MS_PER_SECOND = 1000
const HOUR_SECONDS = 3600

export function decideBatch(orders: readonly HotOrder[], book: BalanceBook): BatchOutcome {
  const batch = new Batch(book)
  const outcomes: OrderOutcome[] = []
  for (const each of orders) {
    outcomes.push(each.kind === 'reserve' ? batch.reserve(each.order) : batch.settle(each.order))
  }
  return batch.close(outcomes)
}

/**
 * Credits that can be held for a call: all that is wanted, else everything the accounts have
 * left when that is at least `atLeast`.
 */
function affordable(
  order: ReserveOrder,
  user: UserChange | undefined,
  token: TokenChange | undefined,
): number | ReserveOutcome {
  // An empty account may not even use free models.
  if (user === undefined || user.quota <= 0) {
    return { kind: 'user_short', balance: user?.quota ?? 0 }
  }
  const tokenLimit =
    order.tokenId === undefined || token?.unlimited
      ? Number.POSITIVE_INFINITY
      : (token?.remain_quota ?? Number.NEGATIVE_INFINITY)
  const amount = Math.min(order.amount, user.quota, tokenLimit)
  const least = Math.min(order.amount, order.atLeast)
  if (amount >= least) return amount
  if (user.quota < least) return { kind: 'user_short', balance: user.quota }
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
  readonly #settled = new Set<string>()
  readonly #logs: LogRow[] = []
  readonly #hours = new Map<string, HourlyUsage>()

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
    this.#opened.set(callId, { reservation, model: order.model, atMs: order.nowMs })
    return { kind: 'reserved', reservation }
  }

  settle(order: SettleOrder): OrderOutcome {
    const { callId } = order.reservation
    const held = this.#opened.get(callId)?.reservation ?? this.#book.held.get(callId)
    if (held === undefined || this.#settled.has(callId)) return { kind: 'already_settled' }
    this.#opened.delete(callId)
    this.#settled.add(callId)

    const { charge } = order
    const kind = charge > 0 || order.counted ? 'settle' : 'release'
    const delta = held.amount - charge
    this.#move({ kind, call: held, delta, charge, atMs: order.nowMs })
    const user = this.#userOf(held.userId)
    if (user !== undefined && order.counted) user.requestDelta += 1
    if (order.channelId !== undefined && charge > 0) {
      this.#channels.set(order.channelId, (this.#channels.get(order.channelId) ?? 0) + charge)
    }
    this.#write(order, held)
    return { kind: 'settled' }
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
      logs: this.#logs,
      hours: [...this.#hours.values()],
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

  #write(order: SettleOrder, held: Reservation): void {
    const facts = order.log
    if (facts === undefined) return
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
    hour.quota += order.charge
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
