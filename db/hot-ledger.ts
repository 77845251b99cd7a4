/**
 * Group commit for the relay's money. Every order that is pending when the connection comes
 * free is written in one transaction, so a caller waits for its own commit and nobody pays
 * for a commit alone.
 */
import type { BatchOutcome } from '../server/domain/ledger/book'
import type { Charged, HotOrder, OrderOutcome } from '../server/domain/ledger/orders'
import { LedgerOrders } from './ledger-orders'

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
const NONE: readonly Pending[] = []

interface Pending {
  readonly what: HotOrder
  readonly resolve: (outcome: OrderOutcome) => void
  readonly reject: (error: unknown) => void
}

export class GroupedLedger extends LedgerOrders {
  readonly #store: LedgerStore
  #pending: Pending[] = []
  #inFlight = NONE
  #running = false
  #idle: (() => void)[] = []

  constructor(store: LedgerStore) {
    super()
    this.#store = store
  }

  override depth(): number {
    return this.#pending.length + this.#inFlight.length
  }

  override idle(): Promise<void> {
    if (!this.#running) return Promise.resolve()
    return new Promise((resolve) => this.#idle.push(resolve))
  }

  override order(order: HotOrder): Promise<OrderOutcome> {
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
      const beganMs = performance.now()
      const outcome = await this.#store.write(orders)
      for (const listener of this.commitListeners) listener(performance.now() - beganMs)
      this.#report(batch, outcome)
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
    // Callers continue in a later microtask, so they find the listeners already notified.
    for (const listener of this.balanceListeners) listener(result.users, result.tokens)
    if (result.limits.length === 0) return
    for (const listener of this.limitListeners) listener(result.limits)
  }

  #tellCharged(order: HotOrder, outcome: OrderOutcome | undefined): void {
    if (outcome?.kind !== 'settled' || order.kind !== 'settle') return
    if (order.order.charge === 0 && order.order.figures === undefined) return
    const charged = chargedBy(order, outcome.charge)
    for (const listener of this.chargeListeners) listener(charged)
  }
}

function chargedBy({ order }: HotOrder & { kind: 'settle' }, charge: number): Charged {
  const { reservation, channelId, model: requestedModel, log, figures } = order
  const { userId, tokenId } = reservation
  const uncollected = order.charge - charge
  const model = requestedModel ?? log?.model_name ?? ''
  return { userId, tokenId, channelId, model, charge, uncollected, figures }
}
