import type { Json, JsonObject } from '../../../wire/chat'
import { FOREIGN_FIELDS } from '../../protocols/cohere/thoughts'
import type { NativeHead, UpstreamCall } from '../dialect'
import { isList, isObject, objectOf } from '../json-fields'

export function needsPreparing(_call: UpstreamCall, { mayHoldForeign }: NativeHead): boolean {
  return mayHoldForeign
}

/** Without what other vendors want back with a conversation, which Cohere refuses. */
export function prepareBody(
  body: JsonObject,
  _call: UpstreamCall,
  losses: Set<string>,
): JsonObject {
  const { messages } = body
  if (!isList(messages)) return body
  const cleaned = messages.map((message) => withoutProofs(message, losses))
  return cleaned.every((message, at) => message === messages[at])
    ? body
    : { ...body, messages: cleaned }
}

function withoutProofs(message: Json, losses: Set<string>): Json {
  if (!isObject(message) || message.role !== 'assistant') return message
  let cleaned = message
  for (const name of ['content', 'tool_calls'] as const) {
    const list = message[name]
    if (!isList(list) || !list.some(holdsProof)) continue
    losses.add('messages.signature')
    cleaned = { ...cleaned, [name]: list.flatMap(withoutProof) }
  }
  return cleaned
}

function holdsProof(part: Json): boolean {
  return isObject(part) && FOREIGN_FIELDS.some((name) => part[name] !== undefined)
}

/** A thought that was nothing but its proof goes. */
function withoutProof(part: Json): readonly Json[] {
  if (!isObject(part)) return [part]
  const fields = Object.entries(part).filter(
    ([name]) => !FOREIGN_FIELDS.some((foreign) => foreign === name),
  )
  return part.type === 'thinking' && part.thinking === '' ? [] : [Object.fromEntries(fields)]
}

/** What the model may think about is part of the limit. */
export function limitBody(
  tokens: number,
  fields: ReadonlySet<string>,
  body: () => JsonObject,
): JsonObject {
  const thinking = fields.has('thinking') ? objectOf(body().thinking) : undefined
  const budget = thinking?.token_budget
  if (typeof budget !== 'number' || budget <= tokens) return { max_tokens: tokens }
  return { max_tokens: tokens, thinking: { ...thinking, token_budget: tokens } }
}
