/** Reads a request body whole, decompressed, and never more of it than allowed. */
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate, type ZlibOptions } from 'node:zlib'
import { GatewayError } from '../../domain/errors/gateway-error'

const BYTES_PER_MB = 1024 * 1024

type Decompress = (bytes: Buffer, options: ZlibOptions) => Promise<Buffer>

const DECODERS: Readonly<Record<string, Decompress>> = {
  gzip: promisify(gunzip) as Decompress,
  'x-gzip': promisify(gunzip) as Decompress,
  deflate: promisify(inflate) as Decompress,
  br: promisify(brotliDecompress) as Decompress,
}

/**
 * Throws `request.too_large`, `request.unsupported_encoding`, `request.bad_encoding`, or
 * `request.aborted` when the client leaves before its body is whole.
 */
export async function readBody(request: Request, limitMb: number): Promise<Buffer> {
  const limit = limitMb * BYTES_PER_MB
  const length = request.headers.get('content-length')
  if (length !== null && Number(length) > limit) throw tooLarge(limitMb)
  const read = length === null ? readCounted(request, limitMb) : readWhole(request)
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

async function readWhole(request: Request): Promise<Buffer> {
  const bytes = await request.bytes()
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
}

/** A chunked body does not say how long it is. */
async function readCounted(request: Request, limitMb: number): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let size = 0
  if (request.body === null) return Buffer.alloc(0)
  for await (const part of request.body) {
    size += part.byteLength
    if (size > limitMb * BYTES_PER_MB) throw tooLarge(limitMb)
    parts.push(part)
  }
  return Buffer.concat(parts, size)
}
