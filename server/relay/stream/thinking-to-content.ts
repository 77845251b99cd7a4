import type { StreamReader } from '../dialects/dialect'
import type { ChatEvent } from '../wire/chat'

const OPENING = '<think>\n'
const CLOSING = '\n</think>\n'

/**
 * For clients that cannot show reasoning: it becomes part of the text, between think tags.
 * Only streams are treated so, as the channel setting `thinking_to_content` promises.
 */
export function thinkingAsText(reader: StreamReader): StreamReader {
  const thinking = new Set<number>()
  return {
    finished: () => reader.finished(),
    read: (name, data) => reader.read(name, data).flatMap((event) => asText(event, thinking)),
  }
}

function asText(event: ChatEvent, thinking: Set<number>): ChatEvent[] {
  const choice = 'choice' in event ? (event.choice ?? 0) : 0
  switch (event.type) {
    case 'thinking': {
      const opening = thinking.has(choice) ? '' : OPENING
      thinking.add(choice)
      return [{ ...event, type: 'text', text: opening + event.text }]
    }
    case 'signature':
    case 'redacted_thinking':
      return []
    case 'text':
    case 'tool_call':
    case 'finish':
      return thinking.delete(choice) ? [{ type: 'text', text: CLOSING, choice }, event] : [event]
    default:
      return [event]
  }
}
