/** A body that is sent on as it comes, at the pace at which the upstream takes it. */
import { Readable } from 'node:stream'
import { GatewayError } from '../../domain/errors/gateway-error'
import { invalid } from '../protocols/body-fields'
import { bodyHeadersOf, type OwnedVisit } from './visit'

/** What OpenAI and Anthropic take at most for one file. */
const MAX_FILE_MB = 512
const MAX_FILE_BYTES = MAX_FILE_MB * 1024 * 1024

/** Throws `request.too_large` and, while it is read, what reading it throws. */
export async function streamedBody(
  visit: OwnedVisit,
): Promise<{ readonly body: Readable; readonly headers: Readonly<Record<string, string>> }> {
  const headers = bodyHeadersOf(visit)
  if (Number(headers['content-length'] ?? 0) > MAX_FILE_BYTES) throw tooLarge()
  const body = await visit.streamBody()
  if (body === null) throw invalid('file', 'reason.required')
  return { body: Readable.from(counted(body)), headers }
}

async function* counted(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const part of body) {
    size += part.byteLength
    if (size > MAX_FILE_BYTES) throw tooLarge()
    yield part
  }
}

function tooLarge(): GatewayError {
  return new GatewayError('request.too_large', { limitMb: MAX_FILE_MB })
}
