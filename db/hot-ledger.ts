/**
 * Group commit for the relay's money. Every order that is pending when the connection comes
 * free is written in one transaction, so a caller waits for its own commit and nobody pays
 * for a commit alone.
 */
import { GatewayError } from '../server/domain/errors/gateway-error'
import type { BatchOutcome } from '../server/domain/ledger/book'
import type {
  Charged,
  ExtendOrder,
  ExtendOutcome,
  HotOrder,
  MoveOrder,
  MoveOutcome,
  OrderOutcome,
  ReserveOrder,
  ReserveOutcome,
  SettleOrder,
} from '../server/domain/ledger/orders'
import type { LimitUsage } from '../server/domain/limits/limit'

export interface HotLedger {
  /** Holds credits for a call. Rejects with `overloaded` when too many orders wait. */
  readonly reserve: (order: ReserveOrder) => Promise<ReserveOutcome>
  /** Holds more for a call that goes on; whatever is left when that is less than asked. */
  readonly extend: (order: ExtendOrder) => Promise<ExtendOutcome>
  /** Counts what a call holds at another channel's limits instead of those of the last one. */
  readonly move: (order: MoveOrder) => Promise<MoveOutcome>
  /**
   * Charges a call and gives back the rest. One whose hold was given back meanwhile is charged
   * too, once; any other that is not open is left alone.
   */
  readonly settle: (order: SettleOrder) => Promise<void>
  /** Orders accepted and not yet committed. */
  readonly depth: () => number
  /** Resolves when nothing is pending. */
  readonly idle: () => Promise<void>
  /** Told after every commit what the accounts it touched now hold. */
  readonly onBalance: (listener: BalanceListener) => void
  /** Told after every commit how the limits stand that it named. */
  readonly onLimits: (listener: LimitListener) => void
  /** Told after every commit what each settlement took, or could not take. */
  readonly onCharged: (listener: ChargeListener) => void
}

export type ChargeListener = (charged: Charged) => void

export type LimitListener = (limits: readonly LimitUsage[]) => void

export interface UserState {
  readonly id: number
  readonly quota: number
  readonly used_quota: number
}

export interface TokenState {
  readonly id: number
  readonly remain_quota: number
  readonly used_quota: number
  readonly status: number
}

export type BalanceListener = (users: readonly UserState[], tokens: readonly TokenState[]) => void

/** Writes batches; one per engine. */
export interface LedgerStore {
  /** Resolves when the write connection is ours. */
  readonly hold: () => Promise<void>
  readonly letGo: () => void
  /** One transaction, all or nothing. Throws `db.unavailable` when the lock was not to be had. */
  readonly write: (orders: readonly HotOrder[]) => Promise<BatchOutcome>
  /** Whether an error of `write` lies in some order of the batch, not in the database. */
  readonly blamesAnOrder: (error: unknown) => boolean
}

const LARGEST_BATCH = 512
/** Orders in a batch from which on more are worth a wait. */
const MANY = 8
/** Measured: three are worse, and five wait longer than they save. */
const TURNS_OF_MANY = 4
const LONGEST_QUEUE = 50_000
const NONE: readonly Pending[] = []

interface Pending {
  readonly what: HotOrder
  readonly resolve: (outcome: OrderOutcome) => void
  readonly reject: (error: unknown) => void
}

export class GroupedLedger implements HotLedger {
  readonly #store: LedgerStore
  readonly #listeners: BalanceListener[] = []
  readonly #limitListeners: LimitListener[] = []
  readonly #chargeListeners: ChargeListener[] = []
  #pending: Pending[] = []
  #inFlight = NONE
  #running = false
  #idle: (() => void)[] = []

  constructor(store: LedgerStore) {
    this.#store = store
  }

  async reserve(order: ReserveOrder): Promise<ReserveOutcome> {
    assertCredits(order.amount, order.atLeast)
    // Settlements are never turned away: the call has happened and is owed.
    if (this.depth() >= LONGEST_QUEUE) throw new GatewayError('overloaded')
    const outcome = await this.#enqueue({ kind: 'reserve', order })
    switch (outcome.kind) {
      case 'reserved':
      case 'limited':
      case 'user_short':
      case 'token_short':
        return outcome
      default:
        throw new Error(`call ${order.callId} was reserved twice`)
    }
  }

  async extend(order: ExtendOrder): Promise<ExtendOutcome> {
    assertCredits(order.amount)
    const outcome = await this.#enqueue({ kind: 'extend', order })
    switch (outcome.kind) {
      case 'extended':
      case 'limited':
      case 'user_short':
      case 'token_short':
      case 'ended':
        return outcome
      default:
        throw new Error(`call ${order.callId} is not open and cannot hold more`)
    }
  }

  async move(order: MoveOrder): Promise<MoveOutcome> {
    const outcome = await this.#enqueue({ kind: 'move', order })
    if (outcome.kind === 'moved' || outcome.kind === 'limited') return outcome
    throw new Error(`call ${order.callId} is not open and cannot move`)
  }

  async settle(order: SettleOrder): Promise<void> {
    assertCredits(order.charge)
    await this.#enqueue({ kind: 'settle', order })
  }

  depth(): number {
    return this.#pending.length + this.#inFlight.length
  }

  idle(): Promise<void> {
    if (!this.#running) return Promise.resolve()
    return new Promise((resolve) => this.#idle.push(resolve))
  }

  onBalance(listener: BalanceListener): void {
    this.#listeners.push(listener)
  }

  onLimits(listener: LimitListener): void {
    this.#limitListeners.push(listener)
  }

  onCharged(listener: ChargeListener): void {
    this.#chargeListeners.push(listener)
  }

  #enqueue(order: HotOrder): Promise<OrderOutcome> {
    // A call makes two of these: no closure, and no copy of the order.
    const { promise, resolve, reject } = Promise.withResolvers<OrderOutcome>()
    this.#pending.push({ what: order, resolve, reject })
    if (!this.#running) {
      this.#running = true
      setImmediate(() => this.#run())
    }
    return promise
  }

  async #run(): Promise<void> {
    while (this.#pending.length > 0) {
      const written = await this.#commitPending()
      // Lets a turn of the event loop gather company for what came in meanwhile; more of them
      // where much comes, since a commit costs far more than an order in it.
      const turns = written < MANY ? 1 : TURNS_OF_MANY
      for (let turn = 0; turn < turns; turn += 1) {
        await new Promise((resolve) => setImmediate(resolve))
      }
    }
    this.#running = false
    const waiting = this.#idle
    this.#idle = []
    for (const resolve of waiting) resolve()
  }

  /** Resolves with how many orders that were. */
  async #commitPending(): Promise<number> {
    try {
      await this.#store.hold()
    } catch (error) {
      for (const each of this.#take()) each.reject(error)
      this.#inFlight = NONE
      return 0
    }
    try {
      const batch = this.#take()
      await this.#commit(batch)
      return batch.length
    } finally {
      this.#inFlight = NONE
      this.#store.letGo()
    }
  }

  async #commit(batch: readonly Pending[]): Promise<void> {
    try {
      const orders = batch.map(({ what }) => what)
      this.#report(batch, await this.#store.write(orders))
    } catch (error) {
      if (batch.length === 1 || !this.#store.blamesAnOrder(error)) {
        for (const each of batch) each.reject(error)
        return
      }
      // One bad order must not take its neighbours down: each gets a transaction of its own.
      for (const each of batch) await this.#commit([each])
    }
  }

  #take(): readonly Pending[] {
    const all = this.#pending
    const fits = all.length <= LARGEST_BATCH
    this.#pending = fits ? [] : all.slice(LARGEST_BATCH)
    this.#inFlight = fits ? all : all.slice(0, LARGEST_BATCH)
    return this.#inFlight
  }

  #report(batch: readonly Pending[], result: BatchOutcome): void {
    batch.forEach((each, index) => {
      const outcome = result.outcomes[index]
      if (outcome === undefined) each.reject(new Error('an order was left without an outcome'))
      else each.resolve(outcome)
      this.#tellCharged(each.what, outcome)
    })
    // Callers continue in a later microtask, so they find the listeners already told.
    for (const listener of this.#listeners) listener(result.users, result.tokens)
    if (result.limits.length === 0) return
    for (const listener of this.#limitListeners) listener(result.limits)
  }

  #tellCharged(order: HotOrder, outcome: OrderOutcome | undefined): void {
    if (outcome?.kind !== 'settled' || order.kind !== 'settle') return
    if (order.order.charge === 0 && order.order.figures === undefined) return
    const charged = chargedBy(order, outcome.charge)
    for (const listener of this.#chargeListeners) listener(charged)
  }
}

function chargedBy({ order }: HotOrder & { kind: 'settle' }, charge: number): Charged {
  const { reservation, channelId, model: asked, log, figures } = order
  const { userId, tokenId } = reservation
  const uncollected = order.charge - charge
  const model = asked ?? log?.model_name ?? ''
  return { userId, tokenId, channelId, model, charge, uncollected, figures }
}

/** A fraction or NaN in one order would spoil the sums of everyone in its batch. */
function assertCredits(...amounts: readonly number[]): void {
  for (const amount of amounts) {
    if (!Number.isSafeInteger(amount) || amount < 0) {
      throw new RangeError(`credits must be whole and not negative, got ${amount}`)
    }
  }
}
