/** What another process of the gateway answers: this one only carries it there and back. */
import { Elysia } from 'elysia'
import { GatewayError } from '../../domain/errors/gateway-error'
import { pickLanguage } from '../../domain/i18n/translate'
import type { Logger } from '../../log'
import { type HttpServer, Work } from '../connection'
import { failureOf } from '../envelope'
import { requestAddress } from '../request-address'
import { finish } from '../unread-body'

/** The address of the client's connection. Only who listens on a socket of its own believes it. */
const PEER_HEADER = 'x-gw-peer'

export interface ForwardPlace {
  /** Socket on which the other process listens. */
  readonly path: string
  readonly log: Logger
  readonly nextRequestId: () => string
  readonly bodyTimeoutMs: number
  /** Called when this process stops: what it follows would never end by itself. */
  readonly resting: Set<() => void>
}

interface Context {
  readonly request: Request
  readonly server: HttpServer | null
}

/** Everything that no other route has taken. */
export function forwardRoutes(place: ForwardPlace) {
  const answer = (context: Context) => forward(place, context)
  return new Elysia({ name: 'forward' }).all('/*', answer, { parse: 'none' })
}

async function forward(place: ForwardPlace, { request, server }: Context): Promise<Response> {
  // Whatever host it names, also one that is none: the other process has to say so.
  const target = request.url.replace(/^https?:\/\/[^/?#]*/, '')
  if (!target.startsWith('/')) requestAddress(request)
  // The other process has its own limits of time until it answers.
  const work = new Work(server, request)
  const headers = new Headers(request.headers)
  headers.set(PEER_HEADER, server?.requestIP(request)?.address ?? '')
  try {
    const answer = await fetch(`http://localhost${target}`, {
      unix: place.path,
      method: request.method,
      headers,
      body: request.body,
      signal: request.signal,
      redirect: 'manual',
      decompress: false,
    })
    work.end()
    const body =
      answer.body && carried(answer.body, { resting: place.resting, left: request.signal })
    return new Response(body, { status: answer.status, headers: answer.headers })
  } catch (cause) {
    work.end()
    const language = pickLanguage(request.headers.get('accept-language'))
    const error = new GatewayError('db.unavailable', {}, { cause })
    const facts = { requestId: place.nextRequestId(), language, log: place.log }
    return await finish(request, failureOf(error, facts), place.bodyTimeoutMs)
  }
}

/** Ends when its client disconnects or this process stops, which is nobody's failure. */
function carried(
  body: ReadableStream<Uint8Array>,
  { resting, left: clientGone }: Pick<ForwardPlace, 'resting'> & { readonly left: AbortSignal },
): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  const leave = () => void reader.cancel().catch(() => undefined)
  resting.add(leave)
  return new ReadableStream<Uint8Array>({
    async pull(to) {
      const piece = await reader.read().catch((cause: unknown) => {
        if (!clientGone.aborted) to.error(cause)
      })
      if (piece?.done === false) return to.enqueue(piece.value)
      resting.delete(leave)
      if (piece !== undefined) to.close()
    },
    cancel() {
      resting.delete(leave)
      leave()
    },
  })
}

/** For a process that is only reached through others: whose request it is says its header. */
export function believePeers(server: HttpServer): void {
  const requestIP: HttpServer['requestIP'] = ({ headers }) => ({
    address: headers.get(PEER_HEADER) ?? '',
  })
  Object.assign(server, { requestIP })
}
