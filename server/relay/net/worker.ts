/**
 * The operator's proxy worker: it makes requests in our place, so that nobody learns where this
 * server stands. What the target answers is what the worker answers.
 */
import { GatewayError } from '../../domain/errors/gateway-error'
import { isLoopback } from '../../domain/network/loopback'
import { type Answer, type ExchangeLimits, sendOnce } from './pinned-request'

export interface Worker {
  readonly url: string
  /** What the worker knows us by; "" when it asks for nothing. */
  readonly key: string
}

/** Read before every request, so that a change of the options is in force with the next one. */
export type FindWorker = () => Worker | undefined

export interface WorkerRequest {
  /** Judged by the caller; the worker follows redirects by itself, inside its own network. */
  readonly url: URL
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  /** A JSON value; the worker writes it as JSON again. */
  readonly body?: unknown
}

/**
 * Throws `upstream.address_refused` for a target that is not https, and for a worker that the
 * key would reach in the clear; rejects as `sendOnce` does.
 */
export async function sendThroughWorker(
  worker: Worker,
  errand: WorkerRequest,
  limits: ExchangeLimits,
): Promise<Answer> {
  const { url, ...rest } = errand
  if (url.protocol !== 'https:') throw refused(url)
  const body = JSON.stringify({ url: url.href, key: worker.key, ...rest })
  const headers = { accept: '*/*', 'content-type': 'application/json' }
  return await sendOnce(addressOf(worker), { ...limits, headers, body })
}

function addressOf({ url: text }: Worker): URL {
  const url = new URL(text)
  const isPrivate = url.protocol === 'https:' || isLoopback(url.hostname)
  if (!isPrivate) throw refused(url)
  // As the gateways write it that these workers were made for.
  if (!url.pathname.endsWith('/')) url.pathname += '/'
  return url
}

function refused(url: URL): GatewayError {
  return new GatewayError('upstream.address_refused', { host: `${url.protocol}//${url.host}` })
}
