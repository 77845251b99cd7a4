/**
 * `application/vnd.amazon.eventstream`: length of the whole, length of the headers, checksum of
 * both, headers, payload, checksum of all before it.
 */
import { crc32 } from 'node:zlib'
import { GatewayError } from '../../../domain/errors/gateway-error'
import type { Frame } from './frames'
import type { Framing } from './framing'
import { type FrameMemory, HeldFrame } from './held-frame'

const PRELUDE_BYTES = 12
const CHECKSUM_BYTES = 4
const LEAST_BYTES = PRELUDE_BYTES + CHECKSUM_BYTES
const MAX_FRAME_MB = 16
const MAX_FRAME_BYTES = MAX_FRAME_MB * 1024 * 1024

/** Before the name of a frame that reports a failure. */
export const EXCEPTION = 'exception/'

const NOTHING = Buffer.alloc(0)

/** Throws `upstream.invalid_answer` for a checksum that is wrong. */
export class AwsEventStream implements Framing {
  readonly #held: HeldFrame

  constructor(memory?: FrameMemory) {
    this.#held = new HeldFrame(memory)
  }

  push(chunk: Buffer): readonly Frame[] {
    let bytes = this.#held.size === 0 ? chunk : this.#completed(chunk)
    const frames: Frame[] = []
    for (;;) {
      const length = frameLength(bytes)
      if (length === undefined || bytes.length < length) break
      frames.push(readFrame(bytes.subarray(0, length)))
      bytes = bytes.subarray(length)
    }
    if (bytes.length > 0) this.#held.add(bytes)
    return frames
  }

  /** A frame says how long it is, so the piece of one is nothing. */
  rest(): readonly Frame[] {
    this.#held.completedBy(NOTHING)
    return []
  }

  /** A large frame is put together once, and not with every piece of it. */
  #completed(chunk: Buffer): Buffer {
    this.#held.add(chunk)
    const length = frameLength(this.#held.last(this.#held.size))
    const isWhole = length !== undefined && this.#held.size >= length
    return isWhole ? this.#held.completedBy(NOTHING) : NOTHING
  }
}

/** `undefined` while the prelude is not whole. */
function frameLength(bytes: Buffer): number | undefined {
  if (bytes.length < PRELUDE_BYTES) return undefined
  const length = bytes.readUInt32BE(0)
  const headers = bytes.readUInt32BE(4)
  if (crc32(bytes.subarray(0, 8)) !== bytes.readUInt32BE(8)) throw torn('a checksum is wrong')
  if (length > MAX_FRAME_BYTES) {
    throw new GatewayError('upstream.too_large', { limitMb: MAX_FRAME_MB })
  }
  if (length < LEAST_BYTES || headers > length - LEAST_BYTES) throw torn('a length is wrong')
  return length
}

function readFrame(bytes: Buffer): Frame {
  const end = bytes.length - CHECKSUM_BYTES
  if (crc32(bytes.subarray(0, end)) !== bytes.readUInt32BE(end)) throw torn('a checksum is wrong')
  const payloadAt = PRELUDE_BYTES + bytes.readUInt32BE(4)
  const headers = readHeaders(bytes.subarray(PRELUDE_BYTES, payloadAt))
  const payload = bytes.toString('utf8', payloadAt, end)
  switch (headers.get(':message-type')) {
    case 'exception':
      return { name: EXCEPTION + (headers.get(':exception-type') ?? ''), data: payload }
    case 'error': {
      const message = headers.get(':error-message') ?? ''
      const name = EXCEPTION + (headers.get(':error-code') ?? '')
      return { name, data: JSON.stringify({ message }) }
    }
    default:
      return { name: headers.get(':event-type') ?? '', data: payload }
  }
}

const TEXT = 7
/** Bytes of a value by its type; texts and bytes say their own length. */
const VALUE_BYTES: readonly (number | undefined)[] = [0, 0, 1, 2, 4, 8, undefined, undefined, 8, 16]

/** The headers that are texts; others say nothing about the frame. */
function readHeaders(bytes: Buffer): ReadonlyMap<string, string> {
  const headers = new Map<string, string>()
  try {
    for (let at = 0; at < bytes.length; ) {
      const nameEnd = at + 1 + bytes.readUInt8(at)
      const name = bytes.toString('utf8', at + 1, nameEnd)
      const type = bytes.readUInt8(nameEnd)
      if (type >= VALUE_BYTES.length) throw torn('a header is of no known kind')
      const fixed = VALUE_BYTES[type]
      const valueAt = nameEnd + (fixed === undefined ? 3 : 1)
      at = valueAt + (fixed ?? bytes.readUInt16BE(nameEnd + 1))
      if (at > bytes.length) throw torn('a header is cut off')
      if (type === TEXT) headers.set(name, bytes.toString('utf8', valueAt, at))
    }
  } catch (cause) {
    throw cause instanceof GatewayError ? cause : torn('a header is cut off')
  }
  return headers
}

function torn(reason: string): GatewayError {
  return new GatewayError('upstream.invalid_answer', { reason })
}
