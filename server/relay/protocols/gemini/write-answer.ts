import type { Thought } from '../../wire/carried-thoughts'
import type { ChatAnswer, ChatChoice, Citation, FinishReason, JsonObject } from '../../wire/chat'
import type { AnswerContext } from '../protocol'
import { groundingOf } from './citations'
import { writeUsage } from './usage'
import { callPart, lastPart, textPart, thoughtPart } from './write-parts'

/** There is no reason of its own for calls of functions. */
const FINISH_REASONS: Readonly<Record<FinishReason, string>> = {
  stop: 'STOP',
  stop_sequence: 'STOP',
  length: 'MAX_TOKENS',
  tool_calls: 'STOP',
  content_filter: 'SAFETY',
  refusal: 'SAFETY',
  pause: 'STOP',
}

export function writeAnswer(answer: ChatAnswer, context: AnswerContext): JsonObject {
  return {
    candidates: answer.choices.map((choice, index) => ({
      ...contentOf(writeParts(choice, showsThoughts(context))),
      finishReason: writeFinish(choice.finishReason),
      index,
      ...groundingOf(citationsOf(choice)),
    })),
    ...(answer.usage && { usageMetadata: writeUsage(answer.usage) }),
    ...signOff(answer.id, context),
  }
}

/** Thoughts are shown to clients that ask for them. */
export function showsThoughts({ echo }: AnswerContext): boolean {
  return echo?.includeThoughts === true
}

export function writeFinish(reason: FinishReason): string {
  return FINISH_REASONS[reason]
}

export function contentOf(parts: readonly JsonObject[]): JsonObject {
  return { content: { role: 'model', parts } }
}

export function signOff(id: string, { model, requestId }: AnswerContext): JsonObject {
  return { modelVersion: model, responseId: id || requestId }
}

function citationsOf({ parts }: ChatChoice): readonly Citation[] {
  return parts.flatMap((part) => (part.type === 'text' ? (part.citations ?? []) : []))
}

function writeParts({ parts }: ChatChoice, shows: boolean): readonly JsonObject[] {
  const written: JsonObject[] = []
  let before: Thought[] = []
  for (const part of parts) {
    if (part.type === 'thinking' || part.type === 'redacted_thinking') {
      before.push(part)
      if (shows && part.type === 'thinking' && part.text !== '') {
        written.push(thoughtPart(part.text))
      }
    } else if (part.type === 'tool_call') {
      written.push(callPart(part, before))
      before = []
    } else if (part.type === 'text' && part.text !== '') {
      written.push(textPart(part.text, before))
      before = []
    }
  }
  return [...written, ...lastPart(before)]
}
