import { reasonsByName } from '../../../../domain/models/capabilities'
import type { JsonObject } from '../../../wire/chat'
import { isOwnItemId } from '../../chat/own-items'
import { isForeign } from '../../chat/signatures'
import type { NativeHead, UpstreamCall } from '../dialect'
import { isList, isObject, objectOf, textOf } from '../json-fields'
import { fittingEffort, refusedEffort } from '../openai/encode-thinking'
import { splitEffort } from '../openai/models'

/** OpenAI refuses a lower limit than this. */
export const LEAST_OUTPUT_TOKENS = 16

export const ENCRYPTED = 'reasoning.encrypted_content'

export function needsPreparing(call: UpstreamCall, head: NativeHead): boolean {
  const isStored = head.keepsState === true && !keepsAnswers(call)
  if (isStored || head.mayHoldForeign) return true
  const { model, effort } = splitEffort(call)
  const { traits } = call.channel.type
  const refused = refusedEffort(head.reasoningEffort, { traits, model })
  return effort !== undefined || refused !== undefined
}

/** Whoever has the answer's id can ask for it later, and go on with it. */
function keepsAnswers({ channel }: Pick<UpstreamCall, 'channel'>): boolean {
  return channel.type.keeps.responses !== undefined
}

/**
 * A vendor that cannot return an answer later is told not to store it. Reasoning then comes
 * back with the history, so the client must get it in the form that can.
 */
export function prepareBody(
  original: JsonObject,
  call: UpstreamCall,
  losses: Set<string>,
): JsonObject {
  const isStateless = original.store === false || !keepsAnswers(call)
  let body = withoutForeign(original, isStateless, losses)
  const { model, effort } = splitEffort(call)
  const reasoning = objectOf(body.reasoning)
  const refused = refusedEffort(reasoning?.effort, { traits: call.channel.type.traits, model })
  if (effort !== undefined) body = { ...body, model, reasoning: { ...reasoning, effort } }
  else if (refused !== undefined) {
    const fitting = fittingEffort(refused, { model, losses })
    body = { ...body, reasoning: { ...reasoning, effort: fitting } }
  }
  if (body.store === false || keepsAnswers(call)) return body
  losses.add('store:false')
  return { ...body, store: false, ...(reasons(call) && { include: withEncrypted(body) }) }
}

/** Others refuse requests for encrypted reasoning. */
export function reasons({ requestedModel, upstreamModel }: UpstreamCall): boolean {
  return reasonsByName(requestedModel) || reasonsByName(upstreamModel)
}

function withEncrypted({ include }: JsonObject) {
  const included = isList(include) ? include : []
  return included.includes(ENCRYPTED) ? included : [...included, ENCRYPTED]
}

/** Reasoning that OpenAI cannot decrypt, and items that it never stored: it refuses both. */
function withoutForeign(body: JsonObject, isStateless: boolean, losses: Set<string>): JsonObject {
  const { input } = body
  if (!isList(input)) return body
  const known = input.filter((item) => {
    if (!isObject(item)) return true
    const isUnknown = isUnknownReasoning(item, isStateless) || isUnknownReference(item)
    if (isUnknown) losses.add(`input.${textOf(item.type) ?? 'item_reference'}`)
    return !isUnknown
  })
  return known.length === input.length ? body : { ...body, input: known }
}

/** Without content an item is looked up by its id, which finds only what OpenAI itself stored. */
function isUnknownReasoning(item: JsonObject, isStateless: boolean): boolean {
  if (item.type !== 'reasoning') return false
  const content = textOf(item.encrypted_content)
  if (content !== undefined) return isForeign(content)
  return isStateless || isOwnItemId(textOf(item.id) ?? '')
}

/** A reference may leave its type out: then the id is all it has. */
function isUnknownReference({ type, id }: JsonObject): boolean {
  const isReference = type === 'item_reference' || type === undefined
  return isReference && isOwnItemId(textOf(id) ?? '')
}

export function limitBody(tokens: number): JsonObject {
  return { max_output_tokens: Math.max(LEAST_OUTPUT_TOKENS, tokens) }
}
