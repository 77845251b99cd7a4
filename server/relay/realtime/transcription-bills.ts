/** What is said on a socket may be written down by a second model, at that model's own price. */
import { GatewayError } from '../../domain/errors/gateway-error'
import { isEstimated } from '../../domain/limits/kinds'
import { chargeFor } from '../../domain/money/quota'
import type { Usage } from '../../domain/money/usage'
import { monotonicMs } from '../../domain/time-source'
import {
  accountLimits,
  channelLimits,
  joined,
  limitedTokens,
  withoutPlaces,
} from '../call/billing/limited'
import { reserveOrder } from '../call/billing/reserve'
import { settleCall } from '../call/billing/settle'
import { Call } from '../call/call'
import type { BillParts } from './response-bills'

export class TranscriptionBills {
  readonly #parts: BillParts
  #model: string | undefined

  constructor(parts: BillParts) {
    this.#parts = parts
  }

  /** The upstream says which model it is; `undefined` when it names none. */
  uses(model: string | undefined): void {
    this.#model = model ?? this.#model
  }

  /** A model without a price is not given away. */
  refusalOf(model: string): GatewayError | undefined {
    return this.#priceOf(model) === undefined
      ? new GatewayError('price.missing', { model })
      : undefined
  }

  /** Rejects with `price.missing` for a model that the upstream chose and nobody has priced. */
  async charge(used: Usage): Promise<void> {
    const { relay, facts, channel, nextRequestId } = this.#parts
    const { clock, ledger, directory } = relay
    const model = this.#model ?? facts.query.model
    const price = this.#priceOf(model)
    if (price === undefined) throw new GatewayError('price.missing', { model })
    const [requestId, startedAtMs, beganMs] = [nextRequestId(), clock.nowMs(), monotonicMs(clock)]
    const query = { ...facts.query, model }
    const own = { overhead: undefined, trace: facts.trace?.sibling() }
    const times = { startedAtMs, beganMs }
    const call = new Call({ ...facts, ...own, ...times, query, price, requestId }, relay.bodies)
    call.begin(channel)
    const { preConsumedQuota } = directory.settings()
    const least = { promptTokens: 0, outputTokens: 0, preConsumedQuota }
    const limits = joined(accountLimits(directory, facts), channelLimits(directory, channel))
    // What is written down belongs to a request that was counted.
    call.limits = withoutPlaces(limits)?.filter(({ kind }) => isEstimated(kind))
    // It has happened: what the balance still has is taken for it.
    const order = {
      ...reserveOrder(call.facts, least, 'socket'),
      ...limitedTokens(call.limits, least),
      atLeast: 0,
    }
    const outcome = await ledger.reserve({ ...order, amount: chargeFor(used, price) })
    if (outcome.kind !== 'reserved') return
    call.reservation = outcome.reservation
    call.isStreamed = true
    await settleCall(relay.settlePorts, call, {
      usage: used,
      isWhole: true,
      generated: () => 0,
      cut: undefined,
      error: undefined,
    })
  }

  #priceOf(model: string) {
    const { relay, facts } = this.#parts
    return relay.directory.price(model, facts.group, facts.user)
  }
}
