/** Reads that a request makes in its own name: they are routed and guarded as any other. */
import type { Endpoint } from '../domain/endpoints/endpoint'
import { GatewayError } from '../domain/errors/gateway-error'
import type { ApiEdge } from './api-edge'
import type { Identity } from './guards/identity'
import type { InnerReads } from './read-stream'
import { requestAddress } from './request-address'

interface Outer {
  readonly peer: string
  readonly identity: Identity
  readonly edge: Pick<ApiEdge, 'isClosing'>
}

/** What says who asks, from where and in which language. */
const PASSED_ON = [
  'accept-language',
  'authorization',
  'cookie',
  'forwarded',
  'host',
  'user-agent',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
]

export class InnerRequests {
  readonly #handle: (request: Request) => Promise<Response>
  /** Whose connection each came over. */
  readonly #peers = new WeakMap<Request, string>()

  constructor(handle: (request: Request) => Promise<Response>) {
    this.#handle = handle
  }

  has(request: Request): boolean {
    return this.#peers.has(request)
  }

  peerOf(request: Request): string | undefined {
    return this.#peers.get(request)
  }

  /** The header that other sites cannot send is not needed: nothing here is a write. */
  readsOf(outer: Request, { peer, identity, edge }: Outer): InnerReads {
    return {
      isClosing: edge.isClosing,
      ask: async (address) => {
        const headers = new Headers()
        for (const name of PASSED_ON) {
          const value = outer.headers.get(name)
          if (value !== null) headers.set(name, value)
        }
        const { viewer } = identity
        if (viewer !== undefined) headers.set('new-api-user', String(viewer.user.id))
        const request = new Request(new URL(address, requestAddress(outer)), { headers })
        this.#peers.set(request, peer)
        return await this.#handle(request)
      },
    }
  }
}

/** Throws for what changes something, for documents, and for what is counted by itself. */
export function requireInner({ method, changes, bare, limit }: Endpoint): void {
  const isRead = method === 'GET' && changes !== true && bare === undefined
  if (!isRead || limit === 'critical') throw new GatewayError('request.invalid')
}
