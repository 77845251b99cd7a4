import type { Usage } from '../../../../domain/money/usage'
import type { JsonObject } from '../../../wire/chat'
import { parseFrames } from '../../framings/frames'
import type { NativeMeter } from '../dialect'
import { objectOf, objectsOf, parseObject, textOf } from '../json-fields'
import { usageOf } from './usage'

export const meter: NativeMeter = {
  terminator: new Uint8Array(),
  // A failed response is no whole answer: its stream is taken to be cut.
  lastEvents: ['response.completed', 'response.incomplete'],
  fromJson: usageOf,
  fromStreamEnds: (_head, tail) => lastUsage(tail),
  generatedText: (frames) =>
    parseFrames(frames)
      .map(({ data }) => parseObject(data) ?? {})
      .map((event) => (isWritten(event) ? (textOf(event.delta) ?? '') : ''))
      .join(''),
  generatedTextOfJson: (answer) => objectsOf(answer.output).map(textOfItem).join(''),
}

/** Of the last event, which has the whole response. */
function lastUsage(tail: string): Usage | undefined {
  const last = parseFrames(tail).findLast(({ data }) => data.includes('"usage"'))
  const response = last && objectOf(parseObject(last.data)?.response)
  return response && usageOf(response)
}

/** Text, reasoning, arguments and refusals; not pictures and not noise against eavesdroppers. */
function isWritten({ type }: JsonObject): boolean {
  return typeof type === 'string' && type.endsWith('.delta') && !type.includes('audio')
}

function textOfItem(item: JsonObject): string {
  const parts = [...objectsOf(item.summary), ...objectsOf(item.content)]
  const texts = parts.map((part) => textOf(part.text) ?? textOf(part.refusal) ?? '')
  const called = [item.name, item.arguments, item.input].map((text) => textOf(text) ?? '')
  return [...texts, ...(item.call_id === undefined ? [] : called)].join('')
}
