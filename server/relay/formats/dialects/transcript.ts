/** A conversation as one text, for upstreams that take one question. */
import type { ChatMessage, ChatRequest, Part } from '../../wire/chat'
import { promptsOf } from './fitting'

const SPEAKERS = { user: 'USER', assistant: 'ASSISTANT' } as const

/** The whole conversation as one text; a single question stands for itself. */
export function transcriptOf(
  { system, messages }: Pick<ChatRequest, 'system' | 'messages'>,
  losses: Set<string>,
): string {
  const prompts = promptsOf(system, losses).map(({ text }) => text)
  const [only] = messages
  if (prompts.length === 0 && messages.length === 1 && only !== undefined) {
    return wordsOf(only, losses)
  }
  const turns = messages.map((turn) => `${SPEAKERS[turn.role]}: \n${wordsOf(turn, losses)}`)
  const head = prompts.length === 0 ? [] : [`SYSTEM: \n${prompts.join('\n')}`]
  return [...head, ...turns].join('\n')
}

/** What is said in one turn. Pictures, files and sound are the caller's. */
export function wordsOf({ parts }: Pick<ChatMessage, 'parts'>, losses: Set<string>): string {
  return parts.flatMap((part) => wordsOfPart(part, losses)).join('\n')
}

function wordsOfPart(part: Part, losses: Set<string>): readonly string[] {
  switch (part.type) {
    case 'text':
      return [part.text]
    case 'tool_call':
      return [`${part.name} ${part.argumentsJson}`]
    case 'tool_result':
      return part.parts.flatMap((piece) => wordsOfPart(piece, losses))
    case 'thinking':
    case 'redacted_thinking':
      losses.add('messages.thinking')
      return []
    default:
      return []
  }
}
