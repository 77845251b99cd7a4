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
  return head.keepsState === true || head.mayHoldForeign || splitEffort(call).effort !== undefined
}

/**
 * What the vendor would keep belongs to nobody here, and could be asked for by anybody who knows
 * its id: nothing is kept. Reasoning then comes back with the history, so the client must get it
 * in the form that can.
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
  if (body.store === false) return body
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
