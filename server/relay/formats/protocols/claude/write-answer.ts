import { NO_USAGE } from '../../../../domain/money/usage'
import type {
  ChatAnswer,
  ChatChoice,
  FinishReason,
  JsonObject,
  Part,
  TextPart,
} from '../../../wire/chat'
import { callInput } from '../call-input'
import { finishOf } from '../finish'
import type { AnswerContext } from '../protocol'
import { CitationWriter } from './citations'
import { toolSignatureBlob } from './tool-signature'
import { writeUsage } from './usage'

const STOP_REASONS: Readonly<Record<FinishReason, string>> = {
  stop: 'end_turn',
  stop_sequence: 'stop_sequence',
  length: 'max_tokens',
  tool_calls: 'tool_use',
  content_filter: 'refusal',
  refusal: 'refusal',
  pause: 'pause_turn',
}

export function writeStop(reason: FinishReason, calledTools: boolean): string {
  return STOP_REASONS[finishOf(reason, calledTools)]
}

/** Clients of Anthropic recognise answers by this prefix; ids of other vendors lack it. */
export function messageId(upstreamId: string, requestId: string): string {
  const id = upstreamId || requestId
  return id.startsWith('msg_') ? id : `msg_${id}`
}

/** Claude answers once; of several choices the first is written. */
export function writeAnswer(answer: ChatAnswer, context: AnswerContext): JsonObject {
  const choice: ChatChoice = answer.choices[0] ?? { parts: [], finishReason: 'stop' }
  const calledTools = choice.parts.some((part) => part.type === 'tool_call')
  const citations = new CitationWriter()
  return {
    id: messageId(answer.id, context.requestId),
    type: 'message',
    role: 'assistant',
    model: context.model,
    content: choice.parts.flatMap((part) => writeBlocks(part, citations)),
    stop_reason: writeStop(choice.finishReason, calledTools),
    stop_sequence: choice.stopSequence ?? null,
    usage: writeUsage(answer.usage ?? NO_USAGE),
  }
}

/** Strict readers take no list for what is not cited, and no `null` either. */
function cited({ citations }: TextPart, writer: CitationWriter): JsonObject {
  if (citations === undefined) return {}
  const written = new Set<string>()
  return { citations: citations.flatMap((citation) => writer.write(citation, written)) }
}

function writeBlocks(part: Part, citations: CitationWriter): JsonObject[] {
  switch (part.type) {
    case 'text':
      if (part.text === '') return []
      return [{ type: 'text', text: part.text, ...cited(part, citations) }]
    case 'thinking':
      return [{ type: 'thinking', thinking: part.text, signature: part.signature ?? '' }]
    case 'redacted_thinking':
      return [{ type: 'redacted_thinking', data: part.blob }]
    case 'tool_call': {
      const { id, name, signature } = part
      const use = { type: 'tool_use', id, name, input: callInput(part.argumentsJson) }
      if (signature === undefined) return [use]
      return [{ type: 'redacted_thinking', data: toolSignatureBlob(id, signature) }, use]
    }
    default:
      // Models answer with text, thinking and tool calls; other parts occur in requests only.
      return []
  }
}
