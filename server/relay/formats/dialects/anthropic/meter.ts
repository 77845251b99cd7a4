import type { Usage } from '../../../../domain/money/usage'
import type { JsonObject } from '../../../wire/chat'
import { parseFrames } from '../../framings/frames'
import type { NativeMeter } from '../dialect'
import { objectOf, objectsOf, parseObject, textOf } from '../json-fields'
import { inputJson } from './decode'
import { readUsage } from './usage'

export const meter: NativeMeter = {
  terminator: new TextEncoder().encode('message_stop'),
  // Counting text units is free; its answer is not consumption.
  fromJson: (answer, operation) =>
    operation === 'count_tokens' ? undefined : readUsage(answer.usage),
  fromStreamEnds,
  generatedText: (frames) =>
    parseFrames(frames)
      .map(({ data }) => textOfEvent(parseObject(data) ?? {}))
      .join(''),
  generatedTextOfJson: (answer) => objectsOf(answer.content).map(textOfBlock).join(''),
}

/**
 * The prompt is reported in the first event, the totals in the last `message_delta`. A stream that
 * was cut short of that has used what its first event reported.
 */
function fromStreamEnds(headText: () => string, tail: string): Usage | undefined {
  const head = headText()
  const first = eventNaming(head, '"message_start"', head.indexOf('"message_start"'))
  const atStart = first && readUsage(objectOf(first.message)?.usage)
  const last = eventNaming(tail, '"message_delta"', tail.lastIndexOf('"message_delta"'))
  return last?.type === 'message_delta' ? readUsage(last.usage, atStart) : atStart
}

/** The JSON of the line at `at`, where `word` stands. */
function eventNaming(text: string, word: string, at: number): JsonObject | undefined {
  if (at < 0) return undefined
  const end = text.indexOf('\n', at + word.length)
  const line = text.slice(text.lastIndexOf('\n', at) + 1, end < 0 ? undefined : end)
  return parseObject(line.replace(/^data:\s*/, ''))
}

function textOfEvent(event: JsonObject): string {
  if (event.type === 'content_block_start') return textOfBlock(objectOf(event.content_block) ?? {})
  const delta = objectOf(event.delta)
  if (delta === undefined || event.type !== 'content_block_delta') return ''
  return textOf(delta.text) ?? textOf(delta.thinking) ?? textOf(delta.partial_json) ?? ''
}

function textOfBlock(block: JsonObject): string {
  if (block.type !== 'tool_use') return textOf(block.text) ?? textOf(block.thinking) ?? ''
  const input = inputJson(block)
  return (textOf(block.name) ?? '') + (input === '{}' ? '' : input)
}
