import { GatewayError } from '../../../../domain/errors/gateway-error'
import type { ChatAnswer, Citation, JsonObject, Part } from '../../../wire/chat'
import { citeParts } from '../../chat/cite-parts'
import { finishReasonOf } from '../finish-words'
import { objectOf, objectsOf, stringOf, textOf } from '../json-fields'
import { SaidText } from '../said-text'
import { PLAN, readCitation } from './citations'
import { readUsage } from './usage'

/** Throws `upstream.invalid_answer`. Each text says where it comes from. */
export function readAnswer(answer: JsonObject): ChatAnswer {
  const message = objectOf(answer.message)
  if (message === undefined) {
    throw new GatewayError('upstream.invalid_answer', { reason: 'it has no message' })
  }
  const plan = textOf(message.tool_plan)
  const content = objectsOf(message.content)
  const parts: Part[] = content.flatMap(readPart)
  // What the model says before it calls tools stands in a field of its own.
  if (plan !== undefined) parts.push({ type: 'text', text: plan })
  citeParts(parts, readCitations(message, content, plan ?? ''))
  parts.push(...objectsOf(message.tool_calls).map(readCall))
  const choice = { parts, finishReason: finishReasonOf(textOf(answer.finish_reason)) }
  const usage = readUsage(answer.usage)
  return { id: textOf(answer.id) ?? '', model: '', choices: [choice], ...(usage && { usage }) }
}

function readCitations(
  message: JsonObject,
  content: readonly JsonObject[],
  plan: string,
): readonly Citation[] {
  const citations = objectsOf(message.citations)
  if (citations.length === 0) return []
  const said = new SaidText()
  said.keep()
  for (const [block, { text }] of content.entries()) {
    said.begin(block)
    said.add(textOf(text) ?? '')
  }
  said.begin(PLAN)
  said.add(plan)
  return citations.flatMap((citation) => readCitation(said, citation) ?? [])
}

function readPart(part: JsonObject): readonly Part[] {
  if (part.type === 'thinking') return [{ type: 'thinking', text: stringOf(part.thinking) ?? '' }]
  const text = textOf(part.text)
  return text === undefined ? [] : [{ type: 'text', text }]
}

function readCall(call: JsonObject): Part {
  const called = objectOf(call.function)
  return {
    type: 'tool_call',
    id: textOf(call.id) ?? '',
    name: textOf(called?.name) ?? '',
    argumentsJson: stringOf(called?.arguments) ?? '',
  }
}
