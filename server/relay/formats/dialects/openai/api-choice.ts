/**
 * What OpenAI's chat completions refuse of its newer models and Responses takes: function tools
 * while the model reasons, and some models altogether.
 */
import { capabilitiesOf } from '../../../../domain/models/capabilities'
import type { JsonObject } from '../../../wire/chat'
import type { ChatOutline, UpstreamCall } from '../dialect'

type Addressed = Pick<UpstreamCall, 'requestedModel' | 'upstreamModel'> & {
  readonly channel: Pick<UpstreamCall['channel'], 'type'>
}

/** A client of chat completions that asks for too much itself gets the vendor's own words. */
export function refusesChat({ isNative, offersTools, ...addressed }: ChatOutline): boolean {
  const need = responsesNeed(addressed)
  return need === 'only' || (need === 'for_tools' && offersTools && !isNative)
}

/** For an address that has no Responses: tools are worth more than reasoning. */
export function withoutRefusedEffort(
  body: JsonObject,
  call: UpstreamCall,
  losses: Set<string>,
): JsonObject {
  if (body.tools === undefined || responsesNeed(call) !== 'for_tools') return body
  const { reasoning_effort: effort } = body
  if (effort !== undefined && effort !== 'none') losses.add('thinking:tools')
  // The default of the newest ones reasons, so that leaving the field out is refused as well.
  return { ...body, reasoning_effort: 'none' }
}

/** A deployment may be called anything: then the name that the client used decides. */
function responsesNeed({ channel, requestedModel, upstreamModel }: Addressed) {
  const { isOpenaiService, isGateway } = channel.type.traits
  if (!isOpenaiService && !isGateway) return 'optional'
  const { responsesApi } = capabilitiesOf(upstreamModel)
  return responsesApi === 'optional' ? capabilitiesOf(requestedModel).responsesApi : responsesApi
}
