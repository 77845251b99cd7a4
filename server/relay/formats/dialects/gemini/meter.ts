import type { Usage } from '../../../../domain/money/usage'
import type { JsonObject } from '../../../wire/chat'
import type { NativeMeter } from '../dialect'
import { parseObject } from '../json-fields'
import {
  INTERACTION_END,
  interactionText,
  interactionUsage,
  isInteractionOver,
  usageInEvent,
} from './interactions'
import { isPromptBlocked, readCandidates } from './read-candidate'
import { readUsage } from './usage'

/** What stands in the frames that say why an answer ends, and nowhere else. */
const ENDS = ['"finishReason"', '"blockReason"', INTERACTION_END]

/** Reads consumption from Gemini's own bytes. The stream has no terminator to look for. */
export const meter: NativeMeter = {
  fromJson: (answer) => readUsage(answer) ?? interactionUsage(answer),
  fromStreamEnds: (head, tail) => lastUsage(tail) ?? lastUsage(head()),
  terminator: new Uint8Array(),
  unmarked: { signs: ENDS.map((sign) => Buffer.from(sign)), isDone },
  generatedText: (frames) => framesIn(frames).map(generatedText).join(''),
  generatedTextOfJson: generatedText,
}

/** Every answer that still grew at the end has said why it ends, and nothing failed. */
function isDone(tail: string): boolean {
  const frames = framesIn(tail)
  const last = frames.at(-1)
  if (last === undefined || last.error !== undefined) return false
  if (last.event_type !== undefined) return isInteractionOver(last)
  if (frames.some(isPromptBlocked)) return true
  const ended = new Map<number, boolean>()
  for (const { index, finishReason } of frames.flatMap(readCandidates)) {
    ended.set(index, ended.get(index) === true || finishReason !== undefined)
  }
  return ended.size > 0 && [...ended.values()].every(Boolean)
}

function lastUsage(text: string): Usage | undefined {
  const usages = framesIn(text).map((frame) => readUsage(frame) ?? usageInEvent(frame))
  return usages.findLast((usage) => usage !== undefined)
}

/** Frames at the edges may be torn; only those that parse count. */
function framesIn(text: string): readonly JsonObject[] {
  return text
    .split(/\r?\n/)
    .map((line) => (line.startsWith('data:') ? parseObject(line.slice(5)) : undefined))
    .filter((frame) => frame !== undefined)
}

function generatedText(answer: JsonObject): string {
  if (answer.event_type !== undefined || answer.steps !== undefined) return interactionText(answer)
  return readCandidates(answer)
    .flatMap((candidate) => candidate.pieces)
    .map((piece) => (piece.kind === 'call' ? piece.name + piece.argumentsJson : piece.text))
    .join('')
}
