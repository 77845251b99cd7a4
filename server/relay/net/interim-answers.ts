/**
 * A client must pass over interim answers that it did not ask for (RFC 9110, 15.2). undici does
 * so for 102 and 103, but closes the connection at 100 Continue, and has no option for it. So
 * its parser gets 102 instead. Bodies and framing are untouched.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'

const CONNECTED = 'undici:client:connected'
const CONTINUE = 100
const PROCESSING = 102

/** Every connection has the same kind of parser: the first one that opens shows it. */
export function passOverContinue(): void {
  subscribe(CONNECTED, onConnected)
}

function onConnected(message: unknown): void {
  const parser = parserOf(message)
  if (parser === undefined) return
  unsubscribe(CONNECTED, onConnected)
  const kind: object = Object.getPrototypeOf(parser)
  const original: unknown = Reflect.get(kind, 'onHeadersComplete')
  if (typeof original !== 'function') return
  Reflect.set(
    kind,
    'onHeadersComplete',
    function (this: unknown, status: number, ...rest: unknown[]) {
      return Reflect.apply(original, this, [status === CONTINUE ? PROCESSING : status, ...rest])
    },
  )
}

/** undici hangs it on the socket under a symbol of its own. */
function parserOf(message: unknown): object | undefined {
  const socket = propertyOf(message, 'socket')
  if (typeof socket !== 'object' || socket === null) return undefined
  const keys = Object.getOwnPropertySymbols(socket)
  const key = keys.find(({ description }) => description === 'parser')
  const parser = key && propertyOf(socket, key)
  return typeof parser === 'object' && parser !== null ? parser : undefined
}

function propertyOf(value: unknown, name: string | symbol): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
