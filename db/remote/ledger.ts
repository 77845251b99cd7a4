/** The ledger of a process that has its orders carried out by the writer. */
import type { HotOrder, OrderOutcome } from '../../server/domain/ledger/orders'
import { LedgerOrders } from '../ledger-orders'
import type { Writer } from './writer'

/** Nobody hears of charges here: whoever counts them does so where they are written. */
export class RemoteLedger extends LedgerOrders {
  readonly #writer: Writer
  #pending = 0
  #idle: (() => void)[] = []

  constructor(writer: Writer) {
    super()
    this.#writer = writer
    writer.onBalance((users, tokens) => {
      for (const listener of this.balanceListeners) listener(users, tokens)
    })
    writer.onLimits((limits) => {
      for (const listener of this.limitListeners) listener(limits)
    })
  }

  override async order(order: HotOrder): Promise<OrderOutcome> {
    this.#pending += 1
    try {
      return await this.#writer.order(order)
    } finally {
      this.#pending -= 1
      if (this.#pending === 0) for (const resolve of this.#idle.splice(0)) resolve()
    }
  }

  override depth(): number {
    return this.#pending
  }

  override idle(): Promise<void> {
    if (this.#pending === 0) return Promise.resolve()
    return new Promise((resolve) => this.#idle.push(resolve))
  }
}
