/**
 * Calls to the services that sign people in and check for bots. Their addresses come from the
 * operator only, never from a visitor; answers are small and come soon, or not at all.
 */
import { GatewayError } from '../../domain/errors/gateway-error'

export const TIMEOUT_MS = 5000
const MAX_BYTES = 256 * 1024

export interface JsonRequest {
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as a POST when present. */
  readonly form?: URLSearchParams
}

/** What a service failed to do; the caller says which one it was. */
export class PeerError extends Error {
  override readonly name = 'PeerError'
  readonly reason: 'unreachable' | 'refused' | 'answer'

  constructor(reason: 'unreachable' | 'refused' | 'answer', cause?: unknown) {
    super(reason, { cause })
    this.reason = reason
  }
}

/** The JSON object of an answer. Throws `PeerError`. */
export async function requestJson(request: JsonRequest): Promise<Record<string, unknown>> {
  return objectOf(await requestAny(request))
}

/** The JSON value of an answer. Throws `PeerError`. */
export async function requestAny(request: JsonRequest): Promise<unknown> {
  const response = await send(request)
  const text = await read(response)
  if (!response.ok) {
    throw new PeerError('refused', new Error(`status ${response.status}`))
  }
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new PeerError('answer', error)
  }
}

export function objectOf(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new PeerError('answer')
  }
  return { ...value }
}

async function send({ url, headers = {}, form }: JsonRequest): Promise<Response> {
  try {
    return await fetch(url, {
      method: form === undefined ? 'GET' : 'POST',
      headers: { accept: 'application/json', 'user-agent': 'gw', ...headers },
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(form === undefined ? {} : { body: form }),
    })
  } catch (error) {
    throw new PeerError('unreachable', error)
  }
}

async function read(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of response.body ?? []) {
      size += chunk.length
      if (size > MAX_BYTES) throw new PeerError('answer', new Error('too large'))
      chunks.push(chunk)
    }
  } catch (error) {
    throw error instanceof PeerError ? error : new PeerError('unreachable', error)
  }
  return Buffer.concat(chunks, size).toString('utf8')
}

/** Turns what a peer did wrong into the failure that a visitor reads. */
export function loginFailure(method: string, error: unknown): GatewayError {
  if (error instanceof GatewayError) return error
  const reason = error instanceof PeerError ? error.reason : 'answer'
  return new GatewayError(
    'oauth.failed',
    { method, reason: `reason.provider_${reason}` },
    { cause: error },
  )
}
