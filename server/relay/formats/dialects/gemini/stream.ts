import { GatewayError } from '../../../../domain/errors/gateway-error'
import type { ChatEvent, JsonObject, StreamReader } from '../../../wire/chat'
import { markSignature } from '../../chat/signatures'
import { CitationCollector } from '../citation-collector'
import type { UpstreamErrorFacts } from '../error-facts'
import { finishEvent } from '../finish-words'
import { isList, isObject, parseJson, stringOf } from '../json-fields'
import { refuseChoice, refuseToolCall } from '../stream-limits'
import { candidateCitations } from './citations'
import { errorFacts } from './error'
import {
  type CandidateSlice,
  callsInstead,
  isPromptBlocked,
  type Piece,
  readCandidates,
} from './read-candidate'
import { readUsage } from './usage'

interface CandidateState {
  /** Calls seen so far: the index of the next one, across all events. */
  calls: number
  isFinished: boolean
  readonly cited: CitationCollector
  /** Of the part that is being sent, which comes in many pieces. */
  part: number
  kind: Piece['kind'] | undefined
}

/**
 * Reads `streamGenerateContent?alt=sse`. The stream has no terminator: it is whole once every
 * candidate that began has given its reason to finish. Throws `upstream.invalid_answer` for a
 * frame that is not JSON.
 */
export class GeminiStreamReader implements StreamReader {
  readonly #candidates = new Map<number, CandidateState>()
  #isStarted = false
  #hasFailed = false

  read(_name: string, data: string): readonly ChatEvent[] {
    if (data === '' || data === '[DONE]') {
      return []
    }
    const parsed = parseJson(data)
    const failure = errorFacts(parsed)
    if (failure !== undefined) {
      this.#hasFailed = true
      return [errorEvent(failure)]
    }
    const frames = (isList(parsed) ? parsed : [parsed]).filter(isObject)
    if (frames.length === 0) {
      throw new GatewayError('upstream.invalid_answer', { reason: 'a frame is not JSON' })
    }
    return frames.flatMap((frame) => this.#readFrame(frame))
  }

  finished(): boolean {
    const states = [...this.#candidates.values()]
    return !this.#hasFailed && states.length > 0 && states.every((state) => state.isFinished)
  }

  #readFrame(frame: JsonObject): ChatEvent[] {
    const slices = readCandidates(frame)
    const events: ChatEvent[] = []
    if (!this.#isStarted) {
      this.#isStarted = true
      const id = stringOf(frame.responseId) ?? ''
      events.push({ type: 'start', id, model: stringOf(frame.modelVersion) ?? '' })
    }
    const usage = readUsage(frame)
    if (usage !== undefined) {
      events.push({ type: 'usage', usage })
    }
    events.push(...slices.flatMap((slice) => this.#readSlice(slice)))
    if (slices.length === 0 && this.#candidates.size === 0 && isPromptBlocked(frame)) {
      this.#candidates.set(0, { ...freshState(), isFinished: true })
      events.push({ type: 'finish', reason: 'content_filter' })
    }
    return events
  }

  #readSlice(slice: CandidateSlice): ChatEvent[] {
    const state = this.#stateOf(slice.index)
    const choice = slice.index === 0 ? {} : { choice: slice.index }
    const events = slice.pieces.flatMap((piece) =>
      this.#pieceEvents(piece, state).map((event) => ({ ...event, ...choice })),
    )
    const isEnd = slice.finishReason !== undefined
    const citations = citationsIn(slice, state, isEnd || state.isFinished)
    if (citations.length > 0) {
      // A signature or a call behind a text closes it.
      const behindText = events.findLastIndex(({ type }) => type === 'text') + 1
      const citationEvents = citations.map(
        (citation) => ({ type: 'citation', citation, ...choice }) as const,
      )
      events.splice(behindText, 0, ...citationEvents)
    }
    // Older models repeat STOP in every frame; the first one is announced.
    if (isEnd && !state.isFinished) {
      state.isFinished = true
      const instead = callsInstead(slice.finishReason, state.calls > 0)
      events.push(finishEvent(slice.finishReason, choice, { instead }))
    }
    return events
  }

  #stateOf(index: number): CandidateState {
    const known = this.#candidates.get(index)
    if (known !== undefined) return known
    refuseChoice(this.#candidates.size)
    const fresh = freshState()
    this.#candidates.set(index, fresh)
    return fresh
  }

  #pieceEvents(piece: Piece, state: CandidateState): ChatEvent[] {
    hear(piece, state)
    if (piece.kind !== 'call') {
      return textEvents(piece)
    }
    const index = state.calls
    refuseToolCall(index)
    state.calls += 1
    return callEvents(piece, index)
  }
}

function freshState(): CandidateState {
  return { calls: 0, isFinished: false, cited: new CitationCollector(), part: -1, kind: undefined }
}

/** One after the other, pieces of a kind are one part. */
function hear(piece: Piece, state: CandidateState): void {
  const { said } = state.cited
  if (piece.kind === 'call' || piece.kind !== state.kind) {
    state.kind = piece.kind
    state.part += 1
    said.begin(state.part)
  }
  if (piece.kind === 'text') said.add(piece.text)
}

function citationsIn({ candidate }: CandidateSlice, { cited }: CandidateState, isEnd: boolean) {
  const sources = candidateCitations(candidate)
  if (sources !== undefined) cited.note(sources)
  return isEnd ? cited.rest() : cited.placed()
}

function errorEvent({ message, type, code }: UpstreamErrorFacts): ChatEvent {
  return {
    type: 'error',
    message,
    ...(type !== undefined && { vendorType: type }),
    ...(code !== undefined && { vendorCode: code }),
  }
}

function textEvents(piece: Exclude<Piece, { kind: 'call' }>): ChatEvent[] {
  const { kind, text, signature } = piece
  const spoken: ChatEvent[] = text === '' ? [] : [{ type: kind, text }]
  const marked = signature && markSignature('gemini', signature)
  const signed: ChatEvent[] = marked ? [{ type: 'signature', signature: marked }] : []
  // A text's signature closes the thinking before it; a thought's own comes after it.
  return kind === 'text' ? [...signed, ...spoken] : [...spoken, ...signed]
}

function callEvents(piece: Extract<Piece, { kind: 'call' }>, index: number): ChatEvent[] {
  const { id, name, signature, argumentsJson } = piece
  return [
    { type: 'tool_call', index, id, name, ...(signature !== undefined && { signature }) },
    { type: 'tool_arguments', index, json: argumentsJson },
  ]
}
