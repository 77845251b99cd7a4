/** Reads a request body whole, decompressed, and never more of it than allowed. */
import {
  createBrotliDecompress,
  createGunzip,
  createInflate,
  type Gunzip,
  type ZlibOptions,
} from 'node:zlib'
import { GatewayError } from '../../domain/errors/gateway-error'
import type { BodyHold } from '../../relay/body-budget'

const BYTES_PER_MB = 1024 * 1024

type Decompress = (options: ZlibOptions) => Gunzip

const DECODERS: Readonly<Record<string, Decompress>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

/** What comes out of a decoder at once. */
const DECODED_CHUNK_BYTES = 256 * 1024

export interface ReadLimits {
  readonly limitMb: number
  /** Counts the body from its declared length on; a compressed one by what comes out. */
  readonly hold?: BodyHold
}

/**
 * Throws `request.too_large`, `request.unsupported_encoding`, `request.bad_encoding`, what the
 * hold throws, or `request.aborted` when the client leaves before its body is whole.
 */
export async function readBody(request: Request, limits: ReadLimits): Promise<Buffer> {
  const length = request.headers.get('content-length')
  if (length !== null) admit(Number(length), limits)
  const read = length === null ? readCounted(request, limits) : readWhole(request)
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

async function readWhole(request: Request): Promise<Buffer> {
  const bytes = await request.bytes()
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
}

/** A chunked body does not say how long it is. */
async function readCounted(request: Request, limits: ReadLimits): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let size = 0
  if (request.body === null) return Buffer.alloc(0)
  for await (const part of request.body) {
    size += part.byteLength
    admit(size, limits)
    parts.push(part)
  }
  return Buffer.concat(parts, size)
}

/** In steps, so that a small body which becomes a huge one is stopped on the way. */
async function decode(bytes: Buffer, decoder: Gunzip, limits: ReadLimits): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  decoder.end(bytes)
  for await (const part of decoder as AsyncIterable<Buffer>) {
    size += part.length
    admit(size, limits)
    parts.push(part)
  }
  return Buffer.concat(parts, size)
}
