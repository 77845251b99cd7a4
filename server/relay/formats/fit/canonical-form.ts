import type { ChatMessage, Part } from '../../wire/chat'
import { blockForm } from './block-form'
import { NO_RESULT, UNCALLED } from './history'

/** The history of a request that is translated. */
export const canonicalForm = blockForm<ChatMessage, Part>({
  isModel: ({ role }) => role === 'assistant',
  blocksOf: ({ parts }) => parts,
  withBlocks: (message, parts) => ({ ...message, parts }),
  turnOf: (parts) => ({ role: 'user', parts }),
  callIn: (part) => (part.type === 'tool_call' ? part : undefined),
  resultIn: (part) =>
    part.type === 'tool_result' ? { id: part.toolCallId, name: part.name ?? '' } : undefined,
  withId: (part, id) => {
    if (part.type === 'tool_call') return { ...part, id }
    return part.type === 'tool_result' ? { ...part, toolCallId: id } : part
  },
  asText: (part) => {
    if (part.type !== 'tool_result') return [part]
    return [{ type: 'text', text: UNCALLED }, ...part.parts]
  },
  noResult: ({ id, name }) => ({
    type: 'tool_result',
    toolCallId: id,
    ...(name !== '' && { name }),
    parts: [{ type: 'text', text: NO_RESULT }],
  }),
})
