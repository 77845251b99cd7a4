import {
  totalCacheWriteTokens,
  totalCompletionTokens,
  totalPromptTokens,
  type Usage,
} from '../../../../domain/money/usage'
import { isObject } from '../../../wire/body-fields'
import type { JsonObject } from '../../../wire/chat'
import { parseFrames } from '../../framings/frames'
import { parsedObject } from '../last-object'
import { frameOf } from './frame'

/** OpenAI counts cached text inside `input_tokens`; the details name the parts of it. */
export function writeUsage(usage: Usage): JsonObject {
  const input = totalPromptTokens(usage)
  const output = totalCompletionTokens(usage)
  return {
    input_tokens: input,
    input_tokens_details: {
      cached_tokens: usage.cacheReadTokens,
      cache_write_tokens: totalCacheWriteTokens(usage),
    },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: usage.reasoningTokens },
    total_tokens: input + output,
  }
}

/** The end of a stream that reported no usage, with what was billed in its last event. */
export function withUsage(frames: string, usage: Usage): string {
  const blocks = frames.split(/(?<=\n\r?\n)/)
  for (const [at, block] of [...blocks.entries()].reverse()) {
    const [frame] = parseFrames(block)
    const event = frame === undefined ? undefined : parsedObject(frame.data)
    if (event === undefined || !isObject(event.response)) continue
    const response = { ...event.response, usage: writeUsage(usage) }
    return blocks.with(at, frameOf({ ...event, response })).join('')
  }
  return frames
}
