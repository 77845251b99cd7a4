/** A body that is sent on as it comes, at the pace at which the upstream takes it. */
import { Readable } from 'node:stream'
import { GatewayError } from '../../domain/errors/gateway-error'
import { invalid } from '../wire/body-fields'
import { bodyHeadersOf, type ObjectRequest } from './object-request'

/** What OpenAI and Anthropic take at most for one file. */
const MAX_FILE_MB = 512
const BYTES_PER_MB = 1024 * 1024

interface SentBody<Body> {
  readonly body: Body
  readonly headers: Readonly<Record<string, string>>
}

/** Throws `request.invalid`, `request.too_large` and, while it is read, what reading it throws. */
export async function streamedBody(admitted: ObjectRequest): Promise<SentBody<Readable>> {
  const { body, headers } = await bodyIfAny(admitted, MAX_FILE_MB)
  if (body === null) throw invalid('file', 'reason.required')
  return { body, headers }
}

/** The same, for requests that need not have one. */
export async function bodyIfAny(
  admitted: ObjectRequest,
  limitMb: number,
): Promise<SentBody<Readable | null>> {
  const headers = bodyHeadersOf(admitted)
  if (Number(headers['content-length'] ?? 0) > limitMb * BYTES_PER_MB) throw tooLarge(limitMb)
  const body = await admitted.streamBody()
  return { body: body && Readable.from(counted(body, limitMb)), headers }
}

async function* counted(
  body: ReadableStream<Uint8Array>,
  limitMb: number,
): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const part of body) {
    size += part.byteLength
    if (size > limitMb * BYTES_PER_MB) throw tooLarge(limitMb)
    yield part
  }
}

function tooLarge(limitMb: number): GatewayError {
  return new GatewayError('request.too_large', { limitMb })
}
