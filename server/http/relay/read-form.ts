/** Opens a request's body as a form, to be read while it comes. */
import { GatewayError } from '../../domain/errors/gateway-error'
import type { FormSource } from '../../relay/multipart/form-body'
import { boundaryOf } from '../../relay/multipart/form-scan'
import { PacedReader } from '../slow-body-timeout'
import { leaveUnread } from '../unread-body'

const BYTES_PER_MB = 1024 * 1024

export interface FormLimits {
  readonly limitMb: number
  /** Longest wait for the next part. */
  readonly timeoutMs: number
}

/**
 * `undefined` for a body that is no form. Throws `request.too_large`, and
 * `request.unsupported_encoding` for one that is compressed: nobody sends forms so.
 */
export function openForm(request: Request, limits: FormLimits): FormSource | undefined {
  const contentType = request.headers.get('content-type') ?? ''
  const boundary = boundaryOf(contentType)
  if (boundary === undefined) return undefined
  const encoding = request.headers.get('content-encoding')?.trim().toLowerCase()
  if (encoding && encoding !== 'identity') {
    throw new GatewayError('request.unsupported_encoding', { encoding })
  }
  const declared = request.headers.get('content-length')
  const length = declared === null ? undefined : Number(declared)
  const { limitMb, timeoutMs } = limits
  const tooLarge = () => new GatewayError('request.too_large', { limitMb })
  if ((length ?? 0) > limitMb * BYTES_PER_MB) throw tooLarge()
  let reader: PacedReader | undefined
  let size = 0
  let isWhole = false
  return {
    boundary,
    contentType,
    length,
    async read() {
      if (request.body === null) return undefined
      reader ??= new PacedReader(request.body, timeoutMs)
      const part = await readOne(reader)
      size += part?.byteLength ?? 0
      isWhole = part === undefined
      if (size > limitMb * BYTES_PER_MB) throw tooLarge()
      return part && Buffer.from(part.buffer, part.byteOffset, part.byteLength)
    },
    close() {
      reader?.close()
      if (!isWhole) leaveUnread(request)
    },
  }
}

/** Anything but our own refusals is a client that disconnected. */
async function readOne(reader: PacedReader): Promise<Uint8Array | undefined> {
  try {
    return await reader.read()
  } catch (cause) {
    if (cause instanceof GatewayError) throw cause
    throw new GatewayError('request.aborted', {}, { cause })
  }
}
