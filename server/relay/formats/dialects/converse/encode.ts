import { capabilitiesOf } from '../../../../domain/models/capabilities'
import type { Capabilities } from '../../../../domain/models/capability'
import { CONVERSE_DOCUMENTS } from '../../../../domain/vendor-limits/document-rules'
import type { ChatRequest, JsonObject } from '../../../wire/chat'
import { restorationOf } from '../../chat/restoration'
import { StrictRoom } from '../../schema/strict'
import { encodeSampling, encodeStop } from '../anthropic/encode'
import { planFormat } from '../anthropic/encode-format'
import { encodeMessages } from '../anthropic/encode-messages'
import { planThinking, type ThinkingPlan } from '../anthropic/encode-thinking'
import { withAllowedChoice } from '../anthropic/encode-tools'
import type { EncodedRequest, UpstreamCall } from '../dialect'
import { fittingOutput } from '../fitting'
import { withoutUndefined } from '../json-fields'
import { encodeSystem, encodeTurns } from './encode-blocks'
import { encodeTools } from './encode-tools'
import { isClaude, modelOf } from './model'

const READABLE: ReadonlySet<string> = new Set(Object.keys(CONVERSE_DOCUMENTS))

/** The turns of a conversation have Anthropic's rules here, and other names. */
export function encode(original: ChatRequest, call: UpstreamCall): EncodedRequest {
  const losses = new Set(Object.keys(original.unmapped))
  const model = modelOf(call)
  const abilities = abilitiesOf(model)
  const allowed = withAllowedChoice(original, abilities, losses)
  const { request, textTool } = planFormat(allowed, { abilities, room: NOT_STRICT, losses })
  const plan = isClaude(model)
    ? planThinking(request, { call, abilities, losses })
    : planWithoutThinking(request, call, losses)
  noteUnknown(original, losses)
  const turns = encodeMessages(request.messages, {
    losses,
    takesPrefill: abilities.prefill,
    keepsUnsigned: false,
    documents: READABLE,
  })
  const sampling = encodeSampling(request, plan.isThinking || !abilities.sampling, losses)
  const body: JsonObject = {
    messages: encodeTurns(turns, losses),
    system: encodeSystem(request.system, losses),
    inferenceConfig: withoutUndefined({
      maxTokens: plan.maxTokens,
      temperature: sampling.temperature,
      topP: sampling.top_p,
      stopSequences: encodeStop(request.stop, losses),
    }),
    toolConfig: encodeTools(request, abilities, losses),
    outputConfig: plan.effort && { effort: plan.effort },
    ...claudeFields({ model, plan, topK: sampling.top_k }, losses),
  }
  const restoration = restorationOf({ toolNames: {}, textTool })
  return { body: withoutUndefined(body), losses: [...losses], restoration }
}

const NOT_STRICT = new StrictRoom(undefined)

/** Schemas are requested as the arguments of a tool, which works with every model. */
function abilitiesOf(model: string): Capabilities {
  return { ...capabilitiesOf(model), jsonSchema: false, strictTools: false }
}

type Plan = Pick<ThinkingPlan, 'thinking' | 'effort' | 'isThinking'> & {
  readonly maxTokens: number | undefined
}

/** Models of other makers think, or not, as they please. */
function planWithoutThinking(
  { thinking, maxTokens }: ChatRequest,
  call: UpstreamCall,
  losses: Set<string>,
): Plan {
  if (thinking !== undefined && thinking.mode !== 'off') losses.add('thinking')
  const limit = fittingOutput(maxTokens, call, losses)
  return { maxTokens: limit, thinking: undefined, effort: undefined, isThinking: false }
}

interface ClaudePlan {
  readonly model: string
  readonly plan: Plan
  readonly topK: JsonObject[string]
}

/** What Converse has no place for travels to the model as it is; others refuse it. */
function claudeFields({ model, plan, topK }: ClaudePlan, losses: Set<string>): JsonObject {
  if (!isClaude(model)) {
    if (topK !== undefined) losses.add('top_k')
    return {}
  }
  const fields = withoutUndefined({ thinking: plan.thinking, top_k: topK })
  return {
    additionalModelResponseFieldPaths: ['/stop_sequence'],
    ...(Object.keys(fields).length > 0 && { additionalModelRequestFields: fields }),
  }
}

/** Fields of the canonical request that Converse has no place for. */
function noteUnknown(request: ChatRequest, losses: Set<string>): void {
  if (request.seed !== undefined) losses.add('seed')
  if (request.frequencyPenalty) losses.add('frequency_penalty')
  if (request.presencePenalty) losses.add('presence_penalty')
  if (request.answers !== undefined && request.answers > 1) losses.add('n')
  if (request.user !== undefined) losses.add('user')
  if (request.parallelToolCalls === false) losses.add('parallel_tool_calls')
}
