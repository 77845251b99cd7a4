/** What many requests under one price cost together, each as if it had been made alone. */

import { UNIT_NAMES, type UnitName } from '../units'
import { Bill } from './bill'
import type { Price } from './price'
import { chargeFor } from './quota'
import { NO_USAGE, type Usage } from './usage'

/** Vendors sell what may wait at this tier. */
export const BATCH_TIER = 'batch'

export class BatchBill {
  readonly #price: Price
  readonly #counts: Record<UnitName, number> = { ...NO_USAGE }
  /** Prices that hold above a bound, or for a call, are about the single request. */
  readonly #isByLine: boolean
  #charges = 0
  #lines = 0

  constructor(price: Price) {
    this.#price = price
    this.#isByLine = price.mode === 'per-call' || price.steps !== undefined
  }

  add(used: Usage): void {
    this.#lines += 1
    for (const name of UNIT_NAMES) this.#counts[name] += used[name]
    if (this.#isByLine) this.#charges += chargeFor({ ...used, tier: BATCH_TIER }, this.#price)
  }

  get lines(): number {
    return this.#lines
  }

  #usage(): Usage {
    return { ...NO_USAGE, ...this.#counts, tier: BATCH_TIER }
  }

  /** One without a bound of its own is rounded once, over all lines. */
  whole(): Bill {
    const origin = this.#isByLine ? { charge: this.#charges } : {}
    return new Bill(this.#usage(), this.#price, origin)
  }
}
