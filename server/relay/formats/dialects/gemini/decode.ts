import { GatewayError } from '../../../../domain/errors/gateway-error'
import type { ChatAnswer, ChatChoice, JsonObject, Part } from '../../../wire/chat'
import { citeParts } from '../../chat/cite-parts'
import { markSignature } from '../../chat/signatures'
import { CitationCollector } from '../citation-collector'
import { finishReasonOf } from '../finish-words'
import { isList, stringOf } from '../json-fields'
import { candidateCitations } from './citations'
import {
  type CandidateSlice,
  callsInstead,
  isPromptBlocked,
  readCandidates,
} from './read-candidate'
import { readUsage } from './usage'

/** A `generateContent` answer; a blocked prompt is an empty answer that was filtered. */
export function readAnswer(answer: JsonObject): ChatAnswer {
  const candidates = readCandidates(answer)
  const isBlocked = isPromptBlocked(answer)
  if (candidates.length === 0 && !isBlocked) {
    const reason = isList(answer.candidates) ? 'no candidates' : 'not a Gemini answer'
    throw new GatewayError('upstream.invalid_answer', { reason })
  }
  const usage = readUsage(answer)
  const choices = [...candidates].sort((left, right) => left.index - right.index).map(choiceOf)
  return {
    id: stringOf(answer.responseId) ?? '',
    model: stringOf(answer.modelVersion) ?? '',
    choices: choices.length > 0 ? choices : [{ parts: [], finishReason: 'content_filter' }],
    ...(usage !== undefined && { usage }),
  }
}

function choiceOf(candidate: CandidateSlice): ChatChoice {
  const parts: Part[] = []
  for (const piece of candidate.pieces) {
    if (piece.kind === 'call') {
      const { id, name, argumentsJson, signature } = piece
      const call = { type: 'tool_call', id, name, argumentsJson } as const
      parts.push(signature === undefined ? call : { ...call, signature })
    } else if (piece.kind === 'thinking') {
      append(parts, 'thinking', piece.text)
      sign(parts, piece.signature)
    } else {
      sign(parts, piece.signature)
      append(parts, 'text', piece.text)
    }
  }
  cite(parts, candidate)
  const hasCalls = parts.some((part) => part.type === 'tool_call')
  const word = candidate.finishReason
  return { parts, finishReason: callsInstead(word, hasCalls) ?? finishReasonOf(word) }
}

function cite(parts: Part[], { pieces, candidate }: CandidateSlice): void {
  const collected = candidateCitations(candidate)
  if (collected === undefined) return
  const citations = new CitationCollector()
  citations.said.keep()
  for (const piece of pieces) {
    citations.said.begin(piece.part)
    if (piece.kind === 'text') citations.said.add(piece.text)
  }
  citations.note(collected)
  citeParts(parts, citations.rest())
}

/** Gemini cuts one text into parts as it pleases; neighbours are one part again. */
function append(parts: Part[], type: 'text' | 'thinking', text: string): void {
  const last = parts.at(-1)
  const isSigned = last?.type === 'thinking' && last.signature !== undefined
  if (last?.type === type && !isSigned) {
    parts[parts.length - 1] = { ...last, text: last.text + text }
  } else if (text !== '') {
    parts.push({ type, text })
  }
}

/** Signatures of texts are put on the thinking part before, where clients send them back. */
function sign(parts: Part[], signature: string | undefined): void {
  if (signature === undefined) {
    return
  }
  const marked = markSignature('gemini', signature)
  const at = parts.findLastIndex((part) => part.type === 'thinking')
  const thinking = parts[at]
  if (thinking?.type === 'thinking' && thinking.signature === undefined) {
    parts[at] = { ...thinking, signature: marked }
  } else {
    parts.push({ type: 'thinking', text: '', signature: marked })
  }
}
