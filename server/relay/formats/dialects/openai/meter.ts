import type { Operation } from '../../../../domain/calls/protocol'
import type { Usage } from '../../../../domain/money/usage'
import type { JsonObject } from '../../../wire/chat'
import { parseFrames } from '../../framings/frames'
import type { NativeMeter } from '../dialect'
import { objectOf, objectsOf, parseObject, textOf } from '../json-fields'
import { argumentsOf } from './decode'
import { imageUsage, pagesUsage, rankingUsage, recordingUsage } from './other-usage'
import { usageOf } from './usage'

/** Operations whose answers tell more, or tell it otherwise. */
const READERS: Partial<Record<Operation, (answer: JsonObject) => Usage | undefined>> = {
  transcription: recordingUsage,
  translation: recordingUsage,
  images: imageUsage,
  image_edits: imageUsage,
  image_variations: imageUsage,
  embed_v2: rankingUsage,
  rerank: rankingUsage,
  rerank_v2: rankingUsage,
  ocr: pagesUsage,
}

export const meter: NativeMeter = {
  terminator: new TextEncoder().encode('[DONE]'),
  fromJson: (answer, operation) => READERS[operation]?.(answer) ?? usageOf(answer),
  fromStreamEnds: (_head, tail) => lastUsage(tail),
  generatedText: (frames) =>
    parseFrames(frames)
      .map(({ data }) => generatedTextOfJson(parseObject(data) ?? {}))
      .join(''),
  generatedTextOfJson,
}

/** The last usage object of the stream; only lines that name one are parsed, from the end. */
function lastUsage(tail: string): Usage | undefined {
  let at = tail.lastIndexOf('"usage"')
  while (at >= 0) {
    const start = tail.lastIndexOf('\n', at) + 1
    const newline = tail.indexOf('\n', at)
    const line = tail.slice(start, newline < 0 ? undefined : newline)
    const usage = usageOf(parseObject(line.replace(/^data:\s*/, '')) ?? {})
    if (usage !== undefined) return usage
    at = start === 0 ? -1 : tail.lastIndexOf('"usage"', start - 1)
  }
  return undefined
}

/** Text, thinking, tool names and arguments of an answer or a chunk, chat or completion. */
function generatedTextOfJson(answer: JsonObject): string {
  return objectsOf(answer.choices)
    .map((choice) => {
      const message = objectOf(choice.delta) ?? objectOf(choice.message) ?? {}
      const thinking = textOf(message.reasoning_content) ?? textOf(message.reasoning)
      const texts = [choice.text, message.content, message.refusal].map((text) => textOf(text))
      const legacy = objectOf(message.function_call)
      const called = objectsOf(message.tool_calls).map((call) => objectOf(call.function))
      const calls = [...called, legacy].map((call) => {
        return (textOf(call?.name) ?? '') + argumentsOf(call?.arguments)
      })
      return [thinking, ...texts, ...calls].join('')
    })
    .join('')
}
