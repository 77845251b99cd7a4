import type { Json, JsonObject } from '../../../wire/chat'
import { isList, objectsOf, textOf, withoutUndefined } from '../json-fields'

/** A message in OpenAI's words, in those of this vendor and without what it refuses. */
export function fitMessage(message: JsonObject, losses: Set<string>): JsonObject {
  const { name, ...rest } = message
  if (name !== undefined) losses.add('messages.name')
  if (message.role === 'assistant') return fitAssistant(rest)
  if (message.role !== 'user') return rest
  return { ...rest, content: fitContent(message.content, losses) }
}

/** What is said before tools are called is their plan. */
function fitAssistant({ content, reasoning_content, tool_calls }: JsonObject): JsonObject {
  const text = textOf(content)
  const thought = textOf(reasoning_content)
  const callsTools = isList(tool_calls)
  const said = callsTools || text === undefined ? [] : [{ type: 'text', text }]
  const thinking = thought === undefined ? [] : [{ type: 'thinking', thinking: thought }]
  const parts = [...thinking, ...said]
  return withoutUndefined({
    role: 'assistant',
    content: parts.length === 0 ? (callsTools ? undefined : '') : parts,
    tool_plan: callsTools ? text : undefined,
    tool_calls,
  })
}

const TAKEN: ReadonlySet<Json | undefined> = new Set(['text', 'image_url'])

function fitContent(content: Json | undefined, losses: Set<string>): Json | undefined {
  if (!isList(content)) return content
  const parts = objectsOf(content)
  for (const { type } of parts) {
    if (!TAKEN.has(type)) losses.add(type === 'input_audio' ? 'input_audio' : 'file')
  }
  return parts.filter(({ type }) => TAKEN.has(type))
}
