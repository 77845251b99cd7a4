/**
 * The bill of finished work. It is made once of what was used and of the price that the work was
 * begun at; ledger, limits, log and receipt read it, so that all of them say the same.
 */
import type { CountedBy } from '../logs/call-record'
import type { Price } from './price'
import { priceInForce } from './price-in-force'
import { type ChargeExplanation, chargeFor, explainCharge } from './quota'
import {
  NO_USAGE,
  totalCompletionTokens,
  totalPromptTokens,
  type Usage,
  usedAnything,
} from './usage'

export interface BillOrigin {
  /** Whole credits, where they are the sum of parts that were rounded each for itself. */
  readonly charge?: number
  /** Who counted here, because the upstream did not. */
  readonly countedBy?: CountedBy
}

/** Shared by nearly all bills, so that an ordinary one is a single object. */
const REPORTED_BY_UPSTREAM: BillOrigin = {}

export class Bill {
  readonly usage: Usage
  /** As it holds for this usage: of its steps and tiers one is chosen. */
  readonly price: Price
  /** Whole credits. */
  readonly charge: number
  readonly countedBy: CountedBy | undefined

  constructor(used: Usage, price: Price, origin = REPORTED_BY_UPSTREAM) {
    this.usage = used
    this.price = priceInForce(price, used)
    this.charge = origin.charge ?? chargeFor(used, this.price)
    this.countedBy = origin.countedBy
  }

  /** Whether it counts as a request of its user. */
  get isUsed(): boolean {
    return usedAnything(this.usage)
  }

  get completionTokens(): number {
    return totalCompletionTokens(this.usage)
  }

  /** Whole tokens of prompt and answer, for the limits that count them. */
  get limitedTokens(): number {
    return Math.ceil(totalPromptTokens(this.usage) + totalCompletionTokens(this.usage))
  }

  /** How the charge comes about, for people. */
  get steps(): ChargeExplanation {
    return explainCharge(this.usage, this.price)
  }
}

/** Of work that costs nothing: what is logged of it is the price alone. */
export function noCharge(price: Price): Bill {
  return new Bill(NO_USAGE, price)
}
