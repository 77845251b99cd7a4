/**
 * Turns that take turns: user and assistant one after the other, a user first and last. A call
 * of a function is a turn, and so is its result; several at once go one after the other.
 */
import type {
  ChatMessage,
  JsonObject,
  Part,
  ToolCallPart,
  ToolResultPart,
} from '../../../wire/chat'

/** Text of a turn that Ernie demands where the conversation has none. */
const SILENCE = '...'

export function encodeTurns(messages: readonly ChatMessage[], losses: Set<string>): JsonObject[] {
  const results = resultsById(messages)
  const turns: JsonObject[] = []
  for (const message of messages) {
    if (message.name !== undefined) losses.add('messages.name')
    const text = textOf(message.parts, losses)
    if (message.role === 'user' && text !== '') addUser(turns, text)
    if (message.role === 'user') continue
    const calls = message.parts.filter((part) => part.type === 'tool_call')
    if (text !== '' && calls.length === 0) addAssistant(turns, text, undefined)
    let said = text
    for (const call of calls) {
      addAssistant(turns, said, call)
      turns.push(resultTurn(call, results.get(call.id), losses))
      said = ''
    }
  }
  if (turns.length === 0) addUser(turns, SILENCE)
  return turns
}

function resultsById(messages: readonly ChatMessage[]): ReadonlyMap<string, ToolResultPart> {
  const parts = messages.flatMap((message) => message.parts)
  const results = parts.filter((part) => part.type === 'tool_result')
  return new Map(results.map((result) => [result.toolCallId, result]))
}

function addUser(turns: JsonObject[], text: string): void {
  const last = turns.at(-1)
  if (last?.role === 'user')
    turns[turns.length - 1] = { ...last, content: `${last.content}\n${text}` }
  // A result is answered by the assistant, and not followed by another question.
  else if (last?.role === 'function')
    turns.push(assistant(SILENCE), { role: 'user', content: text })
  else turns.push({ role: 'user', content: text })
}

function addAssistant(turns: JsonObject[], text: string, call: ToolCallPart | undefined): void {
  const role = turns.at(-1)?.role
  if (role === undefined || role === 'assistant') turns.push({ role: 'user', content: SILENCE })
  turns.push(assistant(text || (call === undefined ? SILENCE : ''), call))
}

function assistant(content: string, call?: ToolCallPart): JsonObject {
  if (call === undefined) return { role: 'assistant', content }
  const function_call = { name: call.name, arguments: call.argumentsJson || '{}' }
  return { role: 'assistant', content, function_call }
}

function resultTurn(
  { name }: ToolCallPart,
  result: ToolResultPart | undefined,
  losses: Set<string>,
): JsonObject {
  if (result?.isError === true) losses.add('tool_result.is_error')
  const content = textOf(result?.parts ?? [], losses) || SILENCE
  return { role: 'function', name, content }
}

/** The texts; everything else but calls and their results is named as lost. */
function textOf(parts: readonly Part[], losses: Set<string>): string {
  const texts: string[] = []
  for (const part of parts) {
    if ('cacheControl' in part && part.cacheControl !== undefined) losses.add('cache_control')
    if (part.type === 'text') texts.push(part.text)
    else if (part.type === 'thinking' || part.type === 'redacted_thinking') {
      losses.add('messages.thinking')
    } else if (part.type !== 'tool_call' && part.type !== 'tool_result') losses.add(part.type)
  }
  return texts.join('\n')
}
