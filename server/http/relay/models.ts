/** GET /v1/models and /v1/models/{model}: what the token may call, for both SDK families. */

import type { ProtocolName } from '../../domain/calls/protocol'
import { GatewayError } from '../../domain/errors/gateway-error'
import { wildcardName } from '../../domain/prices/lookup'
import { chooseGroup } from '../../relay/call/admission/authorize'
import { PROTOCOL_CODECS } from '../../relay/formats/protocols'
import type { ModelFacts } from '../../relay/formats/protocols/protocol'
import type { Caller, Directory } from '../../relay/ports/ports'

/** The console lists models in OpenAI's words, too. */
export { openaiModel } from '../../relay/formats/protocols/openai/models'

/** What a call of this token would not be refused: reachable, within its limits, and priced. */
function modelNames(directory: Directory, caller: Caller): readonly string[] {
  const group = chooseGroup(directory, caller)
  const { modelLimits } = caller.token
  const reachable = directory.models(group)
  const isPriced = (model: string) => directory.price(model, group, caller.user) !== undefined
  if (modelLimits === undefined) return reachable.filter(isPriced)
  const names = new Set(reachable)
  const isReachable = (model: string) => names.has(model) || names.has(wildcardName(model))
  return [...modelLimits].filter((model) => isReachable(model) && isPriced(model))
}

export interface ModelQuery {
  readonly protocol: ProtocolName
  readonly query: URLSearchParams
}

export function listModels(
  directory: Directory,
  caller: Caller,
  { protocol, query }: ModelQuery,
): object {
  const facts = { ...factsFor(directory, caller), query }
  return PROTOCOL_CODECS[protocol].models.list(modelNames(directory, caller), facts)
}

export interface ModelLookup {
  readonly model: string
  readonly protocol: ProtocolName
}

/** Throws `model.not_found` for a name that this token cannot call. */
export function showModel(
  directory: Directory,
  caller: Caller,
  { model, protocol }: ModelLookup,
): object {
  if (!modelNames(directory, caller).includes(model)) {
    throw new GatewayError('model.not_found', { model })
  }
  return PROTOCOL_CODECS[protocol].models.one(model, factsFor(directory, caller))
}

function factsFor(directory: Directory, caller: Caller): ModelFacts {
  const group = chooseGroup(directory, caller)
  return {
    ownerOf: directory.modelOwner,
    lengthsOf: directory.modelLengths,
    offeredSince(model) {
      const channels = directory.abilities(group, model).flatMap((tier) => tier.channels)
      const known = channels.map(({ createdSeconds = 0 }) => createdSeconds).filter((at) => at > 0)
      return known.length === 0 ? undefined : Math.min(...known)
    },
  }
}
