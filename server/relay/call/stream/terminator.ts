/** Where a stream ends by its own protocol, whatever its upstream still writes. */
import type { NativeMeter } from '../../formats/dialects/dialect'
import { type Frame, firstBoundary, lastBoundary, parseFrames } from '../../formats/framings/frames'
import { bytesOf } from '../../wire/known-bytes'

type Marks = Pick<NativeMeter, 'terminator' | 'lastEvents'>

/** Data, event names or types of the frames that can be the last. */
export function lastWords({ terminator, lastEvents }: Marks): readonly string[] {
  if (lastEvents !== undefined) return lastEvents
  return terminator.length === 0 ? [] : [Buffer.from(terminator).toString()]
}

/**
 * Index behind the last frame of the stream; 0 while it is not among these whole frames. Only
 * frames that hold one of the words are read, since a model may write them as well.
 */
export function streamEnd(frames: Buffer, words: readonly string[]): number {
  let end = 0
  for (const word of words) {
    const found = endAt(frames, word)
    if (found > 0 && (end === 0 || found < end)) end = found
  }
  return end === 0 ? 0 : behindDone(frames, end)
}

/** Some vendors say it behind an event that is the last already, and some clients wait for it. */
const DONE = Buffer.from('data: [DONE]')

function behindDone(frames: Buffer, end: number): number {
  const isDone = frames.subarray(end, end + DONE.length).equals(DONE)
  return isDone ? firstBoundary(frames, end) : end
}

function endAt(frames: Buffer, word: string): number {
  const bytes = bytesOf(word)
  for (let at = frames.indexOf(bytes), start = 0; at >= 0; at = frames.indexOf(bytes, start)) {
    start = lastBoundary(frames.subarray(0, at))
    const end = firstBoundary(frames, at)
    const [frame] = parseFrames(frames.toString('utf8', start, end))
    if (frame !== undefined && isLastFrame(frame, [word])) return end
    if (end >= frames.length) return 0
    start = end
  }
  return 0
}

/** As its name, as all its data, or as the type in its data. */
export function isLastFrame({ name, data }: Frame, words: readonly string[]): boolean {
  return words.some((word) => {
    if (name === word || data === word) return true
    return name === '' && data.includes(word) && typeIn(data) === word
  })
}

function typeIn(data: string): unknown {
  try {
    const value: unknown = JSON.parse(data)
    return typeof value === 'object' && value !== null && 'type' in value ? value.type : undefined
  } catch {
    return undefined
  }
}
