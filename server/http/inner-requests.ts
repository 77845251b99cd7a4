/**
 * Sub-requests: calls of the management API that one request makes for its caller. Each is routed
 * by itself and passes every guard again, except the rate limit, which counted the outer one.
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

/** A call that is made on behalf of another request. */
export interface InnerCall {
  readonly method: string
  /** Path and query. */
  readonly address: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

interface Inner {
  /** Whose connection it came over. */
  readonly peer: string
  /** What changes something is refused. */
  readonly onlyReads: boolean
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
  readonly #made = new WeakMap<Request, Inner>()

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
      const remaining = (this.#following.get(userId) ?? 1) - 1
      if (remaining > 0) this.#following.set(userId, remaining)
      else this.#following.delete(userId)
    }
  }

  has(request: Request): boolean {
    return this.#made.has(request)
  }

  onlyReads(request: Request): boolean {
    return this.#made.get(request)?.onlyReads === true
  }

  peerOf(request: Request): string | undefined {
    return this.#made.get(request)?.peer
  }

  /** Any call of the management API, as whoever asks `outer`. */
  async call(outer: Request, peer: string, inner: InnerCall): Promise<Response> {
    const { method, address, headers, body } = inner
    const request = new Request(new URL(address, requestAddress(outer)), {
      method,
      headers: { ...passedOn(outer), ...headers },
      ...(body !== undefined && { body }),
    })
    this.#made.set(request, { peer, onlyReads: false })
    return await this.#handle(request)
  }

  readsOf(outer: Request, { peer, identity, edge }: Outer): InnerReads {
    return {
      isClosing: edge.isClosing,
      beginFollowing: () => this.#beginFollowing(identity.viewer?.user.id ?? 0),
      ask: async (address) => {
        const headers = passedOn(outer)
        const request = new Request(new URL(address, requestAddress(outer)), { headers })
        this.#made.set(request, { peer, onlyReads: true })
        return await this.#handle(request)
      },
    }
  }
}

function passedOn({ headers }: Request): Record<string, string> {
  return Object.fromEntries(
    PASSED_ON.flatMap((name) => {
      const value = headers.get(name)
      return value === null ? [] : [[name, value] as const]
    }),
  )
}

/** Of one user: a browser needs one for all its tabs. */
const MOST_FOLLOWED = 8
const RETRY_SECONDS = 15

/** Throws for what changes something, for documents, and for what is counted by itself. */
export function requireInner({ method, changes, bare, limit }: Endpoint): void {
  const isRead = method === 'GET' && changes !== true && bare === undefined
  if (!isRead || limit === 'critical') throw new GatewayError('request.invalid')
}
