import type { Usage } from '../../../domain/usage'
import type { JsonObject } from '../../wire/chat'
import type { NativeMeter } from '../dialect'
import { parseObject } from '../json-fields'
import { readCandidates } from './read-candidate'
import { readUsage } from './usage'

/** Reads consumption from Gemini's own bytes. The stream has no terminator to look for. */
export const meter: NativeMeter = {
  fromJson: (answer) => readUsage(answer),
  fromStreamEnds: (head, tail) => lastUsage(tail) ?? lastUsage(head()),
  terminator: new Uint8Array(),
  generatedText: (frames) => framesIn(frames).map(generatedText).join(''),
  generatedTextOfJson: generatedText,
}

function lastUsage(text: string): Usage | undefined {
  const usages = framesIn(text).map(readUsage)
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
  return readCandidates(answer)
    .flatMap((candidate) => candidate.pieces)
    .map((piece) => (piece.kind === 'call' ? piece.name + piece.argumentsJson : piece.text))
    .join('')
}
