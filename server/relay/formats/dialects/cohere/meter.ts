import type { Usage } from '../../../../domain/money/usage'
import type { JsonObject } from '../../../wire/chat'
import { parseFrames } from '../../framings/frames'
import type { NativeMeter } from '../dialect'
import { objectOf, objectsOf, parseObject, textOf } from '../json-fields'
import { readUsage } from './usage'

/** The event that ends an answer, however it ended. */
const END = 'message-end'

export const meter: NativeMeter = {
  terminator: new TextEncoder().encode(END),
  fromJson: ({ usage }) => readUsage(usage),
  fromStreamEnds: (_head, tail) => usageAtEnd(tail),
  generatedText: (frames) =>
    parseFrames(frames)
      .map(({ data }) => textOfMessage(objectOf(parseObject(data)?.delta)))
      .join(''),
  generatedTextOfJson: textOfMessage,
}

/** Reported in the last event alone. */
function usageAtEnd(tail: string): Usage | undefined {
  const end = parseFrames(tail)
    .filter(({ data }) => data.includes(END))
    .map(({ data }) => parseObject(data))
    .findLast((event) => event?.type === END)
  return readUsage(objectOf(end?.delta)?.usage)
}

/** Of a whole answer, or of the piece that an event brings, which has no lists. */
function textOfMessage(holder: JsonObject | undefined): string {
  const { content, tool_plan, tool_calls } = objectOf(holder?.message) ?? {}
  const said = [objectOf(content), ...objectsOf(content)].map(
    (part) => (textOf(part?.thinking) ?? '') + (textOf(part?.text) ?? ''),
  )
  const called = [objectOf(tool_calls), ...objectsOf(tool_calls)].map((call) => {
    const made = objectOf(call?.function)
    return (textOf(made?.name) ?? '') + (textOf(made?.arguments) ?? '')
  })
  return [...said, textOf(tool_plan) ?? '', ...called].join('')
}
