/**
 * Sub-requests: reads that one request of the management API makes for its caller. Each is routed
 * by itself and passes every guard again, but the rate limit, which has counted the whole.
 */
import { ORGANISATION_HEADER } from '../domain/accounts/membership'
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
  // A tab that was opened by somebody else must not be shown what the new session may read.
  'new-api-user',
  'user-agent',
  ORGANISATION_HEADER,
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
]

export class InnerRequests {
  readonly #handle: (request: Request) => Promise<Response>
  /** Whose connection each came over. */
  readonly #peers = new WeakMap<Request, string>()

  /** Streams that go on, by user. */
  readonly #following = new Map<number, number>()

  constructor(handle: (request: Request) => Promise<Response>) {
    this.#handle = handle
  }

  #beginFollowing(userId: number): () => void {
    const count = this.#following.get(userId) ?? 0
    if (count >= MOST_FOLLOWED) {
      throw new GatewayError('request.too_many', { seconds: RETRY_SECONDS })
    }
    this.#following.set(userId, count + 1)
    return () => {
      const left = (this.#following.get(userId) ?? 1) - 1
      if (left > 0) this.#following.set(userId, left)
      else this.#following.delete(userId)
    }
  }

  has(request: Request): boolean {
    return this.#peers.has(request)
  }

  peerOf(request: Request): string | undefined {
    return this.#peers.get(request)
  }

  readsOf(outer: Request, { peer, identity, edge }: Outer): InnerReads {
    return {
      isClosing: edge.isClosing,
      beginFollowing: () => this.#beginFollowing(identity.viewer?.user.id ?? 0),
      ask: async (address) => {
        const headers = new Headers()
        for (const name of PASSED_ON) {
          const value = outer.headers.get(name)
          if (value !== null) headers.set(name, value)
        }
        const request = new Request(new URL(address, requestAddress(outer)), { headers })
        this.#peers.set(request, peer)
        return await this.#handle(request)
      },
    }
  }
}

/** Of one user: a browser needs one for all its tabs. */
const MOST_FOLLOWED = 8
const RETRY_SECONDS = 15

/** Throws for what changes something, for documents, and for what is counted by itself. */
export function requireInner({ method, changes, bare, limit }: Endpoint): void {
  const isRead = method === 'GET' && changes !== true && bare === undefined
  if (!isRead || limit === 'critical') throw new GatewayError('request.invalid')
}
