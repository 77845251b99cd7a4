import type { Json, JsonObject } from '../../../wire/chat'
import { type AnswerShape, type Finding, findingAt, findingOf, isBlank } from '../answer-shape'
import type { UpstreamErrorFacts } from '../error-facts'
import { brokenOffBy, reasonOf } from '../finish-words'
import { objectOf, objectsOf, stringOf, textOf } from '../json-fields'
import { isPromptBlocked } from './read-candidate'

export const shape: AnswerShape = {
  ofBody(body) {
    if (typeof body.status === 'string') return ofInteraction(body)
    // Whoever blocks a prompt has answered it.
    if (isPromptBlocked(body)) return 'answer'
    return findingOf(objectsOf(body.candidates).map(ofCandidate))
  },
  ofEvent(event) {
    if (event.event_type !== undefined) return ofInteractionEvent(event)
    if (isPromptBlocked(event)) return 'answer'
    const candidates = objectsOf(event.candidates)
    return candidates.length === 0 ? 'empty' : findingOf(candidates.map(ofCandidate))
  },
  endField: 'finishReason',
}

function ofCandidate({ content, finishReason }: JsonObject): Finding {
  const word = stringOf(finishReason)
  const reason = word === undefined ? undefined : reasonOf(word)
  return brokenOffBy(word) ?? findingAt(reason, !isBlank(objectOf(content)?.parts))
}

/** Events that only say that the work has begun. */
const BEGINNINGS: ReadonlySet<unknown> = new Set(['interaction.created', 'step.start'])

function ofInteractionEvent({ event_type: type, error }: JsonObject): Finding {
  if (type === 'error') return failureOf(error)
  return BEGINNINGS.has(type) ? 'empty' : 'answer'
}

/** One that goes on, or waits for a tool, is an answer as well. */
function ofInteraction({ status, error }: JsonObject): Finding {
  return status === 'failed' ? failureOf(error) : 'answer'
}

function failureOf(error: Json | undefined): UpstreamErrorFacts {
  return { message: textOf(objectOf(error)?.message) ?? 'the interaction failed' }
}
