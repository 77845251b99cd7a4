import {
  totalCacheReadTokens,
  totalCompletionTokens,
  totalPromptTokens,
  type Usage,
} from '../../../../domain/money/usage'
import { isObject } from '../../../wire/body-fields'
import type { JsonObject } from '../../../wire/chat'
import { parseFrames } from '../../framings/frames'
import { parsedObject } from '../last-object'
import { END, frame } from './frame'

/** Cohere counts cached text inside the prompt; what is billed may leave out its own prompts. */
export function writeUsage(usage: Usage): JsonObject {
  const counts = {
    input_tokens: totalPromptTokens(usage),
    output_tokens: totalCompletionTokens(usage),
  }
  const cached = totalCacheReadTokens(usage)
  return {
    billed_units: {
      ...counts,
      ...(usage.searchUnits > 0 && { search_units: usage.searchUnits }),
    },
    tokens: counts,
    ...(cached > 0 && { cached_tokens: cached }),
  }
}

/** The end of a stream that reported no usage, with what was billed in its last event. */
export function withUsage(frames: string, usage: Usage): string {
  const blocks = frames.split(/(?<=\n\r?\n)/)
  for (const [at, block] of [...blocks.entries()].reverse()) {
    const [last] = parseFrames(block)
    const event = last === undefined ? undefined : parsedObject(last.data)
    if (event === undefined || (event.type ?? last?.name) !== END) continue
    const delta = { ...(isObject(event.delta) && event.delta), usage: writeUsage(usage) }
    return blocks.with(at, frame({ ...event, type: END, delta })).join('')
  }
  return frames
}
