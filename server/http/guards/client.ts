/** Where a request comes from, and how it reached us. */
import type { ApiEdge } from '../api-edge'

export interface Client {
  readonly ip: string
  readonly userAgent: string
  /** Hosts that people reach this server by. */
  readonly hosts: readonly string[]
  /** Without a slash at the end; the option ServerAddress when it is set. */
  readonly publicAddress: string
  /** The cookie is for https only. */
  readonly isSecure: boolean
}

export function readClient(edge: ApiEdge, request: Request, peer: string): Client {
  const { headers } = request
  const forwarded = (name: string): string =>
    edge.isTrustedProxy(peer) ? (headers.get(name)?.split(',')[0]?.trim() ?? '') : ''
  const { ServerAddress } = edge.options()
  const host = headers.get('host') ?? ''
  const shownHost = forwarded('x-forwarded-host') || host
  const proto = forwarded('x-forwarded-proto') || 'http'
  const publicAddress = ServerAddress || `${proto}://${shownHost}`
  return {
    ip: edge.addressOf(peer, headers.get('x-forwarded-for')),
    userAgent: headers.get('user-agent') ?? '',
    hosts: [host, shownHost, ServerAddress].filter((name) => name !== ''),
    publicAddress,
    isSecure: publicAddress.startsWith('https://'),
  }
}
