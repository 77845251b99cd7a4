/** Usage chunks that exist only because the gateway requested them. */

import { parseFrames } from '../../formats/framings/frames'
import { isObject } from '../../formats/parsed-body'

const CHOICES = Buffer.from('"choices"')
const COLON = 0x3a
const OPEN = 0x5b
const CLOSE = 0x5d
const SPACE = 0x20

/** Drops chunks that carry usage and no choice; `frames` themselves when there are none. */
export function withoutUsageFrames(frames: Buffer): Buffer {
  if (!hasEmptyChoices(frames)) return frames
  const blocks = frames.toString().split(/(?<=\n\r?\n)/)
  return Buffer.from(blocks.filter((block) => !isUsageOnly(block)).join(''))
}

/** Looked for in every chunk, so no text is made and nothing is parsed. */
function hasEmptyChoices(frames: Buffer): boolean {
  let at = frames.indexOf(CHOICES)
  while (at >= 0) {
    if (isEmptyListAt(frames, at + CHOICES.length)) return true
    at = frames.indexOf(CHOICES, at + CHOICES.length)
  }
  return false
}

/** Whether `: []` follows, spaced in any way. */
function isEmptyListAt(bytes: Buffer, start: number): boolean {
  let at = start
  for (const sign of [COLON, OPEN, CLOSE]) {
    while ((bytes[at] ?? 0) <= SPACE && at < bytes.length) at += 1
    if (bytes[at] !== sign) return false
    at += 1
  }
  return true
}

function isUsageOnly(block: string): boolean {
  const [frame] = parseFrames(block)
  if (frame === undefined || !frame.data.includes('"usage"')) return false
  try {
    const chunk: unknown = JSON.parse(frame.data)
    if (!isObject(chunk) || !Array.isArray(chunk.choices)) return false
    return chunk.choices.length === 0 && chunk.usage !== undefined
  } catch {
    return false
  }
}
