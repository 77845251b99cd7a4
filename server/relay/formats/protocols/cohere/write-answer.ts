import type {
  ChatAnswer,
  ChatChoice,
  Citation,
  FinishReason,
  JsonObject,
  Part,
  ToolCallPart,
} from '../../../wire/chat'
import { finishOf } from '../finish'
import { writeToolSignature } from '../openai/tool-signature'
import type { AnswerContext } from '../protocol'
import { countCharacters, type TextPlace, writeCitation } from './citations'
import { writeThought } from './thoughts'
import { writeUsage } from './usage'

/** A filter has a word of its own in the older API alone; without it, it looks like a fault. */
const FINISH_REASONS: Readonly<Record<FinishReason, string>> = {
  stop: 'COMPLETE',
  stop_sequence: 'STOP_SEQUENCE',
  length: 'MAX_TOKENS',
  tool_calls: 'TOOL_CALL',
  content_filter: 'ERROR_TOXIC',
  refusal: 'ERROR_TOXIC',
  pause: 'COMPLETE',
}

export function writeFinish(reason: FinishReason, calledTools: boolean): string {
  return FINISH_REASONS[finishOf(reason, calledTools)]
}

/** Cohere answers once; of several choices the first is written. */
export function writeAnswer(answer: ChatAnswer, { requestId }: AnswerContext): JsonObject {
  const choice: ChatChoice = answer.choices[0] ?? { parts: [], finishReason: 'stop' }
  const calls = choice.parts.filter((part) => part.type === 'tool_call')
  return {
    id: answer.id || requestId,
    finish_reason: writeFinish(choice.finishReason, calls.length > 0),
    message: {
      role: 'assistant',
      ...writeSaid(choice.parts, calls.length > 0),
      ...(calls.length > 0 && { tool_calls: calls.map(writeCall) }),
    },
    ...(answer.usage && { usage: writeUsage(answer.usage) }),
  }
}

/** What is said along with calls of tools is their plan, which has a field of its own. */
function writeSaid(parts: readonly Part[], isPlan: boolean): JsonObject {
  const content: JsonObject[] = []
  const texts: TextPlace[] = []
  const citations: Citation[] = []
  let plan = ''
  let begin = 0
  for (const part of parts) {
    content.push(...thoughtBlocks(part))
    if (part.type !== 'text') continue
    const goesOn = isPlan ? plan !== '' : addText(content, part.text)
    plan += part.text
    if (!goesOn) texts.push({ place: isPlan ? 'plan' : content.length - 1, begin })
    citations.push(...(part.citations ?? []))
    begin += countCharacters(part.text)
  }
  const hasContent = content.length > 0 || !isPlan
  return {
    ...(hasContent && { content }),
    ...(isPlan && writePlan(plan)),
    ...writeCitations(citations, texts),
  }
}

function writePlan(plan: string): JsonObject {
  return plan === '' ? {} : { tool_plan: plan }
}

function writeCitations(citations: readonly Citation[], texts: readonly TextPlace[]): JsonObject {
  if (citations.length === 0) return {}
  return { citations: citations.map((citation) => writeCitation(citation, texts)) }
}

function thoughtBlocks(part: Part): readonly JsonObject[] {
  const isThought = part.type === 'thinking' || part.type === 'redacted_thinking'
  return isThought ? [{ type: 'thinking', ...writeThought(part) }] : []
}

/** Whether the text before goes on; otherwise it is a new one. */
function addText(content: JsonObject[], text: string): boolean {
  const last = content.at(-1)
  const goesOn = last?.type === 'text'
  if (goesOn) content[content.length - 1] = { type: 'text', text: `${last.text}${text}` }
  else content.push({ type: 'text', text })
  return goesOn
}

function writeCall({ id, name, argumentsJson, signature }: ToolCallPart): JsonObject {
  const called = { name, arguments: argumentsJson || '{}' }
  return { id, type: 'function', function: called, ...writeToolSignature(signature) }
}
