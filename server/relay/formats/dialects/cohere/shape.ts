import type { JsonObject } from '../../../wire/chat'
import { type AnswerShape, type Finding, findingAt, isBlank } from '../answer-shape'
import { reasonOf } from '../finish-words'
import { isObject, objectOf, objectsOf, textOf } from '../json-fields'
import { failureIn } from './error'

export const shape: AnswerShape = {
  ofBody(body) {
    if (!isObject(body.message)) return 'foreign'
    return ofEnd(body, saysAnything(body.message))
  },
  ofEvent,
  endField: 'finish_reason',
}

function ofEvent(event: JsonObject, name: string): Finding {
  const delta = objectOf(event.delta) ?? {}
  switch (textOf(event.type) ?? name) {
    case 'message-start':
    case 'content-start':
    case 'content-delta':
    case 'tool-plan-delta':
    case 'tool-call-start':
    case 'tool-call-delta':
    case 'citation-start':
      return saysAnything(objectOf(delta.message) ?? {}) ? 'answer' : 'empty'
    case 'content-end':
    case 'tool-call-end':
    case 'citation-end':
    case 'debug':
      return 'empty'
    case 'message-end':
      return ofEnd(delta, false)
    default: {
      const message = textOf(event.message)
      return message === undefined ? 'answer' : { message }
    }
  }
}

function ofEnd(end: JsonObject, hasContent: boolean): Finding {
  const word = textOf(end.finish_reason)
  const reason = word === undefined ? undefined : reasonOf(word)
  return failureIn(end) ?? findingAt(reason, hasContent)
}

/** Names of roles and kinds are no content. */
function saysAnything({ content, ...rest }: JsonObject): boolean {
  const { role: _, ...fields } = rest
  const parts = [objectOf(content) ?? {}, ...objectsOf(content)]
  return !isBlank(fields) || parts.some(({ type: __, ...said }) => !isBlank(said))
}
