/** What a job is measured by, and what it would cost. */
import { GatewayError } from '../../domain/errors/gateway-error'
import { checkModel } from '../call/admission/authorize'
import type { Relay } from '../call/relay'
import type { RelayChannel } from '../ports/ports'
import { chooseChannel } from './choose'
import { chosenUnits, heldForJob, priceOfMany } from './price-job'
import type { JobOrder } from './provider'
import type { Chosen, JobRequest } from './request'

export interface JobQuote {
  /** Credits that would be held. */
  readonly quota: number
  /** `false` where the provider only reports at the end what it has used. */
  readonly isExact: boolean
}

/** What the job would cost now. Throws as submitting it does, before a provider is called. */
export function quoteJob(relay: Relay, request: JobRequest): JobQuote {
  const { user, token } = request.entered.caller
  if (token !== undefined) checkModel({ user, token }, request.model)
  const chosen = chooseChannel(relay, request, { tried: new Set(), provider: undefined })
  const { price, measured, held } = measuredFor(relay, request, chosen)
  const byTokens = chosenUnits(measured, price).videoCompletionTokens ?? 0
  return { quota: held, isExact: price.mode === 'per-call' || byTokens === 0 }
}

/** Throws `price.missing` and what the provider's module says of the request. */
export function measuredFor({ directory }: Relay, request: JobRequest, chosen: Chosen) {
  const { entered, model, count } = request
  const single = directory.price(model, entered.group, entered.caller.user)
  if (single === undefined) throw new GatewayError('price.missing', { model })
  const price = priceOfMany(single, count)
  const measured = chosen.provider.measure(orderFor(request, chosen.channel))
  return { price, measured, held: heldForJob(measured, price) }
}

export function orderFor(request: JobRequest, channel: RelayChannel): JobOrder {
  const { action, model, order, origin } = request
  return { action, model, upstreamModel: channel.mapModel(model) ?? model, order, origin }
}
