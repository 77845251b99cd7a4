import type { JsonObject } from '../../../wire/chat'
import { type AnswerShape, type Finding, findingAt, findingOf, isBlank } from '../answer-shape'
import { brokenOffBy, reasonOf } from '../finish-words'
import { objectOf, objectsOf, textOf } from '../json-fields'
import { failureInAnswer } from './error'

/** Of chats and of completions, whole or in chunks. */
export const shape: AnswerShape = {
  ofBody: ({ choices }) => findingOf(objectsOf(choices).map(ofChoice)),
  ofEvent({ choices }) {
    // Usage, what a filter thinks of the prompt, signs of life.
    const given = objectsOf(choices)
    return given.length === 0 ? 'empty' : findingOf(given.map(ofChoice))
  },
  endField: 'finish_reason',
}

function ofChoice(choice: JsonObject): Finding {
  const word = textOf(choice.finish_reason)
  const failure = failureInAnswer(choice) ?? brokenOffBy(word)
  if (failure !== undefined) return failure
  const said = objectOf(choice.message) ?? objectOf(choice.delta)
  if (said === undefined && typeof choice.text !== 'string') return 'foreign'
  const hasContent = !isBlank(choice.text) || hasWords(said ?? {})
  return findingAt(word === undefined ? undefined : reasonOf(word), hasContent)
}

/** What a message says of itself and not to anybody. */
const NAMES: ReadonlySet<string> = new Set(['role', 'id', 'name', 'object', 'type'])

function hasWords(message: JsonObject): boolean {
  // Without a list of its entries: this runs on every whole answer.
  for (const name in message) if (!NAMES.has(name) && !isBlank(message[name])) return true
  return false
}
