/** Reads a complete request body, decompressed, and never more of it than allowed. */
import type { Transform } from 'node:stream'
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createZstdDecompress,
} from 'node:zlib'
import { GatewayError } from '../../domain/errors/gateway-error'
import type { MemoryHold } from '../../relay/wire/memory-budget'
import { roomFor } from '../../relay/wire/shared-bytes'
import { ONE_PIECE_BYTES, readOnePiece, readPaced } from '../slow-body-timeout'

const BYTES_PER_MB = 1024 * 1024

type Decompress = (options: { readonly chunkSize: number }) => Transform

/** 8 MB: what every decoder is to take, and no more memory than that for a small body. */
const ZSTD_WINDOW_LOG = 23

const DECODERS: Readonly<Record<string, Decompress>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: (options) =>
    createZstdDecompress({
      ...options,
      params: { [constants.ZSTD_d_windowLogMax]: ZSTD_WINDOW_LOG },
    }),
}

/** What comes out of a decoder at once. */
const DECODED_CHUNK_BYTES = 256 * 1024

export interface ReadLimits {
  readonly limitMb: number
  /** Longest wait for the next part. */
  readonly timeoutMs: number
  /** Counts the body from its declared length on; a compressed one by what comes out. */
  readonly hold?: MemoryHold
}

/**
 * Throws `request.too_large`, `request.too_slow`, `request.unsupported_encoding`,
 * `request.bad_encoding`, what the hold throws, or `request.aborted` when the client leaves
 * before its body is complete.
 */
export async function readBody(request: Request, limits: ReadLimits): Promise<Buffer> {
  const length = request.headers.get('content-length')
  if (length !== null) admit(Number(length), limits)
  const read = isReadAtOnce(length) ? readWhole(request, limits) : readInPieces(request, limits)
  const bytes = await read.catch((cause: unknown) => {
    if (cause instanceof GatewayError) throw cause
    throw new GatewayError('request.aborted', {}, { cause })
  })
  const encoding = request.headers.get('content-encoding')?.trim().toLowerCase()
  if (!encoding || encoding === 'identity') return bytes
  const decoder = DECODERS[encoding]
  if (decoder === undefined) throw new GatewayError('request.unsupported_encoding', { encoding })
  try {
    return await decode(bytes, decoder({ chunkSize: DECODED_CHUNK_BYTES }), limits)
  } catch (cause) {
    if (cause instanceof GatewayError) throw cause
    throw new GatewayError('request.bad_encoding', { encoding }, { cause })
  }
}

function admit(size: number, { limitMb, hold }: ReadLimits): void {
  if (size > limitMb * BYTES_PER_MB) throw new GatewayError('request.too_large', { limitMb })
  hold?.growTo(size)
}

/** A large body is put together as it comes: copying it at its end would take too long. */
function isReadAtOnce(length: string | null): boolean {
  return length !== null && Number(length) <= ONE_PIECE_BYTES
}

async function readWhole(request: Request, { timeoutMs }: ReadLimits): Promise<Buffer> {
  const bytes = await readOnePiece(request, timeoutMs)
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
}

/** A chunked body does not say how long it is, and a long one takes its time. */
async function readInPieces(request: Request, limits: ReadLimits): Promise<Buffer> {
  if (request.body === null) return Buffer.alloc(0)
  const declared = Number(request.headers.get('content-length') ?? 0)
  const room = new Room(declared, limits)
  await readPaced(request.body, { periodMs: limits.timeoutMs, take: (part) => room.add(part) })
  return room.taken()
}

/** What a body that does not say how long it is begins with. */
const FIRST_ROOM_BYTES = 64 * 1024

/** Puts parts together, in memory that threads see, too, when there is much of it. */
class Room {
  readonly #limits: ReadLimits
  #bytes: Buffer
  #size = 0

  constructor(expected: number, limits: ReadLimits) {
    this.#limits = limits
    this.#bytes = roomFor(expected || FIRST_ROOM_BYTES)
  }

  add(part: Uint8Array): void {
    const needed = this.#size + part.byteLength
    admit(needed, this.#limits)
    if (needed > this.#bytes.length) {
      const larger = roomFor(Math.max(2 * this.#bytes.length, needed))
      this.#bytes.copy(larger, 0, 0, this.#size)
      this.#bytes = larger
    }
    this.#bytes.set(part, this.#size)
    this.#size = needed
  }

  taken(): Buffer {
    return this.#bytes.subarray(0, this.#size)
  }
}

/** In steps, so that a small body which becomes a huge one is stopped on the way. */
async function decode(bytes: Buffer, decoder: Transform, limits: ReadLimits): Promise<Buffer> {
  decoder.end(bytes)
  const room = new Room(bytes.length, limits)
  for await (const part of decoder as AsyncIterable<Buffer>) room.add(part)
  return room.taken()
}
