/**
 * Which requests of undici go out on a connection that has carried one before. Closing it just
 * then is no failure of the upstream: it was idle for too long. undici names the socket of a
 * request in the same breath in which it reports that the request begins.
 */
import { subscribe } from 'node:diagnostics_channel'

export interface Starting {
  readonly onReuse: () => void
}

const used = new WeakSet<object>()
let starting: Starting | undefined

/** Called as the request begins. */
export function begins(exchange: Starting): void {
  starting = exchange
}

export function watchReuse(): void {
  subscribe('undici:client:sendHeaders', (message) => {
    const socket = isTunnel(message) ? undefined : fieldOf(message, 'socket')
    if (socket !== undefined && used.has(socket)) starting?.onReuse()
    else if (socket !== undefined) used.add(socket)
    starting = undefined
  })
}

/** What opens the way through a proxy is no request to the upstream. */
function isTunnel(message: unknown): boolean {
  const request = fieldOf(message, 'request')
  return request !== undefined && Reflect.get(request, 'method') === 'CONNECT'
}

function fieldOf(message: unknown, name: string): object | undefined {
  if (typeof message !== 'object' || message === null) return undefined
  const value: unknown = Reflect.get(message, name)
  return typeof value === 'object' && value !== null ? value : undefined
}
