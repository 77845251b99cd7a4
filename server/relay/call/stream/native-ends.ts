/**
 * What the frames of a passing stream say of its beginning and of its end. Only frames before the
 * first content are parsed, and at the end those in which something stands that can be a failure.
 */

import type { AnswerShape, Finding } from '../../formats/dialects/answer-shape'
import type { Dialect } from '../../formats/dialects/dialect'
import type { UpstreamErrorFacts } from '../../formats/dialects/error-facts'
import { brokenOffBy } from '../../formats/dialects/finish-words'
import { isFailure, parseObject } from '../../formats/dialects/json-fields'
import { type Frame, firstBoundary, parseFrames } from '../../formats/framings/frames'
import { isObject } from '../../formats/parsed-body'
import type { JsonObject } from '../../wire/chat'

/** The worst of these frames up to the first with content. */
export function findingIn(dialect: Dialect, frames: Buffer): Finding {
  for (let at = 0; at < frames.length; ) {
    const end = firstBoundary(frames, at)
    for (const frame of parseFrames(frames.toString('utf8', at, end))) {
      const finding = findingOfFrame(dialect, frame)
      if (finding !== 'empty') return finding
    }
    at = end
  }
  return 'empty'
}

function findingOfFrame(dialect: Dialect, { name, data }: Frame): Finding {
  const event = parseObject(data)
  if (event === undefined) return name === 'error' ? dialect.readError(200, data) : 'empty'
  const failure = dialect.failureIn?.(event)
  if (failure !== undefined) return failure
  if (isErrorFrame(name, event)) return dialect.readError(200, data)
  const finding = dialect.shape?.ofEvent(event, name) ?? 'answer'
  return finding === 'foreign' ? 'empty' : finding
}

function isErrorFrame(name: string, event: JsonObject): boolean {
  const { response } = event
  return name === 'error' || isFailure(isObject(response) ? response.error : event.error)
}

/** JSON text of an error frame, `undefined` for any other frame. */
export function errorIn({ name, data }: Frame): string | undefined {
  if (name === 'error') return data
  const event = data.includes('error') ? parseObject(data) : undefined
  return event !== undefined && isErrorFrame(name, event) ? data : undefined
}

/** The words in this text by which the answer says why it ended. */
export function endWords(text: string, { endField }: AnswerShape): readonly string[] {
  return endField === undefined ? [] : wordsOf(text, endField).map(({ word }) => word)
}

interface Place {
  readonly word: string
  readonly at: number
}

/**
 * A quoted name is no name inside generated text, where its quotes are escaped. Expressions search
 * these kilobytes ten times as fast as the methods of strings.
 */
function wordsOf(text: string, field: string): readonly Place[] {
  return matchesIn(text, expressionFor(field)).map((match) => ({
    word: match[1] ?? '',
    at: match.index,
  }))
}

/** As `matchAll`, which makes a new expression of its own each time. */
function matchesIn(text: string, expression: RegExp): readonly RegExpExecArray[] {
  const matches: RegExpExecArray[] = []
  expression.lastIndex = 0
  for (let one = expression.exec(text); one !== null; one = expression.exec(text)) matches.push(one)
  return matches
}

const EXPRESSIONS = new Map<string, RegExp>()

function expressionFor(field: string): RegExp {
  const known = EXPRESSIONS.get(field) ?? new RegExp(`"${field}"[ :]*"([^"]+)"`, 'g')
  EXPRESSIONS.set(field, known)
  return known
}

/** What the last frames say of a failure: that the provider broke off, or an error. */
export function failureAtEnd(dialect: Dialect, tail: string): UpstreamErrorFacts | undefined {
  const suspects = [errorAt(tail)]
  const { endField } = dialect.shape ?? {}
  if (endField !== undefined) {
    for (const { word, at } of wordsOf(tail, endField)) if (brokenOffBy(word)) suspects.push(at)
  }
  for (const at of suspects) {
    const finding = at < 0 ? 'empty' : findingOfFrame(dialect, frameAt(tail, at))
    if (typeof finding === 'object') return finding
  }
  return undefined
}

export interface FailureFrame {
  /** Where it begins. */
  readonly at: number
  readonly facts: UpstreamErrorFacts
}

/** The first of these frames that reports a failure; only those that may are parsed. */
export function failureFrame(dialect: Dialect, frames: Buffer): FailureFrame | undefined {
  if (!frames.includes(ERROR_WORD)) return undefined
  for (let at = 0; at < frames.length; ) {
    const end = firstBoundary(frames, at)
    const text = frames.toString('utf8', at, end)
    const mayFail = errorAt(text) >= 0 || ERROR_EVENT.test(text)
    const finding = mayFail ? findingOfFrame(dialect, frameIn(text)) : 'empty'
    if (typeof finding === 'object') return { at, facts: finding }
    at = end
  }
  return undefined
}

const ERROR_WORD = Buffer.from('error')
const ERROR_EVENT = /^event: ?error$/m

/** Where an error is named last, by a field or a type; -1 for none, and for one that is `null`. */
function errorAt(text: string): number {
  let at = -1
  for (const match of matchesIn(text, ERROR)) at = match[1] === undefined ? match.index : -1
  return at
}

const ERROR = /"error"(\s*:\s*null)?/g

/** The frame whose data line this place is in. */
function frameAt(text: string, at: number): Frame {
  const begin = Math.max(text.lastIndexOf('\n\n', at), text.lastIndexOf('\r\n\r\n', at))
  const end = text.indexOf('\n', at)
  return frameIn(text.slice(Math.max(0, begin), end < 0 ? undefined : end).trimStart())
}

function frameIn(text: string): Frame {
  const [frame] = parseFrames(text)
  return frame ?? { name: '', data: '' }
}

/** The frames before the one that says of a failure. */
export function framesBefore(dialect: Dialect, frames: Buffer): Buffer {
  for (let at = 0; at < frames.length; ) {
    const end = firstBoundary(frames, at)
    if (typeof findingIn(dialect, frames.subarray(at, end)) === 'object') {
      return frames.subarray(0, at)
    }
    at = end
  }
  return frames.subarray(0, 0)
}
