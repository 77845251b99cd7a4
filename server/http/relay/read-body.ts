/** Reads a request body whole, decompressed, and never more of it than allowed. */
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate, type ZlibOptions } from 'node:zlib'
import { GatewayError } from '../../domain/errors/gateway-error'
import { ONE_PIECE_BYTES, readOnePiece, readPaced } from '../body-pace'

const BYTES_PER_MB = 1024 * 1024

type Decompress = (bytes: Buffer, options: ZlibOptions) => Promise<Buffer>

const DECODERS: Readonly<Record<string, Decompress>> = {
  gzip: promisify(gunzip) as Decompress,
  'x-gzip': promisify(gunzip) as Decompress,
  deflate: promisify(inflate) as Decompress,
  br: promisify(brotliDecompress) as Decompress,
}

export interface BodyLimits {
  readonly limitMb: number
  /** Longest wait for the next part. */
  readonly timeoutMs: number
}

/**
 * Throws `request.too_large`, `request.too_slow`, `request.unsupported_encoding`,
 * `request.bad_encoding`, or `request.aborted` when the client leaves before its body is whole.
 */
export async function readBody(request: Request, limits: BodyLimits): Promise<Buffer> {
  const { limitMb } = limits
  const limit = limitMb * BYTES_PER_MB
  const length = request.headers.get('content-length')
  if (length !== null && Number(length) > limit) throw tooLarge(limitMb)
  const isSmall = length !== null && Number(length) <= ONE_PIECE_BYTES
  const read = isSmall ? readWhole(request, limits) : readCounted(request, limits)
  const bytes = await read.catch((cause: unknown) => {
    if (cause instanceof GatewayError) throw cause
    throw new GatewayError('request.aborted', {}, { cause })
  })
  const encoding = request.headers.get('content-encoding')?.trim().toLowerCase()
  if (!encoding || encoding === 'identity') return bytes
  const decode = DECODERS[encoding]
  if (decode === undefined) throw new GatewayError('request.unsupported_encoding', { encoding })
  try {
    return await decode(bytes, { maxOutputLength: limit })
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : ''
    if (code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(limitMb)
    throw new GatewayError('request.bad_encoding', { encoding }, { cause })
  }
}

function tooLarge(limitMb: number): GatewayError {
  return new GatewayError('request.too_large', { limitMb })
}

async function readWhole(request: Request, { timeoutMs }: BodyLimits): Promise<Buffer> {
  const bytes = await readOnePiece(request, timeoutMs)
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
}

/** A chunked body does not say how long it is, and a long one takes its time. */
async function readCounted(request: Request, limits: BodyLimits): Promise<Buffer> {
  const { limitMb, timeoutMs: periodMs } = limits
  const parts: Uint8Array[] = []
  let size = 0
  if (request.body === null) return Buffer.alloc(0)
  const take = (part: Uint8Array) => {
    size += part.byteLength
    if (size > limitMb * BYTES_PER_MB) throw tooLarge(limitMb)
    parts.push(part)
  }
  await readPaced(request.body, { periodMs, take })
  return Buffer.concat(parts, size)
}
