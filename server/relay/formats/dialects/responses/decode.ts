import { GatewayError, UpstreamError } from '../../../../domain/errors/gateway-error'
import type { ChatAnswer, FinishReason, JsonObject, Part } from '../../../wire/chat'
import { citeParts } from '../../chat/cite-parts'
import { markSignature } from '../../chat/signatures'
import { CitationCollector } from '../citation-collector'
import { countOf, isList, objectOf, objectsOf, textOf } from '../json-fields'
import { failureInAnswer } from '../openai/error'
import { annotatedAt } from './citations'
import { failureIn } from './shape'
import { usageOf } from './usage'

const INCOMPLETE: Readonly<Record<string, FinishReason>> = {
  max_output_tokens: 'length',
  content_filter: 'content_filter',
}

export interface Ending {
  readonly refused: boolean
  readonly callsTools: boolean
}

/** Why a response ended, by its last state. */
export function finishReasonOf(
  response: JsonObject,
  { refused, callsTools }: Ending,
): FinishReason {
  const reason = textOf(objectOf(response.incomplete_details)?.reason)
  if (response.status === 'incomplete') return INCOMPLETE[reason ?? ''] ?? 'length'
  if (refused) return 'refusal'
  return callsTools ? 'tool_calls' : 'stop'
}

/** Throws `upstream.invalid_answer`, or the upstream's own error when the answer is one. */
export function readAnswer(answer: JsonObject): ChatAnswer {
  const failure = failureInAnswer(answer) ?? failureIn(answer)
  if (failure !== undefined) throw new UpstreamError({ status: 500, ...failure })
  if (!isList(answer.output)) {
    throw new GatewayError('upstream.invalid_answer', { reason: 'it has no output' })
  }
  const collector = new CitationCollector()
  collector.said.keep()
  const items = objectsOf(answer.output)
  const parts = items.flatMap((item, at) => readItem(item, at, collector))
  citeParts(parts, collector.rest())
  const ending = {
    refused: items.some((item) => contentOf(item).some(({ type }) => type === 'refusal')),
    callsTools: parts.some(({ type }) => type === 'tool_call'),
  }
  return {
    id: textOf(answer.id) ?? '',
    model: textOf(answer.model) ?? '',
    createdSeconds: countOf(answer.created_at),
    choices: [{ parts, finishReason: finishReasonOf(answer, ending) }],
    usage: usageOf(answer),
  }
}

/** Steps of tools that ran at the vendor itself are no part of the conversation. */
function readItem(item: JsonObject, at: number, collector: CitationCollector): readonly Part[] {
  switch (item.type) {
    case 'reasoning':
      return readReasoning(item)
    case 'message':
      return contentOf(item).flatMap((part, index) => readPart(part, `${at}.${index}`, collector))
    case 'function_call':
      return [
        {
          type: 'tool_call',
          id: textOf(item.call_id) ?? textOf(item.id) ?? '',
          name: textOf(item.name) ?? '',
          argumentsJson: textOf(item.arguments) ?? '',
        },
      ]
    default:
      return []
  }
}

function contentOf({ content }: JsonObject): readonly JsonObject[] {
  return objectsOf(content)
}

function readPart(part: JsonObject, block: string, collector: CitationCollector): readonly Part[] {
  const text = textOf(part.text) ?? textOf(part.refusal)
  if (text === undefined) return []
  collector.said.begin(block)
  collector.said.add(text)
  collector.note(annotatedAt(block, part))
  return [{ type: 'text', text }]
}

function readReasoning(item: JsonObject): readonly Part[] {
  const text = shownReasoning(item)
  const signature = proofOf(item)
  if (text !== '') return [{ type: 'thinking', text, ...(signature && { signature }) }]
  return signature === undefined ? [] : [{ type: 'redacted_thinking', blob: signature }]
}

/** Between paragraphs of a summary. */
export const PARAGRAPH = '\n\n'

/** The summary, or the text itself where a server shows it. */
export function shownReasoning(item: JsonObject): string {
  const summary = textsIn(item.summary)
  return (summary.length > 0 ? summary : textsIn(item.content)).join(PARAGRAPH)
}

function textsIn(list: JsonObject[string]): readonly string[] {
  return objectsOf(list).flatMap(({ text }) => textOf(text) ?? [])
}

/** What reasoning has to come back with, marked as this API's own. */
export function proofOf({ encrypted_content: content }: JsonObject): string | undefined {
  const encrypted = textOf(content)
  return encrypted === undefined ? undefined : markSignature('responses', encrypted)
}
