/**
 * Server-sent events as bytes. Networks tear frames and even characters anywhere, so nothing
 * is decoded before a frame is whole; a client therefore never holds half a frame when an
 * error has to be announced.
 */
import { GatewayError } from '../../../domain/errors/gateway-error'
import { type FrameMemory, HeldFrame } from './held-frame'

/** A single frame may not grow beyond this, unless it is a picture. */
const MAX_FRAME_MB = 10
const BYTES_PER_MB = 1024 * 1024

const LF = 10
const CR = 13

const NOTHING = Buffer.alloc(0)
/** One byte less than the longest blank line. */
const SEAM_BYTES = 2

/** Splits a byte stream at the last frame boundary of each chunk, in linear time. */
export class FrameAligner {
  readonly #held: HeldFrame
  readonly #limitMb: number

  constructor(memory?: FrameMemory, limitMb = MAX_FRAME_MB) {
    this.#held = new HeldFrame(memory)
    this.#limitMb = limitMb
  }

  /** All frames that are complete with this chunk, or `undefined` while none is. */
  push(chunk: Buffer): Buffer | undefined {
    if (this.#held.size === 0 && endsFrame(chunk)) return chunk
    const hasLineFeed = chunk.includes(LF)
    const end = this.#boundaryIn(chunk, hasLineFeed)
    if (end === undefined) {
      this.#hold(chunk)
      return undefined
    }
    const whole = chunk.subarray(0, end)
    const frames = this.#held.size === 0 ? whole : this.#held.completedBy(whole)
    if (end < chunk.length) this.#hold(chunk.subarray(end))
    return hasLineFeed ? frames : withLineFeeds(frames)
  }

  /** What never became a frame. */
  rest(): Buffer {
    const rest = this.#held.completedBy(NOTHING)
    return rest.includes(LF) ? rest : withLineFeeds(rest)
  }

  /** Index in the chunk after its last boundary. */
  #boundaryIn(chunk: Buffer, hasLineFeed: boolean): number | undefined {
    if (!hasLineFeed && !chunk.includes(CR)) return undefined
    const boundaryOf = hasLineFeed ? lastBoundary : lastBareBoundary
    const end = boundaryOf(chunk)
    if (end > 0) return end
    // The blank line may have begun in what is held.
    const seam = this.#held.last(SEAM_BYTES)
    const torn = boundaryOf(Buffer.concat([seam, chunk.subarray(0, SEAM_BYTES)]))
    return torn > seam.length ? torn - seam.length : undefined
  }

  #hold(chunk: Buffer): void {
    const limitMb = this.#limitMb
    if (this.#held.size + chunk.length > limitMb * BYTES_PER_MB) {
      throw new GatewayError('upstream.too_large', { limitMb })
    }
    this.#held.add(chunk)
  }
}

/**
 * The rest as a frame when only its blank line is missing, as some upstreams have it;
 * `undefined` for the piece of a frame that was cut short.
 */
export function lastFrame(rest: Buffer): Buffer | undefined {
  const text = rest.toString().trimEnd()
  const last = parseFrames(text).at(-1)
  return last !== undefined && isComplete(last.data) ? Buffer.from(`${text}\n\n`) : undefined
}

function isComplete(data: string): boolean {
  if (data === '[DONE]') return true
  try {
    JSON.parse(data)
    return true
  } catch {
    return false
  }
}

function endsFrame(bytes: Buffer): boolean {
  const last = bytes.length - 1
  if (bytes[last] !== LF || last < 1) return false
  return bytes[last - 1] === LF || (bytes[last - 1] === CR && bytes[last - 2] === LF)
}

/** Index after the last blank line, 0 when there is none. */
export function lastBoundary(bytes: Buffer): number {
  let at = bytes.lastIndexOf(LF)
  while (at > 0) {
    const before = bytes[at - 1]
    if (before === LF || (before === CR && bytes[at - 2] === LF)) return at + 1
    at = bytes.lastIndexOf(LF, at - 1)
  }
  return 0
}

/** Index after the first blank line that begins at `from` or later; the end when none does. */
export function firstBoundary(bytes: Buffer, from: number): number {
  let at = bytes.indexOf(LF, from)
  while (at >= 0) {
    if (bytes[at + 1] === LF) return at + 2
    if (bytes[at + 1] === CR && bytes[at + 2] === LF) return at + 3
    at = bytes.indexOf(LF, at + 1)
  }
  return bytes.length
}

const SPACE = 32

/** Where the last of these whole frames begins. */
export function lastStart(frames: Buffer): number {
  let end = frames.length
  while (end > 0 && (frames[end - 1] ?? 0) <= SPACE) end -= 1
  return lastBoundary(frames.subarray(0, end))
}

/** The standard lets lines end in carriage returns alone; a stream that does has no LF at all. */
function lastBareBoundary(bytes: Buffer): number {
  const at = bytes.lastIndexOf('\r\r')
  return at < 0 ? 0 : at + 2
}

/** Nobody further on has to know of bare carriage returns. */
function withLineFeeds(frames: Buffer): Buffer {
  return frames.includes(CR) ? Buffer.from(frames.toString().replace(/\r\n?/g, '\n')) : frames
}

export interface Frame {
  /** SSE event name, "" when the frame has none. */
  readonly name: string
  /** Data lines joined; "" for comments and keep-alives. */
  readonly data: string
}

/** May stand before the first frame, and belongs to none. */
const BYTE_ORDER_MARK = '\uFEFF'

/** Parses text that consists of whole frames. */
export function parseFrames(text: string): Frame[] {
  const frames: Frame[] = []
  const plain = text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text
  for (const block of plain.split(/\r?\n\r?\n/)) {
    const frame = block === '' ? undefined : parseFrame(block)
    if (frame !== undefined) frames.push(frame)
  }
  return frames
}

/** `undefined` for comments alone. */
function parseFrame(block: string): Frame | undefined {
  let name = ''
  let data: string | undefined
  for (const line of block.split(/\r?\n/)) {
    if (line.startsWith('data:')) {
      const value = line.charCodeAt(5) === 32 ? line.slice(6) : line.slice(5)
      data = data === undefined ? value : `${data}\n${value}`
    } else if (line.startsWith('event:')) {
      name = line.slice(6).trim()
    }
  }
  return data === undefined && name === '' ? undefined : { name, data: data ?? '' }
}
