import { GatewayError } from '../../../domain/errors/gateway-error'
import { invalid } from '../../wire/body-fields'
import type { Call } from '../call'
import { inputTooLong } from '../route/input-limit'

/**
 * The model's channels have no such endpoint, as chat models at embeddings, or take no prompt of
 * that length.
 */
export function notOffered(call: Call): GatewayError {
  const [need] = call.facts.query.needs ?? []
  if (need !== undefined) return invalid(need.field, need.reason)
  return (
    inputTooLong(call) ?? new GatewayError('model.not_offered', { model: call.facts.query.model })
  )
}
