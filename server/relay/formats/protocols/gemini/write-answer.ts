import type { ChatAnswer, ChatChoice, Citation, FinishReason, JsonObject } from '../../../wire/chat'
import type { Thought } from '../../chat/carried-thoughts'
import type { AnswerContext } from '../protocol'
import { groundingOf, type TextPlace } from './citations'
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
    candidates: answer.choices.map((choice, index) => {
      const { parts, texts } = writeParts(choice, showsThoughts(context))
      return {
        ...contentOf(parts),
        finishReason: writeFinish(choice.finishReason),
        index,
        ...groundingOf(citationsOf(choice), texts),
      }
    }),
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

interface WrittenParts {
  readonly parts: readonly JsonObject[]
  readonly texts: readonly TextPlace[]
}

/** Neighbours are one text, as Google writes it: its clients count places from the begin of it. */
function writeParts({ parts }: ChatChoice, shows: boolean): WrittenParts {
  const written: JsonObject[] = []
  const texts: TextPlace[] = []
  let before: Thought[] = []
  let begin = 0
  const writeText = (text: string) => {
    const open = before.length === 0 ? openText(written) : undefined
    if (open === undefined) {
      texts.push({ part: written.length, begin })
      written.push(textPart(text, before))
    } else written[written.length - 1] = { ...open, text: open.text + text }
    before = []
    begin += Buffer.byteLength(text)
  }
  for (const part of parts) {
    if (part.type === 'thinking' || part.type === 'redacted_thinking') {
      before.push(part)
      if (shows) written.push(...shownThought(part))
    } else if (part.type === 'tool_call') {
      written.push(callPart(part, before))
      before = []
    } else if (part.type === 'text' && part.text !== '') writeText(part.text)
  }
  return { parts: [...written, ...lastPart(before)], texts }
}

function shownThought(part: Thought): readonly JsonObject[] {
  return part.type === 'thinking' && part.text !== '' ? [thoughtPart(part.text)] : []
}

/** The last part, if it is text that goes on. */
function openText(written: readonly JsonObject[]): { readonly text: string } | undefined {
  const last = written.at(-1)
  return typeof last?.text === 'string' && last.thought !== true
    ? { ...last, text: last.text }
    : undefined
}
