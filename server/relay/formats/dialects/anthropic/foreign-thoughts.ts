/**
 * A conversation that other vendors took part in holds thinking without Anthropic's signature
 * and our own markers for theirs. Anthropic verifies both and would refuse every further turn.
 */
import type { Json, JsonObject } from '../../../wire/chat'
import { isForeign } from '../../chat/signatures'
import { isList, isObject, objectOf, objectsOf } from '../json-fields'

type Test = (block: Json) => boolean

/** The same object when there are none. `keepsUnsigned`: only our own markers go. */
export function withoutForeignThoughts(
  body: JsonObject,
  keepsUnsigned: boolean,
  losses: Set<string>,
): JsonObject {
  const { messages } = body
  const isForeignBlock: Test = (block) =>
    isForeignSecret(block) || (!keepsUnsigned && isForeignThought(block))
  if (!isList(messages) || !messages.some((one) => holds(one, isForeignBlock))) return body
  losses.add('messages.thinking')
  const remaining = messages.flatMap((message) => without(message, isForeignBlock))
  const cleaned: JsonObject = { ...body, messages: remaining }
  if (!mustThinkFirst(cleaned)) return cleaned
  losses.add('thinking:unsigned_history')
  const { thinking: _, ...silent } = cleaned
  return silent
}

function holds(message: Json, isForeignBlock: Test): boolean {
  return objectsOf(objectOf(message)?.content).some(isForeignBlock)
}

function isForeignThought(block: Json): boolean {
  return isObject(block) && block.type === 'thinking' && isForeign(textOrNothing(block.signature))
}

function isForeignSecret(block: Json): boolean {
  if (!isObject(block) || block.type !== 'redacted_thinking') return false
  return isForeign(textOrNothing(block.data))
}

function textOrNothing(value: Json | undefined): string {
  return typeof value === 'string' ? value : ''
}

/** A message of nothing else goes: Anthropic takes neighbours of one role, but no empty turn. */
function without(message: Json, isForeignBlock: Test): readonly Json[] {
  if (!isObject(message) || !isList(message.content)) return [message]
  if (!holds(message, isForeignBlock)) return [message]
  const content = message.content.filter((block) => !isForeignBlock(block))
  return content.length === 0 ? [] : [{ ...message, content }]
}

/** With a budget, an answer to tools may only go on from a turn that begins with thinking. */
function mustThinkFirst(body: JsonObject): boolean {
  if (objectOf(body.thinking)?.type !== 'enabled') return false
  const messages = objectsOf(body.messages)
  const isToolTurn = objectsOf(messages.at(-1)?.content).some(
    (block) => block.type === 'tool_result',
  )
  if (!isToolTurn) return false
  const caller = messages.findLast((message) => message.role === 'assistant')
  const first = objectsOf(caller?.content)[0]
  return first?.type !== 'thinking' && first?.type !== 'redacted_thinking'
}
