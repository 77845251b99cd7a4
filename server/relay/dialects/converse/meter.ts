import type { JsonObject } from '../../wire/chat'
import type { NativeMeter } from '../dialect'
import { readAnswer } from './decode'
import { readUsage } from './usage'

/** No client speaks Converse, so streams are always read frame by frame. */
export const meter: NativeMeter = {
  fromJson: ({ usage }) => readUsage(usage),
  fromStreamEnds: () => undefined,
  terminator: new Uint8Array(),
  generatedText: () => '',
  generatedTextOfJson,
}

function generatedTextOfJson(answer: JsonObject): string {
  return readAnswer(answer)
    .choices.flatMap(({ parts }) => parts)
    .map((part) => {
      if (part.type === 'text' || part.type === 'thinking') return part.text
      return part.type === 'tool_call' ? part.name + part.argumentsJson : ''
    })
    .join('')
}
