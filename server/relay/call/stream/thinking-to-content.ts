import type { ChatEvent, CitedSpan, StreamReader } from '../../wire/chat'

const OPENING = '<think>\n'
const CLOSING = '\n</think>\n'

interface Shown {
  isThinking: boolean
  /** Of what stands in the text that the model did not write there. */
  characters: number
  bytes: number
}

/**
 * For clients that cannot show reasoning: it becomes part of the text, between think tags.
 * Only streams are treated so, as the channel setting `thinking_to_content` promises.
 */
export function thinkingAsText(reader: StreamReader): StreamReader {
  const choices = new Map<number, Shown>()
  return {
    finished: () => reader.finished(),
    read: (name, data) => reader.read(name, data).flatMap((event) => asText(event, choices)),
  }
}

function asText(event: ChatEvent, choices: Map<number, Shown>): ChatEvent[] {
  const choice = 'choice' in event ? (event.choice ?? 0) : 0
  switch (event.type) {
    case 'thinking': {
      const shown = choices.get(choice) ?? { isThinking: false, characters: 0, bytes: 0 }
      choices.set(choice, shown)
      const text = (shown.isThinking ? '' : OPENING) + event.text
      shown.isThinking = true
      add(text, shown)
      return [{ ...event, type: 'text', text }]
    }
    case 'signature':
    case 'redacted_thinking':
      return []
    case 'citation': {
      const { citation } = event
      const span = citation.span && moved(citation.span, choices.get(choice))
      return [{ ...event, citation: { ...citation, span } }]
    }
    case 'text':
    case 'tool_call':
    case 'finish': {
      const shown = choices.get(choice)
      if (shown?.isThinking !== true) return [event]
      shown.isThinking = false
      add(CLOSING, shown)
      return [{ type: 'text', text: CLOSING, choice }, event]
    }
    default:
      return [event]
  }
}

function add(text: string, shown: Shown): void {
  for (const _ of text) shown.characters += 1
  shown.bytes += Buffer.byteLength(text)
}

function moved(span: CitedSpan, { characters, bytes } = { characters: 0, bytes: 0 }): CitedSpan {
  return {
    start: span.start + characters,
    end: span.end + characters,
    startByte: span.startByte + bytes,
    endByte: span.endByte + bytes,
  }
}
