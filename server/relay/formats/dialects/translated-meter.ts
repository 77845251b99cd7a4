/** Reads consumption of answers that no client understands, so that none pass as they are. */
import type { Usage } from '../../../domain/money/usage'
import type { ChatAnswer, JsonObject } from '../../wire/chat'
import type { NativeMeter } from './dialect'

interface Readers {
  readonly readAnswer: (answer: JsonObject) => ChatAnswer
  readonly usageOf: (answer: JsonObject) => Usage | undefined
}

/** Streams are always read frame by frame. */
export function translatedMeter({ readAnswer, usageOf }: Readers): NativeMeter {
  return {
    fromJson: usageOf,
    fromStreamEnds: () => undefined,
    terminator: new Uint8Array(),
    generatedText: () => '',
    generatedTextOfJson: (answer) => generatedText(readAnswer(answer)),
  }
}

function generatedText({ choices }: ChatAnswer): string {
  return choices
    .flatMap(({ parts }) => parts)
    .map((part) => {
      if (part.type === 'text' || part.type === 'thinking') return part.text
      return part.type === 'tool_call' ? part.name + part.argumentsJson : ''
    })
    .join('')
}
