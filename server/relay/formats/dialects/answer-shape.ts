/**
 * Success is the presence of an answer in the dialect's shape, not the absence of a known form of
 * error. What passes as it comes is looked at by this; what is translated, by what it became.
 */
import { totalCompletionTokens, type Usage } from '../../../domain/money/usage'
import type { ChatAnswer, ChatEvent, FinishReason, Json, JsonObject } from '../../wire/chat'
import type { UpstreamErrorFacts } from './error-facts'
import { isList, isObject } from './json-fields'

/**
 * `empty` has the shape and no content: the opening of a stream, or an answer without a word.
 * `foreign` has no shape of this dialect.
 */
export type Finding = 'answer' | 'empty' | 'foreign' | UpstreamErrorFacts

export interface AnswerShape {
  /** A JSON answer to an operation that writes. */
  readonly ofBody: (body: JsonObject) => Finding
  /** One event of a stream; what is not known to bring nothing counts as content. */
  readonly ofEvent: (event: JsonObject, name: string) => Finding
  /** The field whose word says why an answer ended; absent where an event says it. */
  readonly endField?: string
}

/** Reasons for which there would have been something to say. */
const UNEXPLAINED: ReadonlySet<FinishReason | undefined> = new Set(['stop', 'tool_calls'])

/** A limit that was used up by hidden reasoning, a filter, a refusal: no content is expected. */
function explainsSilence(reason: FinishReason | undefined): boolean {
  return !UNEXPLAINED.has(reason)
}

/** Whether an event of a translated stream is more than an opening. */
export function bringsContent(event: ChatEvent): boolean {
  switch (event.type) {
    case 'start':
    case 'usage':
    case 'error':
      return false
    case 'text':
    case 'thinking':
      return event.text !== ''
    case 'finish':
      return explainsSilence(event.reason)
    default:
      return true
  }
}

/** Whether a translated answer says nothing, and neither why. */
export function isSilent({ choices, usage }: ChatAnswer): boolean {
  const speaks = choices.some(
    ({ parts, finishReason }) =>
      explainsSilence(finishReason) ||
      parts.some((part) => !('text' in part) || part.text !== '' || 'signature' in part),
  )
  return !speaks && !wroteUnseen(usage)
}

/** The model wrote what nobody is shown, and everybody pays for. */
export function wroteUnseen(usage: Usage | undefined): boolean {
  return usage !== undefined && totalCompletionTokens(usage) > 0
}

/** Nothing in it, however deep: flags and numbers are no content. */
export function isBlank(value: Json | undefined): boolean {
  if (typeof value === 'string') return value === ''
  if (isList(value)) return value.every(isBlank)
  return !isObject(value) || Object.values(value).every(isBlank)
}

/** The worst finding of several is that of the whole, and then the best. */
export function findingOf(findings: readonly Finding[]): Finding {
  const failure = findings.find((finding) => typeof finding === 'object')
  if (failure !== undefined) return failure
  if (findings.includes('answer')) return 'answer'
  return findings.length === 0 || findings.includes('foreign') ? 'foreign' : 'empty'
}

/** By what stands next to it: an end that explains itself needs no content. */
export function findingAt(reason: FinishReason | undefined, hasContent: boolean): Finding {
  return hasContent || (reason !== undefined && explainsSilence(reason)) ? 'answer' : 'empty'
}
