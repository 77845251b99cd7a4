/** What another vendor of the same format wrote into messages, and this one refuses. */
import type { Traits } from '../../../../domain/channel-types/channel-type'
import type { Json, JsonObject } from '../../../wire/chat'
import { isThought, withoutThoughts } from '../../protocols/openai/thought-parts'
import { isList, isObject } from '../json-fields'

/** The same object when there is none of it. */
export function withoutForeign(body: JsonObject, traits: Traits, losses: Set<string>): JsonObject {
  const { messages } = body
  if (!isList(messages)) return body
  const cleaned = messages.map((message) => clean(message, traits, losses))
  const isSame = cleaned.every((message, at) => message === messages[at])
  return isSame ? body : { ...body, messages: cleaned }
}

function clean(message: Json, traits: Traits, losses: Set<string>): Json {
  if (!isObject(message) || message.role !== 'assistant') return message
  const { refusesInMessages, takesThoughtParts } = traits
  const refused = refusesInMessages.filter((name) => message[name] !== undefined)
  for (const name of refused) losses.add(`messages.${name}`)
  const accepted =
    refused.length === 0
      ? message
      : Object.fromEntries(Object.entries(message).filter(([name]) => !refused.includes(name)))
  const { content } = accepted
  if (takesThoughtParts || !isList(content) || !content.some(isThought)) return accepted
  losses.add('messages.thinking')
  const said = withoutThoughts(content)
  return { ...accepted, content: isList(said) && said.length === 0 ? '' : said }
}
