import { GatewayError, UpstreamError } from '../../../../domain/errors/gateway-error'
import type { ChatAnswer, ChatChoice, Json, JsonObject, Part } from '../../../wire/chat'
import { citeParts } from '../../chat/cite-parts'
import { CitationCollector } from '../citation-collector'
import { finishReasonOf } from '../finish-words'
import { countOf, isList, isObject, objectOf, objectsOf, textOf } from '../json-fields'
import { annotatedIn, type ListedSources, listedIn, markedIn } from './citations'
import { distinctId } from './distinct-id'
import { failureInAnswer } from './error'
import { readDetail } from './reasoning-details'
import { usageOf } from './usage'

/** Throws `upstream.invalid_answer`, or the upstream's own error when the answer is one. */
export function readAnswer(answer: JsonObject): ChatAnswer {
  const failure = failureInAnswer(answer)
  if (failure !== undefined) throw new UpstreamError({ status: 500, ...failure })
  const choices = objectsOf(answer.choices)
  if (choices.length === 0) {
    throw new GatewayError('upstream.invalid_answer', { reason: 'it has no choices' })
  }
  return {
    id: textOf(answer.id) ?? '',
    model: textOf(answer.model) ?? '',
    createdSeconds: countOf(answer.created),
    choices: choices.map((choice) => readChoice(choice, listedIn(answer))),
    usage: usageOf(answer),
  }
}

function readChoice(choice: JsonObject, sources: ListedSources): ChatChoice {
  const failure = failureInAnswer(choice)
  if (failure !== undefined) throw new UpstreamError({ status: 500, ...failure })
  const message = objectOf(choice.message)
  if (message === undefined) {
    throw new GatewayError('upstream.invalid_answer', { reason: 'a choice has no message' })
  }
  const refusal = textOf(message.refusal)
  const parts: Part[] = [...thinkingOf(message), ...contentOf(message.content)]
  const spoken = textOf(objectOf(message.audio)?.transcript)
  for (const text of [spoken, refusal]) if (text !== undefined) parts.push({ type: 'text', text })
  cite(parts, message, sources)
  parts.push(...toolCallsOf(message))
  const finishReason = finishReasonOf(textOf(choice.finish_reason))
  return { parts, finishReason: refusal === undefined ? finishReason : 'refusal' }
}

function cite(parts: Part[], message: JsonObject, listed: ListedSources): void {
  if (message.annotations === undefined && listed.size === 0) return
  const collector = new CitationCollector()
  collector.said.keep()
  for (const part of parts) if (part.type === 'text') collector.said.add(part.text)
  collector.note(annotatedIn(message))
  collector.note(markedIn(collector.said, listed))
  citeParts(parts, collector.rest())
}

/** Signed details are preferred over bare text, because only they survive the next turn. */
function thinkingOf(message: JsonObject): readonly Part[] {
  const details = objectsOf(message.reasoning_details).flatMap((detail): readonly Part[] => {
    const { blob, text, signature } = readDetail(detail)
    if (blob !== undefined) return [{ type: 'redacted_thinking', blob }]
    const isEmpty = text === undefined && signature === undefined
    return isEmpty ? [] : [{ type: 'thinking', text: text ?? '', signature }]
  })
  if (details.length > 0) return details
  const text = textOf(message.reasoning_content) ?? textOf(message.reasoning)
  return text === undefined ? [] : [{ type: 'thinking', text }]
}

/** Content is text; Mistral's thinking models send parts instead. */
function contentOf(content: Json | undefined): readonly Part[] {
  if (!isList(content)) {
    const text = textOf(content)
    return text === undefined ? [] : [{ type: 'text', text }]
  }
  return content.filter(isObject).flatMap((part): readonly Part[] => {
    if (part.type === 'thinking') {
      const text = objectsOf(part.thinking).map((piece) => textOf(piece.text) ?? '')
      return [{ type: 'thinking', text: text.join('') }]
    }
    const text = textOf(part.text)
    return text === undefined ? [] : [{ type: 'text', text }]
  })
}

function toolCallsOf(message: JsonObject): readonly Part[] {
  const legacy = objectOf(message.function_call)
  const calls = objectsOf(message.tool_calls)
  const made = calls.length === 0 && legacy !== undefined ? [{ function: legacy }] : calls
  const taken = new Set<string>()
  return made.flatMap((call: JsonObject, at): readonly Part[] => {
    const called = objectOf(call.function)
    const name = textOf(called?.name)
    if (name === undefined) return []
    const id = distinctId(textOf(call.id), at, taken)
    return [{ type: 'tool_call', id, name, argumentsJson: argumentsOf(called?.arguments) }]
  })
}

/** Arguments are JSON text; some imitators send the object itself. */
export function argumentsOf(value: Json | undefined): string {
  return isObject(value) ? JSON.stringify(value) : (textOf(value) ?? '')
}
