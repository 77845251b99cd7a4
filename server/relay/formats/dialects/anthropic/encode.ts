import { capabilitiesOf } from '../../../../domain/models/capabilities'
import { ANTHROPIC_DOCUMENTS } from '../../../../domain/vendor-limits/document-rules'
import { SCHEMA_FORMS } from '../../../../domain/vendor-limits/schema-forms'
import type { ChatRequest, JsonObject } from '../../../wire/chat'
import { restorationOf } from '../../chat/restoration'
import { StrictRoom } from '../../schema/strict'
import type { EncodedRequest, UpstreamCall } from '../dialect'
import { fittingUser, noteUnknown } from '../fitting'
import { withoutRefusedBetas } from './beta-fields'
import { planFormat } from './encode-format'
import { encodeMessages, encodeSystem } from './encode-messages'
import { planThinking } from './encode-thinking'
import { encodeTools, withAllowedChoice } from './encode-tools'
import { modelWithoutSuffix } from './native'

/** Longest `metadata.user_id`. */
const LONGEST_USER = 256

export function encode(original: ChatRequest, call: UpstreamCall): EncodedRequest {
  const losses = new Set(Object.keys(original.unmapped))
  const model = modelWithoutSuffix(call)
  const abilities = capabilitiesOf(model)
  const allowed = withAllowedChoice(original, abilities, losses)
  const room = new StrictRoom(abilities.strictTools ? SCHEMA_FORMS.claude : undefined)
  const context = { abilities, room, losses }
  const { request, format, textTool } = planFormat(allowed, context)
  const plan = planThinking(request, { call, abilities, losses })
  noteUnknown(request, losses)
  const body: JsonObject = {
    model,
    max_tokens: plan.maxTokens,
    system: encodeSystem(request.system),
    messages: encodeMessages(request.messages, {
      losses,
      takesPrefill: abilities.prefill,
      keepsUnsigned: abilities.wantsReasoningBack,
      documents: ANTHROPIC_DOCUMENTS,
    }),
    stream: request.stream,
    ...encodeTools(request, context),
    thinking: plan.thinking,
    ...encodeSampling(request, plan.isThinking || !abilities.sampling, losses),
    stop_sequences: encodeStop(request.stop, losses),
    output_config: outputConfig({ effort: plan.effort, format }),
    metadata: encodeUser(request.user, losses),
  }
  const restoration = restorationOf({ toolNames: {}, textTool })
  const fitted = withoutRefusedBetas(withoutUndefined(body), call, losses)
  return { body: fitted, losses: [...losses], restoration }
}

function outputConfig(fields: JsonObject): JsonObject | undefined {
  const config = withoutUndefined(fields)
  return Object.keys(config).length === 0 ? undefined : config
}

function encodeUser(user: string | undefined, losses: Set<string>): JsonObject | undefined {
  return user === undefined ? undefined : { user_id: fittingUser(user, LONGEST_USER, losses) }
}

/**
 * OpenAI's temperature goes to 2, Anthropic's to 1. Newer models refuse temperature and top_p
 * together, so only one is sent; thinking leaves no choice at all, nor do the newest models.
 */
export function encodeSampling(
  request: ChatRequest,
  isFixed: boolean,
  losses: Set<string>,
): JsonObject {
  const { temperature, topP = 1, topK } = request
  if (isFixed) {
    if (temperature !== undefined && temperature !== 1) losses.add('temperature')
    if (topP !== 1) losses.add('top_p')
    if (topK !== undefined) losses.add('top_k')
    return {}
  }
  if (temperature !== undefined && temperature > 1) losses.add('temperature>1')
  const sendsTopP = topP !== 1 && temperature === undefined
  if (topP !== 1 && !sendsTopP) losses.add('top_p')
  return {
    temperature: temperature === undefined ? undefined : Math.min(1, temperature),
    top_p: sendsTopP ? topP : undefined,
    top_k: topK,
  }
}

/** Anthropic refuses sequences of white space alone. */
export function encodeStop(
  stop: readonly string[],
  losses: Set<string>,
): readonly string[] | undefined {
  const usable = stop.filter((sequence) => sequence.trim() !== '')
  if (usable.length < stop.length) losses.add('stop:whitespace')
  return usable.length === 0 ? undefined : usable
}

function withoutUndefined(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined))
}
