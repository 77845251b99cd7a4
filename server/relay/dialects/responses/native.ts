import { reasonsByName } from '../../../domain/models/capabilities'
import type { JsonObject } from '../../wire/chat'
import { isForeign } from '../../wire/signatures'
import type { NativeHead, UpstreamCall } from '../dialect'
import { isList, isObject, objectOf, textOf } from '../json-fields'
import { splitEffort } from '../openai/models'

/** OpenAI refuses a lower limit than this. */
const LEAST_OUTPUT_TOKENS = 16

const ENCRYPTED = 'reasoning.encrypted_content'

export function needsPreparing(call: UpstreamCall, head: NativeHead): boolean {
  const isKept = head.keepsState === true && !keepsAnswers(call)
  return isKept || head.mayHoldForeign || splitEffort(call).effort !== undefined
}

/** Whoever has the answer's id can ask for it later, and go on with it. */
function keepsAnswers({ channel }: Pick<UpstreamCall, 'channel'>): boolean {
  return channel.type.keeps.responses !== undefined
}

/**
 * A vendor that cannot be asked for an answer later is told not to keep it. Reasoning then comes
 * back with the history, so the client must get it in the form that can.
 */
export function prepareBody(
  original: JsonObject,
  call: UpstreamCall,
  losses: Set<string>,
): JsonObject {
  let body = withoutForeign(original, losses)
  const { model, effort } = splitEffort(call)
  if (effort !== undefined) {
    body = { ...body, model, reasoning: { ...objectOf(body.reasoning), effort } }
  }
  if (body.store === false || keepsAnswers(call)) return body
  losses.add('store:false')
  const isReasoner = reasonsByName(call.requestedModel) || reasonsByName(call.upstreamModel)
  return { ...body, store: false, ...(isReasoner && { include: withEncrypted(body) }) }
}

function withEncrypted({ include }: JsonObject) {
  const asked = isList(include) ? include : []
  return asked.includes(ENCRYPTED) ? asked : [...asked, ENCRYPTED]
}

/** Reasoning of other vendors, which OpenAI cannot decrypt and refuses. */
function withoutForeign(body: JsonObject, losses: Set<string>): JsonObject {
  const { input } = body
  if (!isList(input)) return body
  const kept = input.filter((item) => !(isObject(item) && isForeignReasoning(item)))
  if (kept.length === input.length) return body
  losses.add('input.reasoning')
  return { ...body, input: kept }
}

/** A summary alone, without an id that the vendor knows, is refused as well. */
function isForeignReasoning(item: JsonObject): boolean {
  if (item.type !== 'reasoning') return false
  const content = textOf(item.encrypted_content)
  return content !== undefined && isForeign(content)
}

export function limitBody(tokens: number): JsonObject {
  return { max_output_tokens: Math.max(LEAST_OUTPUT_TOKENS, tokens) }
}
