import type { Traits } from '../../../../domain/channel-types/channel-type'
import type { Json, JsonObject } from '../../../wire/chat'
import type { NativeHead, UpstreamCall } from '../dialect'
import { isList, isObject } from '../json-fields'
import { VOYAGE_LIMIT, withTopN } from '../ranking-fields'
import { fittingEffort, refusedEffort } from './encode-thinking'
import { withoutForeign } from './foreign-messages'
import { isOSeries, renamesMaxTokens, splitEffort, wantsDeveloperRole } from './models'

/** Whether `prepareBody` may change a body with these fields. */
export function needsPreparing(call: UpstreamCall, head: NativeHead): boolean {
  if (call.operation === 'rerank') return head.fields.has(VOYAGE_LIMIT) && ranksAsJina(call)
  if (call.operation === 'embeddings') {
    return refusesPacked(call) && head.fields.has('encoding_format')
  }
  return call.operation === 'chat' && needsFittedChat(call, head)
}

function needsFittedChat(call: UpstreamCall, head: NativeHead): boolean {
  const { traits } = call.channel.type
  if (head.mayHoldForeign && !traits.takesThoughtParts) return true
  if (traits.refusesInMessages.length > 0) return true
  const { model, effort } = splitEffort(call)
  if (effort !== undefined || wantsDeveloperRole(traits, model)) return true
  if (refusedEffort(head.reasoningEffort, { traits, model }) !== undefined) return true
  if (head.fields.has('top_p') && traits.topPLimit !== undefined) return true
  if (head.fields.has('temperature') && refusesTemperature(traits, model)) return true
  return head.fields.has('max_tokens') && renamesMaxTokens(traits, model)
}

/** The body as this channel's vendor takes it; the same object when nothing differs. */
export function prepareBody(body: JsonObject, call: UpstreamCall, losses: Set<string>): JsonObject {
  if (call.operation === 'rerank' && ranksAsJina(call)) return withTopN(body)
  if (call.operation === 'embeddings' && refusesPacked(call) && isSet(body.encoding_format)) {
    return { ...body, encoding_format: 'float' }
  }
  if (call.operation !== 'chat') return body
  const { traits } = call.channel.type
  const { model, effort } = splitEffort(call)
  let prepared = withoutForeign(body, traits, losses)
  if (effort !== undefined) prepared = { ...prepared, model, reasoning_effort: effort }
  const refused = refusedEffort(prepared.reasoning_effort, { traits, model })
  if (refused !== undefined) {
    prepared = { ...prepared, reasoning_effort: fittingEffort(refused, { model, losses }) }
  }
  if (renamesMaxTokens(traits, model)) prepared = withRenamedLimit(prepared)
  if (isSet(prepared.temperature) && refusesTemperature(traits, model)) {
    const { temperature: _, ...rest } = prepared
    prepared = rest
  }
  if (wantsDeveloperRole(traits, model)) prepared = withDeveloper(prepared)
  const limit = traits.topPLimit
  if (limit !== undefined && typeof prepared.top_p === 'number' && prepared.top_p > limit) {
    prepared = { ...prepared, top_p: limit }
  }
  return prepared
}

/** OpenAI ranks nothing: whoever does under its name has words that nobody here knows. */
function ranksAsJina({ channel }: UpstreamCall): boolean {
  return !channel.type.traits.isOpenaiService
}

/** Packed for the client when they have come. */
function refusesPacked({ channel }: UpstreamCall): boolean {
  return channel.type.traits.refusesPackedVectors
}

const LIMIT_FIELDS = ['max_tokens', 'max_completion_tokens'] as const

/** In the fields that the client used, else in the one that every imitator knows. */
export function limitBody(tokens: number, fields: ReadonlySet<string>): JsonObject {
  const used = LIMIT_FIELDS.filter((name) => fields.has(name))
  return Object.fromEntries((used.length > 0 ? used : ['max_tokens']).map((name) => [name, tokens]))
}

function refusesTemperature({ isOpenaiService }: Traits, model: string): boolean {
  return isOpenaiService && isOSeries(model)
}

function withRenamedLimit(body: JsonObject): JsonObject {
  const { max_tokens: limit, ...rest } = body
  if (!isSet(limit) || isSet(body.max_completion_tokens)) return body
  return { ...rest, max_completion_tokens: limit }
}

function withDeveloper(body: JsonObject): JsonObject {
  const { messages } = body
  if (!isList(messages)) return body
  const [first, ...others] = messages
  if (!isObject(first) || first.role !== 'system') return body
  return { ...body, messages: [{ ...first, role: 'developer' }, ...others] }
}

function isSet(value: Json | undefined): boolean {
  return value !== undefined && value !== null
}
