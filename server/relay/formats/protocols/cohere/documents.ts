/** Documents to answer from, in the words of a question: other vendors have no such field. */

import { asList, asObject, isAbsent, isObject, optionalString } from '../../../wire/body-fields'
import type { ChatMessage, Json, TextPart } from '../../../wire/chat'

/** The last question of the user begins with them; the results of tools are no question. */
export function withDocuments(
  messages: readonly ChatMessage[],
  value: Json | undefined,
): readonly ChatMessage[] {
  if (isAbsent(value)) return messages
  const documents = asList(value, 'documents')
  if (documents.length === 0) return messages
  const lines = documents.map((one, at) => documentLine(one, at))
  const part: TextPart = {
    type: 'text',
    text: `<documents>\n${lines.join('\n')}\n</documents>\n\n`,
  }
  const place = messages.findLastIndex(isQuestion)
  const question = messages[place]
  if (question === undefined) return [{ role: 'user', parts: [part] }, ...messages]
  return messages.with(place, { ...question, parts: [part, ...question.parts] })
}

function isQuestion({ role, parts }: ChatMessage): boolean {
  return role === 'user' && !parts.some(({ type }) => type === 'tool_result')
}

/** Named as Cohere names those without an id. */
function documentLine(value: Json, at: number): string {
  const path = `documents[${at}]`
  if (typeof value === 'string') return JSON.stringify({ id: `doc:${at}`, data: value })
  const document = asObject(value, path)
  const id = optionalString(document.id, `${path}.id`) ?? `doc:${at}`
  return JSON.stringify({ id, data: asObject(document.data, `${path}.data`) })
}

/** A document that a tool found, as text. */
export function documentText(value: Json | undefined, path: string): string {
  const { data } = asObject(value, path)
  return isObject(data) ? JSON.stringify(data) : (optionalString(data, `${path}.data`) ?? '')
}
