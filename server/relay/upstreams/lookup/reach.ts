/** Whether something listens at the address of an upstream or a proxy. Sends nobody's key. */
import { connect } from 'node:net'
import { GatewayError } from '../../../domain/errors/gateway-error'
import { unreachableReason } from '../../../domain/errors/unreachable-reason'
import { checkUrl, type Resolve } from '../../net/address-guard'
import { sendOnce } from '../../net/pinned-request'

export interface Target {
  /** http, https or socks5. */
  readonly url: string
  /** Whether it may be an address of our own network. */
  readonly allowPrivate: boolean
}

const SOCKS_PORT = 1080

/**
 * Any HTTP answer will do, an error too; of a SOCKS proxy an open port. Throws
 * `upstream.address_refused` without connecting, and the client's own errors.
 */
export async function reach(
  { url: text, allowPrivate }: Target,
  { resolve, timeoutMs }: { readonly resolve: Resolve; readonly timeoutMs: number },
): Promise<void> {
  const isSocks = /^socks5h?:/.test(text)
  const checked = isSocks ? text.replace(/^socks5h?:/, 'http:') : text
  const { url, address } = await checkUrl(checked, { allowPrivate, resolve }).catch(nameFailure)
  if (isSocks)
    return await connectOnce(address, { port: Number(url.port || SOCKS_PORT), timeoutMs })
  await sendOnce(url, { address, timeoutMs, maxBytes: 0, headers: {} })
}

/** A name that does not resolve is reported as unreachable; other failures pass through. */
function nameFailure(error: unknown): never {
  const reason = unreachableReason(error)
  if (reason !== 'reason.name_not_found') throw error
  throw new GatewayError('upstream.unreachable', { reason }, { cause: error })
}

async function connectOnce(
  host: string,
  { port, timeoutMs }: { readonly port: number; readonly timeoutMs: number },
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const socket = connect({ host, port, timeout: timeoutMs })
  socket.once('connect', () => resolve())
  socket.once('timeout', () => reject(new Error(`no connection within ${timeoutMs} ms`)))
  socket.once('error', reject)
  try {
    await promise
  } finally {
    socket.destroy()
  }
}
