import type { JsonObject } from '../../../wire/chat'
import type { AnswerShape, Finding } from '../answer-shape'
import { isBlank } from '../answer-shape'
import type { UpstreamErrorFacts } from '../error-facts'
import { isList, objectOf, objectsOf, stringOf } from '../json-fields'
import { errorFacts } from '../openai/error'

export const shape: AnswerShape = { ofBody, ofEvent }

/** What goes on in the background, or ends early and says why, is an answer without content. */
function ofBody(body: JsonObject): Finding {
  const failure = failureIn(body)
  if (failure !== undefined) return failure
  if (!isList(body.output) && body.object !== 'response') return 'foreign'
  const isOver = body.status === undefined || body.status === 'completed'
  return !isOver || objectsOf(body.output).some(saysAnything) ? 'answer' : 'empty'
}

/** Events that only say that the work has begun, or that a part of it is over. */
const BEGINNINGS: ReadonlySet<string> = new Set([
  'response.created',
  'response.queued',
  'response.in_progress',
  'keepalive',
  'ping',
])

function ofEvent(event: JsonObject, name: string): Finding {
  const type = stringOf(event.type) ?? name
  if (BEGINNINGS.has(type)) return 'empty'
  switch (type) {
    case 'error':
      return failureOf(event)
    case 'response.failed':
      return failureOf(objectOf(event.response) ?? {})
    case 'response.completed':
      return ofBody(objectOf(event.response) ?? {})
    case 'response.output_item.added':
      return saysAnything(objectOf(event.item) ?? {}) ? 'answer' : 'empty'
    case 'response.content_part.added':
    case 'response.reasoning_summary_part.added':
      return isBlank(objectOf(event.part)?.text) ? 'empty' : 'answer'
    default:
      return type.endsWith('.delta') && isBlank(event.delta) ? 'empty' : 'answer'
  }
}

/** Of an item: messages and thoughts are begun before there is a word of them. */
function saysAnything({ type, content, summary, encrypted_content }: JsonObject): boolean {
  if (type === 'message') return objectsOf(content).some(({ text, refusal }) => text || refusal)
  return type !== 'reasoning' || !isBlank([content ?? [], summary ?? [], encrypted_content ?? ''])
}

/** What a response says that came to a bad end. */
export function failureIn(body: JsonObject): UpstreamErrorFacts | undefined {
  return body.status === 'failed' ? failureOf(body) : undefined
}

function failureOf(holder: JsonObject): UpstreamErrorFacts {
  return errorFacts(holder) ?? { message: 'the response failed' }
}
