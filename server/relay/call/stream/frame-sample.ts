import { firstBoundary, lastBoundary } from '../../formats/framings/frames'
import { END_BYTES, EndsSample } from './ends-sample'

const NOTHING = Buffer.alloc(0)

/** Frames above this need not fit in the end of a sample, and are remembered by themselves. */
const LARGE_BYTES = END_BYTES / 2
/** Where one of the last frames is looked for: the first that holds a whole one will do. */
const FEW_BYTES = [256, 512, 2048]
/** Beyond this a frame is nobody's usage. */
const MAX_LARGE_BYTES = 1024 * 1024

/**
 * What is remembered of the frames of a stream: both ends, and the last large frame for as
 * long as less than a tail has followed it. The last frame is therefore always here whole,
 * as is one that only small ones followed.
 */
export class FrameSample {
  readonly #ends = new EndsSample()
  /** A large frame, with the frames that came in one piece with it. */
  #large: Buffer | undefined
  /** Where large frames are copied to, one over the other. */
  #room = NOTHING
  #sinceLarge = 0
  /** Read more than once at the end of a stream. */
  #tail: string | undefined

  /** Whole frames; nothing of `frames` is referred to afterwards. */
  push(frames: Buffer): void {
    if (frames.length > LARGE_BYTES && this.#isLarge(frames)) this.#keepLarge(frames)
    else if (this.#large !== undefined) this.#pass(frames.length)
    this.#ends.push(frames)
    this.#tail = undefined
  }

  /** The first kilobytes; the last of their frames may be torn. */
  head(): string {
    return this.#ends.head().toString()
  }

  /** The last frames, whole. */
  tail(): string {
    this.#tail ??= this.#readTail()
    return this.#tail
  }

  #readTail(): string {
    if (this.#ends.missing > 0) return this.#lastFrames().toString()
    return this.#ends.head().toString() + this.#ends.tail().toString()
  }

  /** The last frame, or a few where they are small; `undefined` while they are large. */
  newest(): { readonly frames: string; readonly count: number } | undefined {
    for (const size of FEW_BYTES) {
      const last = this.#ends.last(size)
      const start = firstBoundary(last, 0)
      if (start < last.length) {
        return { frames: last.toString('utf8', start), count: framesIn(last, start) }
      }
    }
    return undefined
  }

  /** Whole frames of both ends, and how many times as long the stream is. */
  sampled(): { readonly text: string; readonly scale: number } {
    if (this.#ends.missing === 0) return { text: this.tail(), scale: 1 }
    const head = this.#ends.head()
    const first = head.subarray(0, lastBoundary(head))
    const last = this.#lastFrames()
    const size = first.length + last.length
    const text = first.toString() + last.toString()
    return { text, scale: size === 0 ? 1 : this.#ends.total / size }
  }

  #lastFrames(): Buffer {
    const tail = this.#ends.tail()
    if (this.#large === undefined) return tail.subarray(firstBoundary(tail, 0))
    const since = tail.subarray(tail.length - this.#sinceLarge)
    return Buffer.concat([this.#large, since])
  }

  /** Whether the frame that reaches into the last kilobytes is a large one. */
  #isLarge(frames: Buffer): boolean {
    const end = firstBoundary(frames, frames.length - LARGE_BYTES)
    if (end <= LARGE_BYTES) return false
    return firstBoundary(frames, end - LARGE_BYTES) >= end
  }

  #keepLarge(frames: Buffer): void {
    const end = firstBoundary(frames, frames.length - LARGE_BYTES)
    // The blank line before it may reach over that place.
    const start = lastBoundary(frames.subarray(0, end - LARGE_BYTES + 2))
    const isSane = frames.length - start <= MAX_LARGE_BYTES
    this.#large = isSane ? this.#copyOf(frames.subarray(start)) : undefined
    this.#sinceLarge = 0
  }

  #copyOf(frames: Buffer): Buffer {
    if (this.#room.length < frames.length) this.#room = Buffer.allocUnsafeSlow(frames.length)
    this.#room.set(frames)
    return this.#room.subarray(0, frames.length)
  }

  #pass(size: number): void {
    this.#sinceLarge += size
    if (this.#sinceLarge <= END_BYTES) return
    this.#large = undefined
    this.#room = NOTHING
  }
}

/** Frames from `start` on, all of them whole. */
function framesIn(bytes: Buffer, start: number): number {
  let count = 0
  for (let at = start; at < bytes.length; at = firstBoundary(bytes, at)) count += 1
  return count
}
