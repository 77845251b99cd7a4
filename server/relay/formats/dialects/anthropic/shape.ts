import type { JsonObject } from '../../../wire/chat'
import { type AnswerShape, type Finding, findingAt, isBlank } from '../answer-shape'
import { brokenOffBy, reasonOf } from '../finish-words'
import { isList, objectOf, objectsOf, textOf } from '../json-fields'
import { errorFacts } from './error'

export const shape: AnswerShape = {
  ofBody(body) {
    if (!isList(body.content)) return 'foreign'
    return ofEnd(body, objectsOf(body.content).some(saysAnything))
  },
  ofEvent,
  endField: 'stop_reason',
}

function ofEvent(event: JsonObject, name: string): Finding {
  switch (textOf(event.type) ?? name) {
    case 'message_start':
      return isBlank(objectOf(event.message)?.content) ? 'empty' : 'answer'
    case 'ping':
    case 'content_block_stop':
    case 'message_stop':
      return 'empty'
    case 'content_block_start':
      return saysAnything(objectOf(event.content_block) ?? {}) ? 'answer' : 'empty'
    case 'content_block_delta':
      return saysAnything(objectOf(event.delta) ?? {}) ? 'answer' : 'empty'
    case 'message_delta':
      return ofEnd(objectOf(event.delta) ?? {}, false)
    case 'error':
      return errorFacts(event) ?? { message: 'the upstream reported an error' }
    default:
      return 'answer'
  }
}

function ofEnd({ stop_reason }: JsonObject, hasContent: boolean): Finding {
  const word = textOf(stop_reason)
  const reason = word === undefined ? undefined : reasonOf(word)
  return brokenOffBy(word) ?? findingAt(reason, hasContent)
}

/** Of a block or a piece of one. */
function saysAnything({ type, ...rest }: JsonObject): boolean {
  return !isBlank(rest)
}
